import { type Actor, moverOf } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { customer_reason } from '../forms.ts'
import type { MoveOrderRefusal } from '../move-order.ts'
import { type OwnOrderRefusal, ownOrder } from '../own-order.ts'
import type { orders } from '../tables.ts'
import { giveUpOrder } from './give-up-order.ts'

/**
 * The vendor cannot cook an order and says why; the customer is refunded in the same commit
 * (docs/product.md#order-lifecycle). From Pending or Accepted; otherwise refused with the order's status.
 */
export async function rejectOrder(
  deps: AnnouncingDeps,
  actor: Actor,
  order: { order_id: number; reason: string },
): Promise<
  Accepted<typeof orders.$inferSelect> | MoveOrderRefusal | OwnOrderRefusal | Refused<'bad_reason', undefined>
> {
  const reason = customer_reason.safeParse(order.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const own = await ownOrder(tx, actor, order.order_id, 'reject_orders')
    if (!own.ok) return own
    const given_up = await giveUpOrder(tx, deps.announce, {
      order: own.value,
      verb: 'reject',
      by: moverOf(actor),
      explanation: reason.data,
      now,
    })
    return given_up.ok ? accepted(given_up.value.order) : given_up
  })
}
