import type { Actor } from '../accounts/actor.ts'
import type { AnnouncingDeps } from '../events.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { awaitsChoice } from './missing-dish/missing-of-orders.ts'
import { type MoveOrderRefusal, moveOrder } from './move-order.ts'
import { isRejecting, lockOwnOrder, type OwnOrderRefusal } from './own-order.ts'
import type { orders } from './tables.ts'

/**
 * "Mark as Completed" (docs/product.md#order-lifecycle): the food is ready. From Pending or Accepted; otherwise refused
 * with the order's status, while somebody else is rejecting it, and while its customer chooses what comes instead of a
 * missing dish.
 */
export async function completeOrder(
  deps: AnnouncingDeps,
  actor: Actor,
  order_id: number,
): Promise<
  | Accepted<typeof orders.$inferSelect>
  | MoveOrderRefusal
  | OwnOrderRefusal
  | Refused<'being_rejected' | 'awaits_choice', undefined>
> {
  return deps.db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, order_id)
    if (!own.ok) return own
    if (isRejecting(own.value)) return refused('being_rejected')
    if (await awaitsChoice(tx, order_id)) return refused('awaits_choice')
    const now = deps.clock.now()
    return moveOrder(tx, deps.announce, { order_id, verb: 'complete', by: actor, now })
  })
}
