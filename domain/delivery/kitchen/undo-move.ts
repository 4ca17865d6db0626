import { desc, eq } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { waitAnew } from '../../orders/acceptance/escalate-unaccepted.ts'
import { order_moves } from '../../orders/lifecycle.ts'
import { type MoveOrderRefusal, moveOrder, no_rejection } from '../../orders/move-order.ts'
import { lockOwnOrder, type OwnOrderRefusal } from '../../orders/own-order.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { type Undoable, undoableOf, undoKey, undoOf } from '../../orders/undo-window.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { carried_statuses } from '../lifecycle.ts'
import { deliveries } from '../tables.ts'

type Order = typeof orders.$inferSelect

/**
 * The kitchen takes back what it did last with an order: its yes, more time, that the food is ready, or a rejection
 * that is still held. Within ten seconds by our clock, whoever of the kitchen pressed it, and only while nothing
 * followed from it: refused once a rider has taken it (`rider_found`), once it is too late, or when somebody else moved
 * it meanwhile. `seen` is the `undoKey` of what the presser was shown: where something else came last it is `stale`, so
 * that nobody takes back what another did.
 */
export async function undoMove(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  order_id: number,
  seen?: string,
): Promise<
  | Accepted<Order>
  | MoveOrderRefusal
  | OwnOrderRefusal
  | Refused<'too_late_to_undo' | 'rider_found' | 'stale', undefined>
> {
  const now = clock.now()
  const isAnother = (newest: Undoable) => seen !== undefined && seen !== undoKey(newest)
  return db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, order_id)
    if (!own.ok) return own
    const order = own.value
    if (order.reject_at !== null) {
      if (isAnother({ what: 'reject', until: order.reject_at })) return refused('stale')
      if (order.reject_at <= now) return refused('too_late_to_undo')
      const kept = await dropRejection(tx, order_id)
      if (kept.status === 'Pending') await waitAnew(tx, order_id, now)
      await announce(tx, { kind: 'rejection_dropped', order: kept }, now)
      return accepted(kept)
    }
    const [last] = await tx
      .select()
      .from(order_history)
      .where(eq(order_history.order_id, order_id))
      .orderBy(desc(order_history.id))
      .limit(1)
    const verb = last && undoOf(last)
    const newest = last && undoableOf(last)
    if (!verb || !newest) return refused('not_allowed', { status: order.status })
    if (isAnother(newest)) return refused('stale')
    if (now >= newest.until) return refused('too_late_to_undo')
    const is_new_again = order_moves[verb].to === 'Pending'
    if (is_new_again && (await isCarried(tx, order_id))) return refused('rider_found')
    if (is_new_again) await waitAnew(tx, order_id, now)
    return moveOrder(tx, announce, {
      order_id,
      verb,
      by: actor,
      now,
      ...(is_new_again && { sets: { ready_by: null } }),
      ...(verb === 'undo_more_time' && { sets: { ready_by: order.ready_by_before, ready_by_before: order.ready_by } }),
    })
  })
}

async function dropRejection(tx: Tx, order_id: number): Promise<Order> {
  const [kept] = await tx.update(orders).set(no_rejection).where(eq(orders.id, order_id)).returning()
  if (!kept) throw new Error('A locked order disappeared')
  noteOrder(tx, order_id)
  return kept
}

/** Whether a rider has it; locked, so that nobody takes it meanwhile. */
async function isCarried(tx: Tx, order_id: number): Promise<boolean> {
  const [delivery] = await tx
    .select({ status: deliveries.status })
    .from(deliveries)
    .where(eq(deliveries.order_id, order_id))
    .for('no key update')
  return carried_statuses.some((status) => status === delivery?.status)
}
