import { and, eq, inArray } from 'drizzle-orm'
import type { ProviderTransfer, TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import { noteAdmins } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import { leaseUntil, retryAt } from '../../due.ts'
import type { AnnouncingDeps } from '../../events.ts'
import type { Errands } from '../../lane.ts'
import { payout_transfers, payouts } from '../tables.ts'
import { claimDueTransfers } from './claim-transfers.ts'
import { askAboutEarlier, earlierTransfers, noteSilence, type Transfer } from './earlier-transfers.ts'
import { finishTransfer, recordTransferFailure } from './finish-transfer.ts'
import { reviveLocked, reviveTransfer } from './revived-transfer.ts'

/**
 * A transfer with an unknown outcome waits longer than other work before a repeat, first 80 s: a provider that gave no
 * answer may still work on it for half a minute (docs/providers.md#flutterwave-errors), and only then does its list
 * show whether it has the transfer.
 */
const PATIENCE = 3

type Deps = AnnouncingDeps & { transfers: TransferProvider }
type Payout = typeof payouts.$inferSelect

/**
 * The due transfers, for a lane of the worker that sends them and follows them to their end. Before every repeat the
 * provider is asked whether it already has the transfer, by our reference, which it also accepts only once: a lost
 * answer or a killed worker never pays twice.
 */
export function transferErrands(deps: Deps): Errands<Transfer> {
  return {
    claim: async (limit) => ({
      claimed: await claimDueTransfers(deps.db, ['Asked', 'Queued'], deps.clock.now(), limit),
    }),
    work: (transfer) => workOn(deps, transfer),
  }
}

async function workOn(deps: Deps, transfer: Transfer): Promise<void> {
  try {
    await sendOrFollow(deps, transfer)
  } catch (error) {
    const patience = transfer.status === 'Asked' ? PATIENCE : 0
    await deps.db
      .update(payout_transfers)
      .set({
        next_attempt_at: retryAt(transfer.attempts + patience, deps.clock.now()),
        last_error: error instanceof Error ? error.message : String(error),
      })
      .where(claimOf(transfer))
  }
}

async function sendOrFollow(deps: Deps, transfer: Transfer): Promise<void> {
  const { reference, bank_code, account_number, account_name } = transfer
  // `attempts` counted up when the row was claimed: above 1, an earlier call may have reached the provider.
  const known = transfer.attempts > 1 ? await deps.transfers.findTransfer(reference) : null
  if (known) return record(deps, transfer, known)
  if (transfer.status === 'Queued') throw new Error('The provider does not list the transfer that it took')
  const payout = await payoutOf(deps.db, transfer)
  if (await earlierCameAlive(deps, transfer, payout)) return
  if (!(await renewClaim(deps, transfer))) return
  const answer = await deps.transfers.transfer({
    reference,
    amount: payout.amount,
    bank_code,
    account_number,
    account_name,
    narration: `Payout ${payout.id}`,
  })
  if (answer.accepted) return record(deps, transfer, answer.transfer)
  // "This reference exists" is a refusal too, but then the money may be on its way.
  const taken = await deps.transfers.findTransfer(reference)
  if (taken) return record(deps, transfer, taken)
  await recordTransferFailure(deps, transfer, answer.message)
}

async function record(deps: Deps, transfer: Transfer, answer: ProviderTransfer): Promise<void> {
  const payout = await payoutOf(deps.db, transfer)
  if (answer.amount !== payout.amount) throw new Error('The provider reports another amount than was asked for')
  if (answer.status === 'successful') return finishTransfer(deps, transfer, answer)
  if (answer.status === 'failed') {
    return recordTransferFailure(deps, transfer, answer.message || 'The provider reports the transfer as failed')
  }
  await deps.db
    .update(payout_transfers)
    .set({
      status: 'Queued',
      provider_transfer_id: answer.provider_transfer_id,
      fee: answer.fee,
      next_attempt_at: retryAt(transfer.attempts, deps.clock.now()),
      last_error: null,
    })
    .where(claimOf(transfer))
  noteAdmins(deps.db)
}

/**
 * Before money moves: whether the provider no longer calls one of the earlier transfers failed. One of this payout is
 * then followed and the retry ends, so that both can never arrive; for one of a payout that was cancelled before, an
 * admin decides. Throws while the provider does not say. Answers whether it was so.
 */
async function earlierCameAlive(deps: Deps, transfer: Transfer, payout: Payout): Promise<boolean> {
  const earlier = await earlierTransfers(deps.db, payout, { before_id: transfer.id, cancelled_too: true })
  const { alive, silent } = await askAboutEarlier(deps.db, deps.transfers, earlier, async () => {
    if (!(await renewClaim(deps, transfer))) throw new Error('Another worker asks about the earlier transfers')
  })
  if (silent) {
    const { transfer: asked, error } = silent
    await noteSilence(deps.db, asked, deps.clock.now())
    // It may be of a payout that was cancelled: there an admin can say what came of it, and has to know where.
    const which = `transfer ${asked.reference} of payout ${asked.payout_id}`
    throw new Error(`Not sent while the provider does not say what became of ${which}`, { cause: error })
  }
  if (!alive) return false
  if (alive.payout_id === payout.id) await followInstead(deps, transfer, alive)
  else {
    await reviveTransfer(deps, alive)
    const which = `${alive.reference} of payout ${alive.payout_id}, which was cancelled`
    const why = `Not sent: the provider makes its transfer ${which}`
    // Another worker, who asked before, may have sent it by now.
    if (await renewClaim(deps, transfer)) await recordTransferFailure(deps, transfer, why)
  }
  return true
}

/** Follows it unless somebody decided meanwhile; then the money may go out twice, and admins are told. */
async function followInstead(deps: Deps, transfer: Transfer, earlier: Transfer): Promise<void> {
  const { payout_id } = transfer
  await deps.db.transaction(async (tx) => {
    // The payout is locked first, as in every verb.
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payout_id)).for('no key update')
    await tx
      .update(payout_transfers)
      .set({
        status: 'Failed',
        next_attempt_at: null,
        done_at: deps.clock.now(),
        last_error: 'Not sent: an earlier transfer was under way after all.',
      })
      .where(and(claimOf(transfer), eq(payout_transfers.status, 'Asked')))
    if (payout) await reviveLocked(tx, deps, payout, { transfer_id: earlier.id })
  })
}

/** True while the transfer is under way and no other worker has claimed it since. */
const claimOf = (transfer: Transfer) =>
  and(
    eq(payout_transfers.id, transfer.id),
    eq(payout_transfers.attempts, transfer.attempts),
    inArray(payout_transfers.status, ['Asked', 'Queued']),
  )

/**
 * Right before money moves: the search may have taken longer than the lease, and another worker may have taken over.
 */
async function renewClaim(deps: Deps, transfer: Transfer): Promise<boolean> {
  const renewed = await deps.db
    .update(payout_transfers)
    .set({ next_attempt_at: leaseUntil(deps.clock.now()) })
    .where(and(claimOf(transfer), eq(payout_transfers.status, 'Asked')))
    .returning({ id: payout_transfers.id })
  return renewed.length > 0
}

async function payoutOf(db: Db, transfer: Transfer) {
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, transfer.payout_id))
  if (!payout) throw new Error(`Transfer ${transfer.id} has no payout`)
  return payout
}
