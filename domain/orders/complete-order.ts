import type { Db } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import type { Accepted } from '../refusal.ts'
import { type MoveOrderRefusal, moveOrder } from './move-order.ts'
import { type OwnOrderRefusal, ownOrder } from './own-order.ts'
import type { orders } from './tables.ts'

/**
 * "Mark as Completed" (docs/product.md#order-lifecycle): the food is ready. From Pending or Accepted; otherwise refused
 * with the order's status.
 */
export async function completeOrder(
  deps: { db: Db; clock: Clock; announce: Announce },
  actor: Actor,
  order_id: number,
): Promise<Accepted<typeof orders.$inferSelect> | MoveOrderRefusal | OwnOrderRefusal> {
  return deps.db.transaction(async (tx) => {
    const own = await ownOrder(tx, actor, order_id)
    if (!own.ok) return own
    const now = deps.clock.now()
    return moveOrder(tx, deps.announce, { order_id, verb: 'complete', by: actor, now })
  })
}
