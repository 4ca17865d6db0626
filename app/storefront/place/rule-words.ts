import { formatNaira, type Kobo, kobo } from '../../../domain/money.ts'

/** What an order has to be like, as admins set it. */
export type CartRules = {
  most_kitchens: number
  minimum_order_kobo: Kobo
  small_order_below_kobo: Kobo
  small_order_fee_kobo: Kobo
}

type Cart = { kitchens: number; subtotal_kobo: Kobo }

/** Why a cart cannot be ordered as it is, with what is missing. */
export function rulesBroken(rules: CartRules, { kitchens, subtotal_kobo }: Cart): string[] {
  const { most_kitchens, minimum_order_kobo } = rules
  const missing_kobo = kobo(minimum_order_kobo - subtotal_kobo)
  return [
    ...(kitchens > most_kitchens ? [tooManyKitchens(most_kitchens)] : []),
    ...(missing_kobo > 0 ? [belowMinimum(minimum_order_kobo, missing_kobo)] : []),
  ]
}

export const tooManyKitchens = (most: number) =>
  `One order can come from at most ${most === 1 ? 'one restaurant' : `${most} restaurants`}. ` +
  'Please order the rest separately.'

export const belowMinimum = (minimum_kobo: Kobo, missing_kobo: Kobo) =>
  `The smallest order is ${formatNaira(minimum_kobo)}. Add dishes for ${formatNaira(missing_kobo)} more.`

/** What a small order costs besides where it is brought, and what would be missing for it to cost nothing. */
export function smallOrder(rules: CartRules, { subtotal_kobo }: Pick<Cart, 'subtotal_kobo'>) {
  const { small_order_below_kobo: below_kobo, small_order_fee_kobo: fee_kobo } = rules
  const is_small = subtotal_kobo > 0 && subtotal_kobo < below_kobo && fee_kobo > 0
  if (!is_small) return { fee_kobo: kobo(0), text: '' }
  const missing = formatNaira(kobo(below_kobo - subtotal_kobo))
  const text =
    `${formatNaira(fee_kobo)} of the delivery fee is there because the order is small. ` +
    `From ${formatNaira(below_kobo)} you do not pay it: add dishes for ${missing} more.`
  return { fee_kobo, text }
}
