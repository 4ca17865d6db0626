import { type Kobo, kobo, sumKobo } from '../money.ts'
import { MOST_PERCENT } from './lifecycle.ts'
import type { promotions } from './tables.ts'

type Terms = Pick<typeof promotions.$inferSelect, 'kind' | 'percent' | 'amount' | 'vendor_id'>

/** What a promotion looks at: what the dishes of each kitchen cost at the full price, and the delivery fee. */
export type DiscountedCart = { kitchens: readonly { vendor_id: string; food_kobo: Kobo }[]; fee_kobo: Kobo }

/** What the dishes cost for which a promotion counts, in kobo: a kitchen's own, or all. */
export const dishesFor = ({ vendor_id }: Pick<Terms, 'vendor_id'>, { kitchens }: DiscountedCart): Kobo =>
  sumKobo(
    kitchens.filter((kitchen) => vendor_id === null || kitchen.vendor_id === vendor_id).map((one) => one.food_kobo),
  )

/**
 * What a promotion takes off a cart, in kobo: off the dishes for which it counts in whole naira, rounded down, never
 * more than 90 % of them; or the whole delivery fee. Never the tip. A kitchen pays the fee only of a cart that is all
 * its own, and never one above 90 % of its dishes (decision 130).
 */
export function discountOf(terms: Terms, cart: DiscountedCart): Kobo {
  const { kind, percent, amount, vendor_id } = terms
  const dishes_kobo = dishesFor(terms, cart)
  const most = partOf(dishes_kobo, MOST_PERCENT)
  if (kind === 'free_delivery') {
    const may_pay = vendor_id === null || (cart.kitchens.length === 1 && cart.fee_kobo <= most)
    return may_pay ? cart.fee_kobo : 0
  }
  if (kind === 'amount') return kobo(Math.min(amount ?? 0, most))
  return kobo(Math.min(partOf(dishes_kobo, percent ?? 0), amount ?? most, most))
}

/** What a kitchen's dishes have to cost, in whole naira, so that it pays this fee. */
export const dishesThatPay = (fee_kobo: Kobo): Kobo => kobo(Math.ceil((fee_kobo * 100) / MOST_PERCENT / 100) * 100)

const partOf = (sum: Kobo, percent: number) => Math.floor((sum * percent) / 100_00) * 100
