/**
 * Whole kobo (1/100 naira). All money in this code is a safe integer of kobo; providers' units stop at the adapters.
 */
export type Kobo = number

/** Throws a RangeError unless `value` is a safe integer. Use where an amount enters the domain. */
export function assertKobo(value: number): Kobo {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of kobo: ${value}`)
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
  const kobo = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return assertKobo(sign === '-' && kobo !== 0 ? -kobo : kobo)
}

/** Kobo to a decimal string of naira with two places, the form of `numeric(12,2)`: 150050 → "1500.50". */
export function nairaDecimal(kobo: Kobo): string {
  const absolute = Math.abs(assertKobo(kobo))
  const text = `${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
  return kobo < 0 ? `-${text}` : text
}

/** Kobo to a number of naira, for providers that speak major units: 150050 → 1500.5. */
export function nairaNumber(kobo: Kobo): number {
  return Number(nairaDecimal(kobo))
}

/** `₦1,500` or `₦1,500.50` (en-NG): what people read on screens and receipts. */
export function formatNaira(kobo: Kobo): string {
  return `${kobo < 0 ? '-' : ''}₦${grouped(Math.abs(kobo))}`
}

/** `NGN 1,500`: for text messages, where the naira sign would more than halve the length of a message. */
export function formatNairaForSms(kobo: Kobo): string {
  return `${kobo < 0 ? '-' : ''}NGN ${grouped(Math.abs(kobo))}`
}

/** The sum of a list of amounts; 0 for an empty list. */
export function sumKobo(amounts: readonly Kobo[]): Kobo {
  return assertKobo(amounts.reduce((sum, amount) => sum + amount, 0))
}

function grouped(kobo: Kobo): string {
  const [whole = '0', fraction = '00'] = nairaDecimal(kobo).split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === '00' ? thousands : `${thousands}.${fraction}`
}
