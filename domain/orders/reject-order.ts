import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { feeThatGoesWith } from './cancel-order.ts'
import { customer_reason } from './forms.ts'
import { type MoveRefusal, moveOrder } from './move-order.ts'
import { actorName, type OwnOrderRefusal, ownOrder } from './own-order.ts'
import { lockOrdersOfCheckout, refundable } from './refundable.ts'
import { sendBack } from './send-back.ts'
import type { orders } from './tables.ts'

/**
 * The vendor cannot cook an order and says why; the customer's money goes back in the same commit (reading-the-spec,
 * order lifecycle). From Pending or Accepted; refused with the status it met otherwise.
 */
export async function rejectOrder(
  deps: { db: Db; clock: Clock; announce: Announce },
  actor: Actor,
  order: { order_id: number; reason: string },
): Promise<
  Accepted<typeof orders.$inferSelect> | MoveRefusal | OwnOrderRefusal | Refused<'bad_reason', undefined>
> {
  const reason = customer_reason.safeParse(order.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const own = await ownOrder(tx, actor, order.order_id)
    if (!own.ok) return own
    await lockOrdersOfCheckout(tx, own.value.checkout_id)
    const moved = await moveOrder(tx, deps.announce, {
      order_id: own.value.id,
      verb: 'reject',
      actor: actorName(actor),
      reason: reason.data,
      now,
    })
    if (!moved.ok) return moved
    const room = await refundable(tx, own.value.checkout_id)
    const of = room.orders.find(({ order }) => order.id === moved.value.id)
    if (!of) throw new Error('A locked order disappeared')
    const sent = await sendBack(
      tx,
      {
        payment_id: room.payment_id,
        of,
        food: of.food_left,
        delivery_fee: feeThatGoesWith(room, of),
        borne_by: 'vendor',
        reason: 'rejected',
        explanation: reason.data,
        asked_by: actor.email,
        now,
      },
      true,
    )
    await deps.announce(tx, { kind: 'order_cancelled', ...sent, explanation: reason.data, by: 'vendor' }, now)
    return accepted(sent.order)
  })
}
