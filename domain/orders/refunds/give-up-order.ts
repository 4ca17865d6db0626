import type { Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import type { Mover } from '../../lifecycle.ts'
import type { refunds } from '../../payments/tables.ts'
import { type Accepted, accepted } from '../../refusal.ts'
import { type MoveOrderRefusal, moveOrder } from '../move-order.ts'
import type { orders } from '../tables.ts'
import { feeThatGoesWith, freeFeeThatGoesWith } from './cancel-order.ts'
import { lockOrdersOfCheckout, refundable } from './refundable.ts'
import { sendBack } from './send-back.ts'

type GivenUp = {
  order: { id: number; checkout_id: string }
  verb: 'reject' | 'lapse' | 'withdraw' | 'call_off' | 'fail'
  /** Who gives the food's money back; the vendor, where it sold nothing. */
  borne_by?: 'vendor' | 'platform'
  by: Mover
  /** Why, as the history has it; the customer reads it, but of what they withdrew themselves. */
  explanation: string
  now: Date
}

/**
 * Ends an order that its vendor will not cook, or has not begun, or that cannot be handed over, and refunds it fully,
 * in the caller's commit. Locks the orders of the checkout. Refused with the order's status.
 */
export async function giveUpOrder(
  tx: Tx,
  announce: Announce,
  { order, verb, borne_by = 'vendor', by, explanation, now }: GivenUp,
): Promise<
  Accepted<{ order: typeof orders.$inferSelect; refund: typeof refunds.$inferSelect | null }> | MoveOrderRefusal
> {
  await lockOrdersOfCheckout(tx, order.checkout_id)
  // As long as it is under way: what a bank took back of one that is over is not owed besides.
  const room = await refundable(tx, order.checkout_id)
  const known = room.orders.find((one) => one.order.id === order.id)
  if (!known) throw new Error('A locked order disappeared')
  const moved = await moveOrder(tx, announce, { order_id: order.id, verb, by, reason: explanation, now })
  if (!moved.ok) return moved
  const of = { ...known, order: moved.value }
  const sent = await sendBack(
    tx,
    {
      payment_id: room.payment_id,
      of,
      food_kobo: of.food_left_kobo,
      delivery_fee_kobo: feeThatGoesWith(room, of),
      free_fee_kobo: freeFeeThatGoesWith(room, of),
      tip_kobo: of.tip_left_kobo,
      borne_by,
      reason: verb === 'reject' ? 'rejected' : 'cancelled',
      explanation,
      by,
      now,
    },
    true,
  )
  await announce(tx, { kind: 'order_cancelled', verb, ...sent, explanation, by }, now)
  return accepted(sent)
}
