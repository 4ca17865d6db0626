import { type Kobo, kobo, splitKobo, sumKobo } from '../money.ts'
import type { orders } from './tables.ts'

type Order = Pick<typeof orders.$inferSelect, 'delivery_fee' | 'own_delivery_fee'>

/** What an order brought of its checkout's fee: for its own way, and of what a small order costs besides. */
export type FeePart = { fee_kobo: Kobo; way_kobo: Kobo; small_order_kobo: Kobo }

/**
 * What each of the orders of one checkout brought of its delivery fee, in the sequence of their numbers. All parts sum
 * to the fee to the kobo. Where the fee was one for the whole cart, it is split evenly.
 */
export function feeParts(orders_of_checkout: readonly Order[]): FeePart[] {
  const fee = orders_of_checkout[0]?.delivery_fee ?? 0
  const ways = orders_of_checkout.flatMap(({ own_delivery_fee }) => own_delivery_fee ?? [])
  const even = orders_of_checkout.map(() => 1)
  const each_way_is_paid = ways.length === orders_of_checkout.length
  const way_parts = each_way_is_paid ? ways : splitKobo(fee, even)
  const small_order_parts = splitKobo(kobo(fee - sumKobo(way_parts)), even)
  return way_parts.map((way_kobo, place) => {
    const small_order_kobo = small_order_parts[place] ?? 0
    return { fee_kobo: kobo(way_kobo + small_order_kobo), way_kobo, small_order_kobo }
  })
}
