import { and, eq } from 'drizzle-orm'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { DAY_MS } from '../../clock.ts'
import type { Errands } from '../../lane.ts'
import { payout_transfers, payouts } from '../tables.ts'
import type { AskingDeps } from './ask-beforehand.ts'
import { claimDueTransfers } from './claim-transfers.ts'
import { endDoubt, isInDoubt, type Transfer } from './earlier-transfers.ts'
import { reviveTransfer } from './revived-transfer.ts'

/** Banks that make a transfer after it was called failed do so within days. */
const ASKED_FOR_DAYS = 7

/** A locked payout was closed: its failed transfers are asked about once a day for a week (docs/decisions/032). */
export async function watchFailed(tx: Tx, payout_id: number, now: Date): Promise<void> {
  await tx
    .update(payout_transfers)
    .set({ next_attempt_at: new Date(now.getTime() + DAY_MS) })
    .where(and(eq(payout_transfers.payout_id, payout_id), eq(payout_transfers.status, 'Failed')))
}

/**
 * The failed transfers of payouts that are closed, for a lane of the worker that asks the provider about each once a
 * day for a week, and on while one is in doubt. One that is made after all rings the admins who move money, once.
 */
export function failedTransferErrands(deps: AskingDeps): Errands<Transfer> {
  return {
    claim: async (limit) => ({
      claimed: await claimDueTransfers(deps.db, ['Failed'], deps.clock.now(), limit),
    }),
    work: (transfer) => askAgain(deps, transfer),
  }
}

async function askAgain(deps: AskingDeps, transfer: Transfer): Promise<void> {
  const known = await deps.transfers.findTransfer(transfer.reference).catch((error: unknown) => {
    if (isProviderUnavailable(error)) return 'silent' as const
    throw error
  })
  if (known === null || (known !== 'silent' && known.status === 'failed')) await endDoubt(deps.db, transfer)
  else if (known !== 'silent') await reviveTransfer(deps, transfer)
  await deps.db
    .update(payout_transfers)
    .set({ next_attempt_at: await nextQuestion(deps.db, transfer, deps.clock.now()) })
    .where(
      and(
        eq(payout_transfers.id, transfer.id),
        eq(payout_transfers.status, 'Failed'),
        eq(payout_transfers.attempts, transfer.attempts),
      ),
    )
}

/** When to ask again; null when an admin has settled it, or the week is over and nothing is in doubt. */
async function nextQuestion(db: Db, transfer: Transfer, now: Date): Promise<Date | null> {
  const [found] = await db
    .select({ closed_at: payouts.closed_at, transfer: payout_transfers })
    .from(payout_transfers)
    .innerJoin(payouts, eq(payouts.id, payout_transfers.payout_id))
    .where(eq(payout_transfers.id, transfer.id))
  if (!found?.closed_at) return null
  const { closed_at } = found
  const is_in_doubt = isInDoubt(found.transfer)
  if (found.transfer.doubt === 'alive' && !is_in_doubt) return null
  const next = new Date(now.getTime() + DAY_MS)
  const is_over = next.getTime() - closed_at.getTime() > ASKED_FOR_DAYS * DAY_MS
  return is_over && !is_in_doubt ? null : next
}
