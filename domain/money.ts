declare const unit: unique symbol

/**
 * Whole kobo (1/100 naira). All money in this code is a safe integer of kobo; providers' units exist only in the
 * adapters. A plain number becomes money by `kobo`; only 0 is the same in every unit.
 */
export type Kobo = 0 | (number & { readonly [unit]: 'kobo' })

/** Whether a number, e.g. from a form, can be kobo. */
export function isKobo(value: number): value is Kobo {
  return Number.isSafeInteger(value)
}

/** Marks a calculated or written `value` as kobo. Throws a RangeError unless it is a whole number. */
export function kobo(value: number): Kobo {
  if (!isKobo(value)) throw new RangeError(`Not a whole number of kobo: ${value}`)
  return value
}

/**
 * Naira, as a number or a decimal string with at most two places ("1500", "1500.5", 1500.55), to kobo.
 * Throws a RangeError for anything else, so that a provider's nonsense never becomes an amount.
 */
export function koboFromNaira(naira: number | string): Kobo {
  const text = typeof naira === 'number' ? naira.toFixed(2) : naira.trim()
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!match) throw new RangeError(`Not an amount in naira: ${text}`)
  const [, sign, whole = '0', fraction = ''] = match
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return kobo(sign === '-' && amount !== 0 ? -amount : amount)
}

/** Kobo to a decimal string of naira with two places, the form of `numeric(12,2)`: 150050 → "1500.50". */
export function nairaDecimal(amount: Kobo): string {
  const absolute = Math.abs(kobo(amount))
  const text = `${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
  return amount < 0 ? `-${text}` : text
}

/** Kobo to a number of naira, for providers that speak major units: 150050 → 1500.5. */
export function nairaNumber(amount: Kobo): number {
  return Number(nairaDecimal(amount))
}

/** `₦1,500` or `₦1,500.50` (en-NG): what people read on screens and receipts. */
export function formatNaira(amount: Kobo): string {
  return `${amount < 0 ? '-' : ''}₦${grouped(amount)}`
}

/** `NGN 1,500`: for text messages, where the naira sign would more than halve the length of a message. */
export function formatNairaForSms(amount: Kobo): string {
  return `${amount < 0 ? '-' : ''}NGN ${grouped(amount)}`
}

/** The sum of a list of amounts; 0 for an empty list. */
export function sumKobo(amounts: readonly Kobo[]): Kobo {
  return kobo(amounts.reduce<number>((sum, amount) => sum + amount, 0))
}

/**
 * An amount in parts by weight that sum to it to the kobo: each gets what it and those before it deserve together,
 * rounded up, less what those have. Even parts where nothing weighs anything.
 */
export function splitKobo(amount: Kobo, weights: readonly number[]): Kobo[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0 && weights.length > 0)
    return splitKobo(
      amount,
      weights.map(() => 1),
    )
  let weight_so_far = 0
  let given = 0
  return weights.map((weight) => {
    weight_so_far += weight
    // The product may be more than a safe integer.
    const product = BigInt(amount) * BigInt(weight_so_far)
    const deserved = Number((product + BigInt(whole) - 1n) / BigInt(whole))
    const part = kobo(deserved - given)
    given = deserved
    return part
  })
}

/** The amount with thousands separators, without its sign. */
function grouped(amount: Kobo): string {
  const [whole = '0', fraction = '00'] = nairaDecimal(amount).replace('-', '').split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === '00' ? thousands : `${thousands}.${fraction}`
}
