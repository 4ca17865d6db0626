import { and, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { leaseUntil } from '../../due.ts'
import { payout_transfers } from '../tables.ts'

type Transfer = typeof payout_transfers.$inferSelect

/**
 * Claims the transfers in these statuses that are due at `now`, the longest waiting first, at most `limit`: until the
 * lease ends no other worker gets them. Answers them as they are now, this attempt counted.
 */
export async function claimDueTransfers(
  db: Db,
  statuses: readonly Transfer['status'][],
  now: Date,
  limit: number,
): Promise<Transfer[]> {
  const due = db
    .select({ id: payout_transfers.id })
    .from(payout_transfers)
    .where(
      and(
        // Inlined, so that the planner uses the index of due transfers.
        inArray(payout_transfers.status, [...statuses]).inlineParams(),
        lte(payout_transfers.next_attempt_at, now),
      ),
    )
    .orderBy(payout_transfers.next_attempt_at)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return db
    .update(payout_transfers)
    .set({ next_attempt_at: leaseUntil(now), attempts: sql`${payout_transfers.attempts} + 1` })
    .where(inArray(payout_transfers.id, due))
    .returning()
}
