import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { canMovePayout, type PayoutRole, type PayoutVerb, payout_moves } from './lifecycle.ts'
import { type NotPending, notPending } from './not-pending.ts'
import { payout_history, payouts } from './tables.ts'

export type PayoutRow = typeof payouts.$inferSelect

type PayoutMove = {
  payout_id: number
  /** Who did it, as the history says it, and as what. */
  actor: string
  role: PayoutRole
  reason?: string
  now: Date
} & (
  | { verb: Exclude<PayoutVerb, 'approve'> }
  | {
      verb: 'approve'
      paid: { paid_by: 'transfer' | 'hand'; bank_reference: string; paid_on: string }
    }
)

/**
 * Moves a payout along the lifecycle table and writes who did it, when and why, in the caller's commit. The only place that
 * changes a payout's status. Locks the row, so of two that race one wins and the other is told who was first.
 */
export async function movePayout(
  tx: Tx,
  move: PayoutMove,
): Promise<Accepted<PayoutRow> | Refused<'not_found', undefined> | Refused<'not_pending', NotPending>> {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, move.payout_id)).for('no key update')
  if (!payout) return refused('not_found')
  if (!canMovePayout(move.verb, payout.status)) {
    return refused('not_pending', await notPending(tx, payout))
  }
  const { to, who } = payout_moves[move.verb]
  if (!who.some((role) => role === move.role)) throw new Error(`${move.role} may not ${move.verb} a payout`)
  const [moved] = await tx
    .update(payouts)
    .set({ status: to, closed_at: move.now, ...(move.verb === 'approve' ? move.paid : {}) })
    .where(eq(payouts.id, payout.id))
    .returning()
  if (!moved) throw new Error('A locked payout disappeared')
  await tx.insert(payout_history).values({
    payout_id: payout.id,
    verb: move.verb,
    from_status: payout.status,
    to_status: to,
    actor: move.actor,
    reason: move.reason ?? null,
    moved_at: move.now,
  })
  return accepted(moved)
}
