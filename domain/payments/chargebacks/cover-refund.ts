import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { by_itself, recordAudit } from '../../audit/record-audit.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { sendingOver } from '../earlier-sendings.ts'
import {
  type AskingDeps,
  changeRefund,
  type FailedRefundRefusal,
  type Refund,
  type RefundInHand,
  workBesideProvider,
} from '../failed-refund.ts'
import { accounts, bookJournal } from '../ledger.ts'
import { refunds } from '../tables.ts'
import { chargebacks } from './tables.ts'

type Chargeback = typeof chargebacks.$inferSelect

/**
 * An admin says that a failed refund need not be sent: the customer's bank has given the same money back, and the
 * chargeback is over. What was booked as lost to it pays the refund. Refused where none that is lost or accepted has as
 * much left (`not_covered`). The provider is asked first whether it makes the refund after all. The customer is not
 * told: their bank did.
 */
export function coverRefund(
  deps: AskingDeps,
  actor: Actor,
  which: RefundInHand,
): Promise<Accepted<Refund> | FailedRefundRefusal | Refused<'not_covered', undefined>> {
  return workBesideProvider(deps, actor, which, async (tx, refund, now) => {
    const chargeback = await coveringChargeback(tx, refund)
    if (!chargeback) return refused('not_covered')
    const covered = await changeRefund(tx, refund, {
      ...sendingOver(refund),
      status: 'Done',
      covered_by: chargeback.id,
      done_at: now,
      next_attempt_at: null,
      last_error: null,
    })
    await bookJournal(tx, coveredJournal(covered, chargeback, now))
    await recordAudit(tx, {
      actor,
      action: 'refund_covered',
      subject: `refund:${refund.id}`,
      before: { status: refund.status, last_error: refund.last_error },
      after: { status: covered.status, chargeback: chargeback.provider_chargeback_id },
      now,
    })
    return accepted(covered)
  })
}

/** One of the refund's payment that is over, ended against us, and has so much left. */
async function coveringChargeback(tx: Tx, refund: Refund) {
  const lost = await tx
    .select()
    .from(chargebacks)
    .where(and(eq(chargebacks.payment_id, refund.payment_id), inArray(chargebacks.status, ['lost', 'accepted'])))
    .orderBy(chargebacks.id)
  const covered = await tx.select().from(refunds).where(eq(refunds.payment_id, refund.payment_id))
  return lost.find(({ id, amount }) => {
    const used = covered.filter(({ covered_by }) => covered_by === id)
    return refund.amount <= amount - sumKobo(used.map((other) => other.amount))
  })
}

/**
 * A chargeback that covered refunds took no more than `gone` kobo in the end, none once it is won: of what that does
 * not pay, the latest is owed again first and waits for an admin, as any that failed. Called under the lock of its
 * payment.
 */
export async function uncoverRefunds(tx: Tx, chargeback: Chargeback, gone: Kobo, now: Date): Promise<void> {
  const covered = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.covered_by, chargeback.id))
    .orderBy(desc(refunds.done_at), refunds.id)
    .for('no key update')
  let paid_kobo: number = sumKobo(covered.map(({ amount }) => amount))
  for (const refund of covered) {
    if (paid_kobo <= gone) return
    paid_kobo -= refund.amount
    await changeRefund(tx, refund, {
      status: 'Failed',
      covered_by: null,
      done_at: null,
      last_error: 'Owed again: the chargeback that paid it ended otherwise. Send it, or pay it by hand',
    })
    const { entries, ...journal } = coveredJournal(refund, chargeback, now)
    const turned = entries.map(({ account, amount }) => ({ account, amount: kobo(-amount) }))
    await bookJournal(tx, { ...journal, kind: 'refund_uncovered', entries: turned })
    await recordAudit(tx, {
      actor: by_itself,
      action: 'refund_uncovered',
      subject: `refund:${refund.id}`,
      before: { status: refund.status },
      after: { status: 'Failed', chargeback: chargeback.provider_chargeback_id },
      now,
    })
  }
}

/** One for each time that the chargeback takes the money: in between it may come back. */
function coveredJournal(refund: Refund, { id, bookings }: Chargeback, recorded_at: Date) {
  return {
    kind: 'refund_covered' as const,
    subject: `refund:${refund.id}:${id}:${bookings}`,
    ...(refund.order_id !== null && { order_id: refund.order_id }),
    recorded_at,
    entries: [
      { account: accounts.refunds_due, amount: refund.amount },
      { account: accounts.chargebacks, amount: kobo(-refund.amount) },
    ],
  }
}
