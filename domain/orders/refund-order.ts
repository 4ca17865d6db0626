import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import type { Announce } from '../events.ts'
import { askRefund } from '../payments/ask-refund.ts'
import { accounts, bookJournal } from '../payments/ledger.ts'
import { payments } from '../payments/tables.ts'
import { orders } from './tables.ts'

type Order = typeof orders.$inferSelect

/**
 * Locks all orders of one checkout, always in the same sequence. To be called before one of them is cancelled: of two
 * vendors that cancel at once, the later one must see that it is the last and gives the delivery fee back.
 */
export async function lockOrdersOfCheckout(tx: Tx, checkout_id: string): Promise<void> {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkout_id, checkout_id))
    .orderBy(orders.id)
    .for('update')
}

/**
 * Sends a cancelled order's money back: its total price, and with the last order of a checkout the delivery fee, which
 * was paid once. Part of the commit that cancelled the order, under `lockOrdersOfCheckout`. Throws when the order is not
 * cancelled or has no payment, which would be a bug.
 */
export async function refundOrder(
  tx: Tx,
  announce: Announce,
  refund_of: { order: Order; reason: 'rejected' | 'cancelled'; explanation: string | null; now: Date },
): Promise<void> {
  const { order, reason, explanation, now } = refund_of
  if (order.status !== 'Cancelled') throw new Error(`Order ${order.id} is not cancelled`)
  const siblings = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.checkout_id, order.checkout_id))
  const delivery_fee = siblings.every(({ status }) => status === 'Cancelled') ? order.delivery_fee : 0
  const amount = order.total_price + delivery_fee
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.checkout_id, order.checkout_id), eq(payments.purpose, 'orders')))
  if (!payment) throw new Error(`Order ${order.id} has no payment`)
  const refund = await askRefund(tx, { payment_id: payment.id, order_id: order.id, amount, reason, now })
  await bookJournal(tx, {
    kind: 'order_refunded',
    subject: `order:${order.id}`,
    recorded_at: now,
    entries: [
      { account: accounts.vendor(order.vendor_id), amount: order.total_price },
      { account: accounts.delivery_fees, amount: delivery_fee },
      { account: accounts.refunds_due, amount: -amount },
    ],
  })
  await announce(tx, { kind: 'order_refunded', refund, order, explanation }, now)
}
