import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { moverNames } from '../accounts/mover-names.ts'
import { vendors } from '../catalog/tables.ts'
import { type Kobo, sumKobo } from '../money.ts'
import { orderMargin } from '../payments/margin.ts'
import { askerOf } from '../payments/refund-list.ts'
import { payments, refunds } from '../payments/tables.ts'
import { feeParts } from './fee-parts.ts'
import { order_number } from './forms.ts'
import { missingLines, missingOfOrders } from './missing-dish/missing-of-orders.ts'
import { feeThatGoesWith } from './refunds/cancel-order.ts'
import { refundable } from './refunds/refundable.ts'
import { order_history, orders } from './tables.ts'

/**
 * Everything known about one order, for an admin: customer, vendor, items, every move and missing dish with its mover,
 * the payments of its checkout, what was refunded and still can be, and the checkout's other orders. Null when there is
 * no such order.
 */
export async function orderFile(db: Db, order_id: number) {
  if (!order_number.safeParse(order_id).success) return null
  const [found] = await db
    .select({ order: orders, vendor_name: vendors.name, vendor_phone: vendors.phone })
    .from(orders)
    .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(eq(orders.id, order_id))
  if (!found) return null
  const { checkout_id } = found.order
  const charges = await db
    .select()
    .from(payments)
    .where(eq(payments.checkout_id, checkout_id))
    .orderBy(payments.recorded_at)
  const [moves, missing, given_back, siblings] = await Promise.all([
    db.select().from(order_history).where(eq(order_history.order_id, order_id)).orderBy(order_history.id),
    missingOfOrders(db, [order_id]).then(missingLines),
    db
      .select()
      .from(refunds)
      .where(
        or(
          eq(refunds.order_id, order_id),
          inArray(
            refunds.payment_id,
            charges.map(({ id }) => id),
          ),
        ),
      )
      .orderBy(refunds.created_at),
    db
      .select({
        id: orders.id,
        status: orders.status,
        vendor_name: vendors.name,
        delivery_fee: orders.delivery_fee,
        own_delivery_fee: orders.own_delivery_fee,
        small_order_fee: orders.small_order_fee,
      })
      .from(orders)
      .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
      .where(and(eq(orders.checkout_id, checkout_id), ne(orders.id, order_id)))
      .orderBy(orders.id),
  ])
  const [names, room, margin] = await Promise.all([
    moverNames(db, [...moves, ...missing.map(({ by }) => by), ...given_back.map(askerOf)]),
    charges.some(({ purpose }) => purpose === 'orders') ? roomFor(db, found.order) : null,
    orderMargin(db, order_id),
  ])
  return {
    ...found,
    history: moves.map((move) => ({ ...move, who: names(move) })),
    missing: missing.map((line) => ({ ...line, who: names(line.by) })),
    payments: charges,
    refunds: given_back.map((refund) => ({ ...refund, asked_by: names(askerOf(refund)) })),
    siblings,
    room,
    margin,
    small_order_kobo: smallOrderPart(found.order, siblings),
  }
}

/** What of the order's fee was for a small order. */
function smallOrderPart(order: OrderFees, siblings: readonly OrderFees[]): Kobo {
  const of_checkout = [order, ...siblings].toSorted((left, right) => left.id - right.id)
  return feeParts(of_checkout)[of_checkout.indexOf(order)]?.small_order_kobo ?? 0
}

type OrderFees = Pick<typeof orders.$inferSelect, 'id' | 'delivery_fee' | 'own_delivery_fee' | 'small_order_fee'>

export type OrderFile = NonNullable<Awaited<ReturnType<typeof orderFile>>>

/** What can still be refunded, in kobo: of this order, when cancelling it, and of the whole checkout. */
async function roomFor(db: Db, order: typeof orders.$inferSelect) {
  const room = await refundable(db, order.checkout_id)
  const of = room.orders.find((one) => one.order.id === order.id)
  if (!of) return null
  const { food_left_kobo, tip_left_kobo, items_left } = of
  const { delivery_fee_left_kobo } = room
  return {
    food_left_kobo,
    tip_left_kobo,
    items_left,
    delivery_fee_left_kobo,
    fee_with_cancel_kobo: feeThatGoesWith(room, of),
    checkout_left_kobo: sumKobo([...room.orders.map((one) => one.food_left_kobo), delivery_fee_left_kobo]),
  }
}
