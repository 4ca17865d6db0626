/** The provider's API uses naira with decimals; the sandbox's books hold whole kobo. */
export const toNaira = (kobo: number): number => kobo / 100

/** Kobo of a naira amount from a request, a number or a numeric string; null when it is neither. */
export function toKobo(naira: unknown): number | null {
  if (typeof naira !== 'number' && !(typeof naira === 'string' && naira.trim() !== '')) return null
  const kobo = Math.round(Number(naira) * 100)
  return Number.isSafeInteger(kobo) ? kobo : null
}

const most_fee_kobo = 2000 * 100

/** Flutterwave's fee on a local charge: 1.4 %, at most NGN 2,000. Check the contract; samples show this rate. */
export const appFeeKobo = (amount_kobo: number): number => Math.min(Math.round(amount_kobo * 0.014), most_fee_kobo)
