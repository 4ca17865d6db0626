export type ListedBank = { name: string; code: string }

/**
 * Paystack's bank codes that Flutterwave lists under another one (docs/providers.md#bank-codes): NIP's six digits for
 * the newer institutions, CBN's three where Paystack has more. Every other code is CBN's and the same on both sides.
 */
const flutterwave_codes: Readonly<Record<string, string>> = {
  '00103': '103',
  '50211': '090267',
  '50515': '090405',
  '526': '104',
  '566': '090110',
  '999991': '100033',
  '999992': '100004',
}

/** Names that one provider shortens. */
const same_words: Readonly<Record<string, string>> = { gtbank: 'guaranty', mfb: 'microfinance' }

/** Words that say nothing about which bank it is. */
const common_words = new Set(
  'bank plc nigeria limited ltd of the for and microfinance digital services trust'.split(' '),
)

/**
 * Flutterwave's code of a bank from Paystack's list. The code must be on Flutterwave's list under a name that shares a
 * word with ours. If the code is not there, the name must match exactly one bank. Null when neither is certain.
 */
export function flutterwaveBankCode(
  bank: { name: string; code: string | null },
  listed: readonly ListedBank[],
): string | null {
  const wanted = tellingWords(bank.name)
  const code = bank.code === null ? null : (flutterwave_codes[bank.code] ?? bank.code)
  const by_code = listed.filter((row) => row.code === code)
  if (by_code.some((row) => tellingWords(row.name).some((word) => wanted.includes(word)))) return code
  const by_name = listed.filter((row) => sameWords(tellingWords(row.name), wanted))
  return by_code.length === 0 && by_name.length === 1 ? (by_name[0]?.code ?? null) : null
}

function tellingWords(name: string): string[] {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  return [...new Set(words.map((word) => same_words[word] ?? word))].filter(
    (word) => word !== '' && !common_words.has(word),
  )
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.length === other.length && one.every((word) => other.includes(word))
}
