import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { preparation_minutes } from './forms.ts'
import { type MoveRefusal, moveOrder } from './move-order.ts'
import { actorName, type OwnOrderRefusal, ownOrder } from './own-order.ts'
import { orders } from './tables.ts'

type Order = typeof orders.$inferSelect

/**
 * The vendor takes an order and promises it in so many minutes, 5 to 120. Refused with the status it met when another
 * device was faster; asked twice, it happens once.
 */
export async function acceptOrder(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  order: { order_id: number; minutes: number },
): Promise<Accepted<Order> | MoveRefusal | OwnOrderRefusal | Refused<'bad_minutes', undefined>> {
  const minutes = preparation_minutes.safeParse(order.minutes)
  if (!minutes.success) return refused('bad_minutes')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const own = await ownOrder(tx, actor, order.order_id)
    if (!own.ok) return own
    const moved = await moveOrder(tx, {
      order_id: own.value.id,
      verb: 'accept',
      actor: actorName(actor),
      reason: `${minutes.data} minutes`,
      now,
    })
    if (!moved.ok) return moved
    const ready_by = new Date(now.getTime() + minutes.data * 60_000)
    await tx.update(orders).set({ ready_by }).where(eq(orders.id, own.value.id))
    return accepted({ ...moved.value, ready_by })
  })
}
