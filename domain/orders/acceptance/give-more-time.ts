import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import { MORE_MINUTES, MOST_MORE_TIMES, type OrderVerb } from '../lifecycle.ts'
import { type MoveOrderRefusal, moveOrder } from '../move-order.ts'
import { isRejecting, lockOwnOrder, type OwnOrderRefusal } from '../own-order.ts'
import { order_history, type orders } from '../tables.ts'

/**
 * The kitchen needs more time for an order that it has accepted: 5, 10 or 15 minutes from when it should be ready, or
 * from now if that is over. Its customer and its rider are told, and what was promised first stays the promise. Refused
 * with the order's status, and the third time; what was taken back counts no more.
 */
export async function giveMoreTime(
  deps: AnnouncingDeps,
  actor: Actor,
  more: { order_id: number; minutes: number },
): Promise<
  | Accepted<typeof orders.$inferSelect>
  | MoveOrderRefusal
  | OwnOrderRefusal
  | Refused<'bad_more_minutes' | 'no_more_time' | 'being_rejected', undefined>
> {
  if (!MORE_MINUTES.some((known) => known === more.minutes)) return refused('bad_more_minutes')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, more.order_id)
    if (!own.ok) return own
    const { id, ready_by } = own.value
    if (isRejecting(own.value)) return refused('being_rejected')
    if ((await timesGiven(tx, id)) >= MOST_MORE_TIMES) return refused('no_more_time')
    const from_ms = Math.max(ready_by?.getTime() ?? 0, now.getTime())
    return moveOrder(tx, deps.announce, {
      order_id: id,
      verb: 'more_time',
      by: actor,
      reason: `${more.minutes} minutes more`,
      now,
      sets: { ready_by: new Date(from_ms + more.minutes * 60_000), ready_by_before: ready_by },
    })
  })
}

async function timesGiven(tx: Tx, order_id: number): Promise<number> {
  const times = (verb: OrderVerb) => sql`count(*) filter (where ${order_history.verb} = ${verb})`
  const [given] = await tx
    .select({ standing: sql<number>`(${times('more_time')} - ${times('undo_more_time')})::int` })
    .from(order_history)
    .where(eq(order_history.order_id, order_id))
  return given?.standing ?? 0
}
