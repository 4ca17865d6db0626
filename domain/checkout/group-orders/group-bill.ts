import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { type CartLine, lineTotal } from '../../catalog/menu/cart-line.ts'
import { forWhom, ownersOf } from '../../catalog/menu/for-whom.ts'
import type { ChosenOption } from '../../catalog/menu/option-groups.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { type MissingDish, missingOfOrders } from '../../orders/missing-dish/missing-of-orders.ts'
import { orders } from '../../orders/tables.ts'
import { refunds } from '../../payments/tables.ts'
import type { DiscountedCart } from '../../promotions/discount.ts'
import { promotionLines } from '../../promotions/hold-use.ts'
import { quoteOffers } from '../../promotions/quote-offers.ts'
import { checkouts } from '../tables.ts'
import { partsOf } from './shares.ts'

/** What takes something off, by its name, before it is paid as far as it does not depend on who pays. */
export type Off = Pick<Awaited<ReturnType<typeof promotionLines>>[number], 'name' | 'discount_kobo' | 'pays_delivery'>

/** What a group order costs where one pays, and what of it is whose. */
export type Bill = {
  food_kobo: Kobo
  fee_kobo: Kobo
  tip_kobo: Kobo
  off: readonly Off[]
  /** What went back since it was paid. */
  back_kobo: Kobo
  total_kobo: Kobo
  /** What each member's dishes cost, and their part of all, as the members were given. */
  foods: readonly Kobo[]
  parts: readonly Kobo[]
}

/** A bill of what is chosen so far; its offers are those that would count now. */
export async function billToCome(
  db: Db,
  chosen: { vendor_id: string; foods: readonly Kobo[]; fee_kobo: Kobo },
  now: Date,
): Promise<Bill> {
  const { vendor_id, foods, fee_kobo } = chosen
  const food_kobo = sumKobo(foods)
  const cart: DiscountedCart = { kitchens: [{ vendor_id, food_kobo }], fee_kobo }
  const off = food_kobo === 0 ? [] : (await quoteOffers(db, cart, now)).counted
  return billOf(foods, { fee_kobo, tip_kobo: 0, off }, nothing_back)
}

/**
 * The bill of what is stored under a link, paid or not: whose a line is stands on it. What went back of somebody's
 * dish, or because a cheaper one came instead, is no part of theirs any more, and the rest of what went back is no part
 * of anybody's.
 */
export async function billOfOrder(db: Db, link_token: string, names: readonly string[]): Promise<Bill> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!checkout) throw new Error('A checkout of a group order disappeared')
  const [order] = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  const given = order ? await db.select().from(refunds).where(eq(refunds.order_id, order.id)) : []
  const swaps = order ? (await missingOfOrders(db, [order.id])).filter(({ outcome }) => outcome === 'swapped') : []
  const off = checkout.discount > 0 ? await promotionLines(db, checkout.id) : []
  return paidBill({ names, checkout, items: order?.items ?? null, given, swaps, off })
}

type Paid = {
  names: readonly string[]
  checkout: { lines: readonly CartLine[]; delivery_fee: Kobo; tip: Kobo }
  /** What it became; null before it is paid. */
  items: (typeof orders.$inferSelect)['items'] | null
  given: readonly Pick<typeof refunds.$inferSelect, 'amount' | 'delivery_fee' | 'tip' | 'lines'>[]
  /** What of that is the difference of a dish that another came instead of. */
  swaps: readonly Pick<MissingDish, 'item' | 'back'>[]
  off: readonly Off[]
}

/** The same of what was read. */
export function paidBill({ names, checkout, items, given, swaps, off }: Paid): Bill {
  const at = (options: readonly ChosenOption[] | undefined) => {
    const [owner] = ownersOf(options ?? [])
    return names.findIndex((name) => forWhom(name).name === owner?.name)
  }
  const foods = names.map((_, place) =>
    sumKobo(checkout.lines.filter(({ options }) => at(options) === place).map(lineTotal)),
  )
  const of_dishes = given.flatMap(({ lines }) => lines ?? [])
  const own_back = [...of_dishes, ...swaps.map(({ item, back }) => ({ item, amount_kobo: back }))]
  const own_back_kobo = names.map((_, place) =>
    sumKobo(own_back.filter(({ item }) => at(items?.[item]?.options) === place).map(({ amount_kobo }) => amount_kobo)),
  )
  const backOf = (place: number) =>
    of_dishes.filter(({ item }) => item === place).reduce((sum, { quantity }) => sum + quantity, 0)
  const left = items?.filter(({ quantity }, place) => quantity > backOf(place))
  const is_all_back = names.map((_, place) => left?.every(({ options }) => at(options) !== place) ?? false)
  const other_kobo = sumKobo(given.flatMap(({ delivery_fee, tip }) => [delivery_fee, tip]))
  const all_kobo = sumKobo(given.map(({ amount }) => amount))
  const back_kobo = kobo(all_kobo - other_kobo - sumKobo(own_back_kobo))
  const back = { own_back_kobo, other_kobo, back_kobo, is_all_back }
  return billOf(foods, { fee_kobo: checkout.delivery_fee, tip_kobo: checkout.tip, off }, back)
}

type Back = { own_back_kobo: readonly Kobo[]; other_kobo: Kobo; back_kobo: Kobo; is_all_back: readonly boolean[] }
const nothing_back: Back = { own_back_kobo: [], other_kobo: 0, back_kobo: 0, is_all_back: [] }

function billOf(foods: readonly Kobo[], costs: Pick<Bill, 'fee_kobo' | 'tip_kobo' | 'off'>, back: Back): Bill {
  const { fee_kobo, tip_kobo, off } = costs
  const { own_back_kobo, other_kobo, back_kobo, is_all_back } = back
  const taken = (pays_delivery: boolean) =>
    sumKobo(off.filter((one) => one.pays_delivery === pays_delivery).map(({ discount_kobo }) => discount_kobo))
  const even_kobo = kobo(fee_kobo + tip_kobo - taken(true) - other_kobo)
  const parts = partsOf(foods, { even_kobo, off_kobo: taken(false), own_back_kobo, back_kobo, is_all_back })
  const food_kobo = sumKobo(foods)
  const all_back = kobo(sumKobo(own_back_kobo) + other_kobo + back_kobo)
  const total_kobo = kobo(food_kobo + fee_kobo + tip_kobo - taken(true) - taken(false) - all_back)
  return { food_kobo, fee_kobo, tip_kobo, off, back_kobo: all_back, total_kobo, foods, parts }
}
