import { and, eq } from 'drizzle-orm'
import { noteDue } from '../../../db/after-commit.ts'
import type { Deps } from '../../events.ts'
import { payout_transfers } from '../tables.ts'

/**
 * The provider reports news about a transfer. It is not believed; the transfer is only asked about at once. One that
 * may not have reached the provider yet keeps its own schedule.
 */
export async function hurryTransfer(deps: Deps, provider_transfer_id: string | null): Promise<void> {
  if (provider_transfer_id === null) return
  await deps.db
    .update(payout_transfers)
    .set({ next_attempt_at: deps.clock.now() })
    .where(and(eq(payout_transfers.status, 'Queued'), eq(payout_transfers.provider_transfer_id, provider_transfer_id)))
  noteDue(deps.db, 'transfer')
}
