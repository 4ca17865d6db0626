import { and, eq, inArray } from 'drizzle-orm'
import type { ProviderTransfer } from '../../../adapters/payments/transfer-provider.ts'
import { campusDate } from '../../clock.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { the_system } from '../../lifecycle.ts'
import { kobo } from '../../money.ts'
import { accounts, bookJournal } from '../../payments/ledger.ts'
import { movePayout } from '../move-payout.ts'
import { lockPayee } from '../payee.ts'
import { payout_transfers, payouts } from '../tables.ts'
import { watchFailed } from './ask-again.ts'
import { askForFeeAt } from './book-transfer-fees.ts'

type Transfer = typeof payout_transfers.$inferSelect

/**
 * The provider has done a transfer: in one commit its payout becomes Paid, the books get it, with the provider's fee if
 * known (else `transferFeeErrands` asks for it), and the payee is told. Called again it changes nothing.
 */
export async function finishTransfer(
  deps: AnnouncingDeps,
  transfer: Transfer,
  answer: ProviderTransfer,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    // The payout is locked first, as in every verb.
    await tx.select({ id: payouts.id }).from(payouts).where(eq(payouts.id, transfer.payout_id)).for('no key update')
    const [done] = await tx
      .update(payout_transfers)
      .set({
        status: 'Successful',
        provider_transfer_id: answer.provider_transfer_id,
        fee: answer.fee,
        // A fee that is not told yet is asked for later (book-transfer-fees.ts).
        next_attempt_at: answer.fee === null ? askForFeeAt(now, now) : null,
        done_at: now,
        last_error: null,
      })
      .where(underWay(transfer))
      .returning()
    if (!done) return
    const paid_on = campusDate(now)
    const moved = await movePayout(tx, deps.announce, {
      payout_id: transfer.payout_id,
      verb: 'approve',
      by: the_system,
      paid: { paid_by: 'transfer', bank_reference: transfer.reference, paid_on },
      now,
    })
    if (!moved.ok) throw new Error(`Payout ${transfer.payout_id} was sent and is ${moved.reason}`)
    const payout = moved.value
    await watchFailed(tx, payout.id, now)
    const payee = await lockPayee(tx, payout)
    const fee = answer.fee ?? 0
    await bookJournal(tx, {
      kind: 'payout_paid',
      subject: `payout:${payout.id}`,
      recorded_at: now,
      entries: [
        { account: payee.ledger_account, amount: payout.amount },
        { account: accounts.provider_fees, amount: fee },
        { account: accounts.providerClearing(transfer.provider), amount: kobo(-payout.amount - fee) },
      ],
    })
    await deps.announce(tx, { kind: 'payout_paid', payout, payee }, now)
  })
}

/** A transfer moved nothing: the payout stays Pending, with the reason, until an admin decides. */
export async function recordTransferFailure(deps: AnnouncingDeps, transfer: Transfer, problem: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, transfer.payout_id)).for('no key update')
    const [failed] = await tx
      .update(payout_transfers)
      .set({ status: 'Failed', next_attempt_at: null, done_at: now, last_error: problem })
      .where(underWay(transfer))
      .returning()
    if (payout && failed) await deps.announce(tx, { kind: 'payout_transfer_failed', payout, problem }, now)
  })
}

const underWay = (transfer: Transfer) =>
  and(eq(payout_transfers.id, transfer.id), inArray(payout_transfers.status, ['Asked', 'Queued']))
