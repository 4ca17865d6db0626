import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { moverNames } from '../accounts/mover-names.ts'
import { the_system } from '../lifecycle.ts'
import type { PayoutStatus } from './lifecycle.ts'
import { payout_history, type payouts } from './tables.ts'

/** How a payout was decided, by whom and when. */
export type NotPending = { status: PayoutStatus; by: string; at: Date }

/** What the second of two admins is told about a payout that is already decided. */
export async function notPending(tx: Tx, payout: typeof payouts.$inferSelect): Promise<NotPending> {
  const [last] = await tx
    .select()
    .from(payout_history)
    .where(eq(payout_history.payout_id, payout.id))
    .orderBy(desc(payout_history.id))
    .limit(1)
  const by = last ?? the_system
  return {
    status: payout.status,
    by: (await moverNames(tx, [by]))(by),
    at: last?.moved_at ?? payout.closed_at ?? payout.created_at,
  }
}
