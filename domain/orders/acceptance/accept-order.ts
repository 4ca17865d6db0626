import { type Actor, moverOf } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import { preparation_minutes } from '../forms.ts'
import { type MoveOrderRefusal, moveOrder } from '../move-order.ts'
import { isRejecting, lockOwnOrder, type OwnOrderRefusal } from '../own-order.ts'
import type { orders } from '../tables.ts'
import { begunAt } from './begun-at.ts'

type Order = typeof orders.$inferSelect

/**
 * The vendor accepts an order and promises it within a number of minutes, 5 to 120, from now or from when it should
 * begin what was ordered for later. Refused with the order's status when another device was faster, and while somebody
 * else is rejecting it; called twice, it happens once.
 */
export async function acceptOrder(
  deps: AnnouncingDeps,
  actor: Actor,
  order: { order_id: number; minutes: number },
): Promise<
  Accepted<Order> | MoveOrderRefusal | OwnOrderRefusal | Refused<'bad_minutes' | 'being_rejected', undefined>
> {
  const minutes = preparation_minutes.safeParse(order.minutes)
  if (!minutes.success) return refused('bad_minutes')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, order.order_id)
    if (!own.ok) return own
    if (isRejecting(own.value)) return refused('being_rejected')
    return moveOrder(tx, deps.announce, {
      order_id: own.value.id,
      verb: 'accept',
      by: moverOf(actor),
      reason: `${minutes.data} minutes`,
      now,
      sets: { ready_by: new Date(Math.max(now.getTime(), begunAt(own.value).getTime()) + minutes.data * 60_000) },
    })
  })
}
