import { and, asc, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../../db/handle.ts'
import { DAY_MS } from '../../clock.ts'
import { type Kobo, kobo } from '../../money.ts'
import { commissionLeft } from '../../payments/commission.ts'
import { discountOf } from '../../promotions/discount.ts'
import { promotion_form } from '../../promotions/forms.ts'
import { promotion_uses } from '../../promotions/tables.ts'
import { isItsHour } from '../../promotions/when-it-counts.ts'
import { orders } from '../tables.ts'

/** How far a kitchen looks back. */
export const LOOK_BACK_DAYS = 30

/** What a promotion would have done with a kitchen's own orders; money in kobo. */
export type LookBack = {
  /** Orders of these days that were not cancelled, and those of them for which it would have counted. */
  orders: number
  counted: number
  /** What the dishes of those cost, and what would have come off. */
  sold_kobo: Kobo
  taken_off_kobo: Kobo
  /** What the kitchen earned by those, and would have earned: both as if no other promotion had counted. */
  earned_kobo: Kobo
  would_earn_kobo: Kobo
  /** How many more orders like those make up for it; null where it would have earned nothing by one. */
  more_orders: number | null
}

type Form = z.input<typeof promotion_form>
type Terms = z.output<typeof promotion_form>

/**
 * What a kitchen's promotion would have cost and brought on its own orders of the last 30 days, as if it had counted
 * then for everybody who could take it and no other promotion had (docs/product.md#look-back): its hours, what dishes
 * must cost, first orders, and its limits in the sequence of the orders. Nobody knows who would have ordered besides.
 * Null for terms that make no sense.
 */
export async function lookBack(db: Db, vendor_id: string, form: Form, now: Date): Promise<LookBack | null> {
  const read = promotion_form.safeParse(form)
  if (!read.success) return null
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS)
  const rows = await ordersSince(db, vendor_id, since)
  const sum = { counted: 0, sold: 0, taken_off: 0, earned: 0, would_earn: 0 }
  const uses = new Map<string, number>()
  for (const order of rows) {
    const off = takenOff(read.data, order, { ...sum, by_phone: uses.get(order.phone) ?? 0, vendor_id })
    if (off === 0) continue
    uses.set(order.phone, (uses.get(order.phone) ?? 0) + 1)
    const { sold, earned } = withoutPromotions(order)
    const left = kobo(Math.max(sold - off, 0))
    const commission = kobo(sold - earned)
    sum.counted++
    sum.sold += order.total_price
    sum.taken_off += off
    sum.earned += earned
    sum.would_earn += left - commissionLeft(commission, sold, left)
  }
  const by_one = sum.counted === 0 ? 0 : sum.would_earn / sum.counted
  return {
    ...{ orders: rows.length, counted: sum.counted, sold_kobo: kobo(sum.sold), taken_off_kobo: kobo(sum.taken_off) },
    ...{ earned_kobo: kobo(sum.earned), would_earn_kobo: kobo(sum.would_earn) },
    more_orders: by_one > 0 ? Math.ceil((sum.earned - sum.would_earn) / by_one) : null,
  }
}

type Past = Awaited<ReturnType<typeof ordersSince>>[number]

/**
 * What a kitchen sold an order for and earned by it, as if it had borne no promotion: its share is already less that,
 * and no commission was taken of it.
 */
function withoutPromotions({ vendor_share, commission, vendor_promotion }: Past): { sold: Kobo; earned: Kobo } {
  const sold_less = kobo(vendor_share + commission)
  const sold = kobo(sold_less + vendor_promotion)
  return { sold, earned: kobo(sold - commissionLeft(commission, sold_less, sold)) }
}

/** What comes off one order, after so many others; 0 where it does not count. */
function takenOff(
  terms: Terms,
  order: Past,
  before: { counted: number; taken_off: number; by_phone: number; vendor_id: string },
): Kobo {
  const { minimum, first_order_only, most_uses, most_uses_each, budget, kind, percent, amount } = terms
  const is_over =
    before.counted >= (most_uses ?? Number.POSITIVE_INFINITY) ||
    before.by_phone >= (most_uses_each ?? Number.POSITIVE_INFINITY)
  const hours = { days: terms.days, hours_from: terms.hours_from, hours_until: terms.hours_until }
  const counts = isItsHour({ ...hours, starts_at: order.created_at, ends_at: null }, order.created_at)
  if (is_over || !counts || order.total_price < (minimum ?? 0) || (first_order_only && !order.is_first)) return kobo(0)
  const own = { vendor_id: before.vendor_id, food_kobo: order.total_price }
  // Of a cart of several kitchens it pays no delivery.
  const others = order.is_alone ? [] : [{ vendor_id: '', food_kobo: kobo(0) }]
  const cart = { kitchens: [own, ...others], fee_kobo: order.delivery_fee }
  const off = discountOf({ kind, percent, amount, vendor_id: before.vendor_id }, cart)
  return before.taken_off + off > (budget ?? Number.POSITIVE_INFINITY) ? kobo(0) : off
}

const is_first = sql<boolean>`not exists (select from orders earlier where earlier.vendor_id = "orders"."vendor_id"
  and earlier.customer_phone = "orders"."customer_phone" and earlier.status <> 'Cancelled'
  and earlier.id < "orders"."id")`

function ordersSince(db: Db, vendor_id: string, since: Date) {
  return db
    .select({
      phone: orders.customer_phone,
      created_at: orders.created_at,
      total_price: orders.total_price,
      delivery_fee: orders.delivery_fee,
      vendor_share: orders.vendor_share,
      commission: orders.commission,
      vendor_promotion: orders.vendor_promotion,
      is_first,
      is_alone: sql<boolean>`not exists (select from orders other
        where other.checkout_id = "orders"."checkout_id" and other.id <> "orders"."id")`,
    })
    .from(orders)
    .where(and(eq(orders.vendor_id, vendor_id), gte(orders.created_at, since), ne(orders.status, 'Cancelled')))
    .orderBy(asc(orders.id))
}

/** What a promotion did with a kitchen's orders that used it and were not cancelled; money in kobo. */
export type Brought = { orders: number; sold_kobo: Kobo; earned_kobo: Kobo; first_orders: number }

/** The same for each of a kitchen's promotions, by their ids; nothing for one that no such order used. */
export async function broughtBy(
  db: Db,
  vendor_id: string,
  promotion_ids: readonly number[],
): Promise<ReadonlyMap<number, Brought>> {
  const rows = await db
    .select({
      id: promotion_uses.promotion_id,
      orders: sql<number>`count(*)::int`,
      sold_kobo: sql<Kobo>`sum(${orders.total_price})`.mapWith(orders.total_price),
      earned_kobo: sql<Kobo>`sum(${orders.vendor_share})`.mapWith(orders.vendor_share),
      first_orders: sql<number>`(count(*) filter (where ${is_first}))::int`,
    })
    .from(promotion_uses)
    .innerJoin(orders, and(eq(orders.checkout_id, promotion_uses.checkout_id), eq(orders.vendor_id, vendor_id)))
    .where(
      and(
        inArray(promotion_uses.promotion_id, [...promotion_ids]),
        eq(promotion_uses.status, 'Used'),
        ne(orders.status, 'Cancelled'),
      ),
    )
    .groupBy(promotion_uses.promotion_id)
  return new Map(rows.map(({ id, ...brought }) => [id, brought]))
}
