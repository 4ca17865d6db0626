import { eq } from 'drizzle-orm'
import type { TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import type { Db } from '../../../db/handle.ts'
import { type Clock, HOUR_MS } from '../../clock.ts'
import type { Errands } from '../../lane.ts'
import { kobo } from '../../money.ts'
import { accounts, bookJournal } from '../../payments/ledger.ts'
import { payout_transfers } from '../tables.ts'
import { claimDueTransfers } from './claim-transfers.ts'

/** After a week without a fee, the reconciliation has to find it. */
const ASKED_FOR_MS = 7 * 24 * HOUR_MS

/** When to ask for the missing fee of a successful transfer; null when nobody asks any more. */
export function askForFeeAt(done_at: Date, now: Date): Date | null {
  const next = new Date(now.getTime() + HOUR_MS)
  return next.getTime() - done_at.getTime() > ASKED_FOR_MS ? null : next
}

type Deps = { db: Db; clock: Clock; transfers: TransferProvider }
type Transfer = typeof payout_transfers.$inferSelect

/**
 * Transfers that succeeded before the provider told its fee, for a lane of the worker that books the fee: asked about
 * every hour for a week, each booked once.
 */
export function transferFeeErrands(deps: Deps): Errands<Transfer> {
  return {
    claim: async (limit) => ({
      claimed: await claimDueTransfers(deps.db, ['Successful'], deps.clock.now(), limit),
    }),
    work: (transfer) => askForFee(deps, transfer),
  }
}

async function askForFee(deps: Deps, transfer: Transfer): Promise<void> {
  const now = deps.clock.now()
  const answer = await deps.transfers.findTransfer(transfer.reference).catch(() => null)
  const fee = answer?.status === 'successful' ? answer.fee : null
  await deps.db.transaction(async (tx) => {
    const own = eq(payout_transfers.id, transfer.id)
    const [held] = await tx.select().from(payout_transfers).where(own).for('no key update')
    if (!held || held.fee !== null) return
    await tx
      .update(payout_transfers)
      .set({ fee, next_attempt_at: fee === null ? askForFeeAt(held.done_at ?? held.created_at, now) : null })
      .where(own)
    if (fee === null || fee === 0) return
    await bookJournal(tx, {
      kind: 'provider_fee_known',
      subject: `transfer:${held.id}`,
      recorded_at: now,
      entries: [
        { account: accounts.provider_fees, amount: fee },
        { account: accounts.providerClearing(held.provider), amount: kobo(-fee) },
      ],
    })
  })
}
