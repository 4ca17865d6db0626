/** Weights of the digits from the left, repeated. */
const WEIGHTS = [3, 7, 3] as const

/**
 * Whether the tenth digit of a Nigerian account number fits its bank and the nine digits before it (the Central Bank's
 * check digit, docs/providers.md#account-check-digit). Only a hint that a digit may be mistyped: wallets and some real
 * accounts do not follow it, so nobody may be blocked by it; the provider decides. Null where nothing can be checked:
 * fewer than ten digits, or a code that is not the Central Bank's (`035A`).
 */
export function fitsCheckDigit(bank_code: string, account_number: string): boolean | null {
  const institution = institutionCode(bank_code)
  if (!institution || !/^\d{10}$/.test(account_number)) return null
  const digits = [...institution, ...account_number.slice(0, 9)].map(Number)
  const sum = digits.reduce((total, digit, place) => total + digit * (WEIGHTS[place % 3] ?? 0), 0)
  return (10 - (sum % 10)) % 10 === Number(account_number[9])
}

/** Six digits: the revised standard pads the three of banks and the five of other institutions. */
function institutionCode(bank_code: string): string | null {
  if (/^\d{3}$/.test(bank_code)) return `000${bank_code}`
  if (/^\d{5}$/.test(bank_code)) return `9${bank_code}`
  return /^\d{6}$/.test(bank_code) ? bank_code : null
}
