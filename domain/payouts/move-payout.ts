import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { Announce } from '../events.ts'
import { historyLine, type Moved, type MoveRefusal, type MoveRequest, move, one } from '../move.ts'
import type { Accepted } from '../refusal.ts'
import { type PayoutStatus, type PayoutVerb, payout_moves } from './lifecycle.ts'
import { payout_history, payouts } from './tables.ts'

export type PayoutRow = typeof payouts.$inferSelect

type PayoutMove = MoveRequest<PayoutVerb> & { payout_id: number } & (
    | { verb: Exclude<PayoutVerb, 'approve'> }
    | {
        verb: 'approve'
        paid: { paid_by: 'transfer' | 'hand'; bank_reference: string; paid_on: string }
      }
  )

/** Moves a payout along its lifecycle: the only place that changes its status. */
export function movePayout(
  tx: Tx,
  announce: Announce,
  request: PayoutMove,
): Promise<Accepted<PayoutRow> | MoveRefusal<PayoutStatus>> {
  return move(tx, announce, payout_lifecycle, request)
}

const payout_lifecycle = {
  moves: payout_moves,
  lock: (tx: Tx, { payout_id }: PayoutMove) =>
    tx.select().from(payouts).where(eq(payouts.id, payout_id)).for('no key update').then(one),
  write: (tx: Tx, { id }: PayoutRow, status: PayoutStatus, request: PayoutMove) =>
    tx
      .update(payouts)
      .set({ status, closed_at: request.now, ...(request.verb === 'approve' ? request.paid : {}) })
      .where(eq(payouts.id, id))
      .returning()
      .then(one),
  record: (tx: Tx, moved: Moved<PayoutRow, PayoutVerb>) =>
    tx.insert(payout_history).values({ payout_id: moved.after.id, ...historyLine(moved) }),
}
