import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import type { Mover } from '../../lifecycle.ts'
import type { OrderVerb } from '../../orders/lifecycle.ts'
import { type DeliveryVerb, delivery_moves } from '../lifecycle.ts'
import { withdrawIfEmpty } from '../offers/close-offer.ts'
import { deliveries } from '../tables.ts'
import { makeDelivery } from './make-delivery.ts'
import { moveDelivery } from './move-delivery.ts'

/** What an order's move does to its delivery; a rider's own steps have moved the delivery already. */
const followed_by: Record<OrderVerb, 'make' | DeliveryVerb | null> = {
  accept: 'make',
  complete: 'make',
  pick_up: null,
  hand_over: 'deliver',
  leave: 'leave',
  not_taken: 'not_taken',
  come_back: 'come_back',
  fail: 'fail',
  collect: null,
  not_collected: null,
  deliver: 'deliver',
  reject: 'cancel',
  cancel: 'cancel',
  lapse: 'cancel',
  withdraw: 'cancel',
  call_off: 'cancel',
  more_time: null,
  undo_more_time: null,
  undo_accept: 'cancel',
  undo_complete: null,
  undo_complete_new: 'cancel',
}

/**
 * Moves a delivery along with its order, in the commit that moved the order: made when a vendor accepts, closed when an
 * admin delivers it or anybody cancels it; cancelled, too, when the vendor takes its yes back, and reopened by the next
 * or by an admin who delivers it without one. An open offer that holds nothing else is withdrawn. What its customer
 * collects has no delivery.
 */
export async function followOrder(
  tx: Tx,
  announce: Announce,
  moved: {
    order: { id: number; collects: boolean; ready_by: Date | null }
    verb: OrderVerb
    by: Mover
    reason: string | null
    now: Date
  },
): Promise<void> {
  const { by, reason, now } = moved
  const order_id = moved.order.id
  const verb = followed_by[moved.verb]
  if (verb === null || moved.order.collects) return
  if (verb === 'make') {
    const made = await makeDelivery(tx, { order_id, by, now })
    // Of what is completed after its kitchen's yes, the yes has seen to it.
    if (!made && (moved.verb === 'accept' || moved.order.ready_by === null)) await reopen(tx, announce, moved)
    return
  }
  const [delivery] = await tx
    .select({ id: deliveries.id, status: deliveries.status, offer_id: deliveries.offer_id })
    .from(deliveries)
    .where(eq(deliveries.order_id, order_id))
    .for('no key update')
  if (!delivery || delivery.status === delivery_moves[verb].to) return
  // Its kitchen took its yes back, and an admin delivers it all the same.
  if (verb === 'deliver' && delivery.status === 'Cancelled') await reopen(tx, announce, moved)
  const closed = await moveDelivery(tx, announce, {
    delivery_id: delivery.id,
    verb,
    by,
    reason,
    now,
  })
  if (!closed.ok) throw new Error(`Delivery ${delivery.id} did not follow its order: ${closed.reason}`)
  if (delivery.offer_id !== null) await withdrawIfEmpty(tx, announce, { offer_id: delivery.offer_id, by, now })
}

async function reopen(
  tx: Tx,
  announce: Announce,
  { order, by, now }: { order: { id: number }; by: Mover; now: Date },
): Promise<void> {
  const [cancelled] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.order_id, order.id), eq(deliveries.status, 'Cancelled')))
    .for('no key update')
  if (!cancelled) return
  const opened = await moveDelivery(tx, announce, { delivery_id: cancelled.id, verb: 'reopen', by, now })
  if (!opened.ok) throw new Error(`Delivery ${cancelled.id} did not follow its order: ${opened.reason}`)
}
