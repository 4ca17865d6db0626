import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { PaymentProvider, ProviderRefund } from '../../adapters/payments/payment-provider.ts'
import { noteAdmins } from '../../db/after-commit.ts'
import { leaseUntil, retryAt } from '../due.ts'
import type { AnnouncingDeps } from '../events.ts'
import type { Errands } from '../lane.ts'
import { kobo } from '../money.ts'
import { isChargedBack } from './chargebacks/charged-back.ts'
import { askAboutEarlier } from './earlier-sendings.ts'
import { accounts, bookJournal } from './ledger.ts'
import { otherRefundIds } from './other-refund-ids.ts'
import { payments, refunds } from './tables.ts'

/**
 * Refunds wait longer than other work before a repeat, first 80 s: a provider that gave no answer may still work on it
 * for half a minute (docs/providers.md#flutterwave-errors), and only then does its list show whether it has the refund.
 */
const PATIENCE = 3

/** How often a refund is tried whose earlier sending the provider does not answer for: for some four hours. */
const MOST_QUESTIONS = 10

/** Sent besides, the customer would have it twice. */
const CHARGED_BACK = 'Not sent: the customer’s bank took this money back (a chargeback). Wait for how that ends'

type Deps = AnnouncingDeps & { payments: PaymentProvider }
type Refund = typeof refunds.$inferSelect

/**
 * The due refunds, for a lane of the worker that sends them and follows their progress. The provider has no idempotency
 * key, so before every repeat it is asked whether it already has the refund, recognised by our id in its comment. An
 * unknown outcome is looked up at the next attempt. Before it is sent anew after a failure, the provider is asked
 * whether it still calls the earlier sendings failed; of one that it never answers for, an admin finds out.
 */
export function refundErrands(deps: Deps): Errands<Refund> {
  return { claim: (limit) => claimDue(deps, limit), work: (refund) => sendRefund(deps, refund) }
}

async function claimDue(deps: Deps, limit: number): Promise<{ claimed: Refund[] }> {
  const now = deps.clock.now()
  const due = deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.status, ['Asked', 'Sent']).inlineParams(), lte(refunds.next_attempt_at, now)))
    .orderBy(refunds.next_attempt_at)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const claimed = await deps.db
    .update(refunds)
    .set({ next_attempt_at: leaseUntil(now), attempts: sql`${refunds.attempts} + 1` })
    .where(inArray(refunds.id, due))
    .returning()
  return { claimed }
}

async function sendRefund(deps: Deps, refund: Refund): Promise<void> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, refund.payment_id))
  if (!payment) throw new Error(`Refund ${refund.id} has no payment`)
  const { provider_transaction_id } = payment
  try {
    // `attempts` counted up when the row was claimed: above 1, an earlier call may have reached the provider.
    const known =
      refund.attempts > 1
        ? await deps.payments.findRefund({
            provider_refund_id: refund.provider_refund_id,
            provider_transaction_id,
            amount: refund.amount,
            comment: commentOf(refund),
            asked_at: refund.round_at ?? refund.created_at,
            others: [...refund.ruled_out, ...(await otherRefundIds(deps.db, refund))],
          })
        : null
    if (known && !known.certain) {
      const { provider_refund_id: id } = known.refund
      const message = `The provider lists refund ${id} of this amount without our comment. It may be this one`
      return await recordFailure(deps, refund, message, id)
    }
    if (known) return await recordAnswer(deps, refund, known.refund)
    const { alive, silent } = await askAboutEarlier(deps.payments, refund, provider_transaction_id)
    if (alive) return await recordAnswer(deps, refund, alive)
    if (silent && refund.attempts < MOST_QUESTIONS) throw silent.error
    if (silent) {
      const { provider_refund_id: id } = silent
      return await recordFailure(deps, refund, `The provider no longer says what became of its refund ${id}`, id)
    }
    if (await isChargedBack(deps.db, refund)) return await recordFailure(deps, refund, CHARGED_BACK)
    if (!(await renewClaim(deps, refund))) return
    const answer = await deps.payments.refund({
      provider_transaction_id,
      amount: refund.amount,
      comment: commentOf(refund),
    })
    if (answer.accepted) await recordAnswer(deps, refund, answer.refund)
    else await recordFailure(deps, refund, answer.message)
  } catch (error) {
    await deps.db
      .update(refunds)
      .set({
        next_attempt_at: retryAt(refund.attempts + PATIENCE, deps.clock.now()),
        last_error: error instanceof Error ? error.message : String(error),
      })
      .where(claimOf(refund))
  }
}

/** The text to search in the provider's list: our id, and from the second sending on its number. */
const commentOf = (refund: Refund) => (refund.round === 1 ? refund.id : `${refund.id}/${refund.round}`)

/** True while no other worker has claimed the refund since, and no admin has restarted it. */
const claimOf = (refund: Refund) =>
  and(eq(refunds.id, refund.id), eq(refunds.round, refund.round), eq(refunds.attempts, refund.attempts))

/** True while the refund is in the same sending as when it was claimed, and not finished. */
const stillUnderWay = (refund: Refund) =>
  and(eq(refunds.id, refund.id), eq(refunds.round, refund.round), inArray(refunds.status, ['Asked', 'Sent']))

/**
 * Right before money moves: the search may have taken longer than the lease, and another worker may have taken over.
 */
async function renewClaim(deps: Deps, refund: Refund): Promise<boolean> {
  const renewed = await deps.db
    .update(refunds)
    .set({ next_attempt_at: leaseUntil(deps.clock.now()) })
    .where(and(claimOf(refund), eq(refunds.status, 'Asked')))
    .returning({ id: refunds.id })
  return renewed.length > 0
}

/**
 * Records the provider's answer. A finished refund moves the money out of the provider's account in the same commit.
 * One that an admin took for another of ours meanwhile (`takeProviderRefund`) is no answer: somebody has to look.
 */
async function recordAnswer(deps: Deps, refund: Refund, answer: ProviderRefund): Promise<void> {
  if (answer.status === 'failed') return recordFailure(deps, refund, 'The provider reports the refund as failed')
  const now = deps.clock.now()
  const { provider_refund_id } = answer
  const is_taken = await deps.db.transaction(async (tx) => {
    await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, refund.payment_id)).for('no key update')
    if ((await otherRefundIds(tx, refund)).includes(provider_refund_id)) return true
    const done = answer.status === 'done'
    const [changed] = await tx
      .update(refunds)
      .set({
        status: done ? 'Done' : 'Sent',
        provider_refund_id,
        next_attempt_at: done ? null : retryAt(refund.attempts + PATIENCE, now),
        done_at: done ? now : null,
        last_error: null,
      })
      .where(stillUnderWay(refund))
      .returning()
    noteAdmins(tx)
    if (!changed || !done) return false
    await bookJournal(tx, {
      kind: 'refund_done',
      subject: `refund:${refund.id}`,
      recorded_at: now,
      entries: [
        { account: accounts.refunds_due, amount: refund.amount },
        { account: accounts.providerClearing(deps.payments.name), amount: kobo(-refund.amount) },
      ],
    })
    await deps.announce(tx, { kind: 'refund_done', refund: changed }, now)
    return false
  })
  const message = `The provider’s refund ${provider_refund_id} was taken for another one of this payment`
  if (is_taken) await recordFailure(deps, refund, message, provider_refund_id)
}

/** A refused refund leaves its money in `refunds_due` until an admin looks at it (`work-on-refund.ts`). */
async function recordFailure(
  deps: Deps,
  refund: Refund,
  message: string,
  possible_refund_id: string | null = null,
): Promise<void> {
  await deps.db
    .update(refunds)
    .set({ status: 'Failed', next_attempt_at: null, last_error: message, possible_refund_id })
    .where(stillUnderWay(refund))
  noteAdmins(deps.db)
}
