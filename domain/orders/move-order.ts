import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import type { Announce } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { canMove, type OrderStatus, type OrderVerb, order_moves } from './lifecycle.ts'
import { order_history, orders } from './tables.ts'

export type MoveRefusal = Refused<'not_found', undefined> | Refused<'not_allowed', { status: OrderStatus }>

/**
 * Moves an order along the lifecycle table and writes who did it, when and why, in the caller's commit. The only place
 * that changes a status, and the one that announces `order_moved`. Locks the row, so of two that race one wins and the other is refused with the status it met.
 */
export async function moveOrder(
  tx: Tx,
  announce: Announce,
  move: {
    order_id: number
    verb: OrderVerb
    actor: string
    reason?: string
    /** When it happened; earlier than `now` for a rider's step that waited for a network. */
    at?: Date
    now: Date
    /** What the move itself decides about the order, written with it. */
    sets?: { ready_by: Date }
  },
): Promise<Accepted<typeof orders.$inferSelect> | MoveRefusal> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, move.order_id)).for('no key update')
  if (!order) return refused('not_found')
  if (!canMove(move.verb, order.status)) return refused('not_allowed', { status: order.status })
  const to_status = order_moves[move.verb].to
  const [moved] = await tx
    .update(orders)
    .set({ ...move.sets, status: to_status })
    .where(eq(orders.id, order.id))
    .returning()
  if (!moved) throw new Error('A locked order disappeared')
  await tx.insert(order_history).values({
    order_id: order.id,
    verb: move.verb,
    from_status: order.status,
    to_status,
    actor: move.actor,
    reason: move.reason ?? null,
    moved_at: move.at ?? move.now,
    recorded_at: move.now,
  })
  await announce(
    tx,
    { kind: 'order_moved', order: moved, verb: move.verb, actor: move.actor, reason: move.reason ?? null },
    move.now,
  )
  return accepted(moved)
}
