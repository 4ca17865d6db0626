import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Kobo, kobo } from '../../money.ts'
import { orders } from '../../orders/tables.ts'
import { accounts, bookJournal } from '../../payments/ledger.ts'
import { RIDER_PAY, type RiderPay } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import type { deliveries } from '../tables.ts'

/**
 * One order's part of a delivery fee that was paid once for `count` orders; `place` counts from 0. The parts sum to the
 * fee to the kobo: the remainder goes to the first orders.
 */
export function feePart(fee: Kobo, count: number, place: number): Kobo {
  const whole = Math.floor(fee / count)
  return kobo(whole + (place < fee - whole * count ? 1 : 0))
}

/**
 * Kobo for the rider of an order with this part of the fee: the share, at least the minimum, and at most what was paid
 * for the way with what the platform adds to it.
 */
export function riderPay(part: Kobo, pay: RiderPay): Kobo {
  const wished = Math.max(pay.minimum_kobo, Math.floor((part * pay.share_percent) / 100))
  return kobo(Math.min(wished, part + pay.top_up_kobo))
}

/** What the rider of an order earns (kobo), by the present settings. Throws for an order that does not exist. */
export async function payForOrder(db: Db | Tx, order_id: number): Promise<Kobo> {
  const [order] = await db.select().from(orders).where(eq(orders.id, order_id))
  if (!order) throw new Error(`There is no order ${order_id}`)
  const pay = await readSetting(db, RIDER_PAY)
  if (order.own_delivery_fee !== null) return riderPay(order.own_delivery_fee, pay)
  const siblings = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkout_id, order.checkout_id))
    .orderBy(orders.id)
  const place = siblings.findIndex(({ id }) => id === order.id)
  return riderPay(feePart(order.delivery_fee, siblings.length, place), pay)
}

/**
 * Books what a rider earned by a Delivered delivery, in the commit that moved it: from the delivery fees to the rider.
 * Does nothing if no rider had it. Booking a delivery twice is a unique violation.
 */
export async function bookRiderPay(tx: Tx, delivery: typeof deliveries.$inferSelect, now: Date): Promise<void> {
  const { id, rider_id, pay } = delivery
  if (!rider_id || pay === null) return
  await bookJournal(tx, {
    kind: 'delivery_done',
    subject: `delivery:${id}`,
    recorded_at: now,
    entries: [
      { account: accounts.delivery_fees, amount: pay },
      { account: accounts.rider(rider_id), amount: kobo(-pay) },
    ],
  })
}
