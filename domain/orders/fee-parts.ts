import { type Kobo, kobo, splitKobo, sumKobo } from '../money.ts'
import type { orders } from './tables.ts'

type Order = Pick<typeof orders.$inferSelect, 'delivery_fee' | 'own_delivery_fee' | 'small_order_fee'>

/** What an order brought of its checkout's fee: for its own way, and of what a small order costs besides. */
export type FeePart = { fee_kobo: Kobo; way_kobo: Kobo; small_order_kobo: Kobo }

/**
 * What each of the orders of one checkout brought of its delivery fee, in the sequence of their numbers. All parts sum
 * to the fee to the kobo. Where the ways were paid for by one fee for the whole cart, that is split evenly; what a
 * small order costs besides is for no way even then, so no rider earns by it.
 */
export function feeParts(orders_of_checkout: readonly Order[]): FeePart[] {
  const { delivery_fee: fee = kobo(0), small_order_fee = kobo(0) } = orders_of_checkout[0] ?? {}
  const ways = orders_of_checkout.flatMap(({ own_delivery_fee }) => own_delivery_fee ?? [])
  const even = orders_of_checkout.map(() => 1)
  const each_way_is_paid = ways.length === orders_of_checkout.length
  if (each_way_is_paid) {
    const small_order_parts = splitKobo(kobo(fee - sumKobo(ways)), even)
    return ways.map((way_kobo, place) => {
      const small_order_kobo = small_order_parts[place] ?? kobo(0)
      return { fee_kobo: kobo(way_kobo + small_order_kobo), way_kobo, small_order_kobo }
    })
  }
  const small_order_parts = splitKobo(small_order_fee, even)
  return splitKobo(kobo(fee - small_order_fee), even).map((way_kobo, place) => {
    const small_order_kobo = small_order_parts[place] ?? kobo(0)
    return { fee_kobo: kobo(way_kobo + small_order_kobo), way_kobo, small_order_kobo }
  })
}
