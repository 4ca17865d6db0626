import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Announce, EventOf } from '../../events.ts'
import { kobo } from '../../money.ts'
import { askRefund } from '../../payments/ask-refund.ts'
import { accounts, bookJournal } from '../../payments/ledger.ts'
import { payments } from '../../payments/tables.ts'
import { deliveries } from '../tables.ts'

/**
 * Gives the tip of an order back to its customer where it ended as Delivered and no rider brought it: nobody took the
 * food, or an admin delivered it without a rider. Part of the commit that moved it, once its delivery has followed.
 */
export async function returnTip(
  tx: Tx,
  announce: Announce,
  { order, by }: EventOf<'order_moved'>,
  now: Date,
): Promise<void> {
  if (order.status !== 'Delivered' || order.tip === 0) return
  const [delivery] = await tx.select({ tip: deliveries.tip }).from(deliveries).where(eq(deliveries.order_id, order.id))
  if (delivery && delivery.tip > 0) return
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.checkout_id, order.checkout_id), eq(payments.purpose, 'orders')))
  if (!payment) throw new Error(`Checkout ${order.checkout_id} has no payment for orders`)
  const refund = await askRefund(tx, {
    payment_id: payment.id,
    order_id: order.id,
    amount: order.tip,
    tip: order.tip,
    reason: 'tip',
    by,
    now,
  })
  await bookJournal(tx, {
    kind: 'order_given_back',
    subject: `order:${order.id}:${refund.id}`,
    order_id: order.id,
    recorded_at: now,
    entries: [
      { account: accounts.tips, amount: order.tip },
      { account: accounts.refunds_due, amount: kobo(-order.tip) },
    ],
  })
  await announce(tx, { kind: 'orders_given_back', given: [{ order, refund }], explanation: '' }, now)
}
