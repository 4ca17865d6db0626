import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { noteAdmins } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { by_itself, recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../events.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { doubtOver, sendingOver } from '../earlier-sendings.ts'
import { accounts, bookJournal } from '../ledger.ts'
import { payments, refunds } from '../tables.ts'
import { chargebacks } from './tables.ts'

type Refund = typeof refunds.$inferSelect
type Chargeback = typeof chargebacks.$inferSelect

/**
 * An admin says that a failed refund need not be sent: the customer's bank has given the same money back, and the
 * chargeback is over. What was booked as lost to it pays the refund. Refused where none that is lost or accepted has as
 * much left (`not_covered`), and while the provider may have made it (`may_be_made`), unless `confirmed` says that the
 * admin looked there. The customer is not told: their bank did.
 */
export async function coverRefund(
  deps: Deps,
  actor: Actor,
  { refund_id, confirmed = false }: { refund_id: string; confirmed?: boolean },
): Promise<
  | Accepted<Refund>
  | Refused<'not_found' | 'not_covered', undefined>
  | Refused<'not_allowed', { status: Refund['status'] }>
  | Refused<'may_be_made', { provider_refund_id: string }>
> {
  if (!may(actor, 'move_money') || !z.uuid().safeParse(refund_id).success) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [wanted] = await tx.select().from(refunds).where(eq(refunds.id, refund_id))
    if (!wanted) return refused('not_found')
    await tx.select().from(payments).where(eq(payments.id, wanted.payment_id)).for('no key update')
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refund_id)).for('no key update')
    if (refund?.status !== 'Failed') return refused('not_allowed', { status: refund?.status ?? wanted.status })
    if (refund.possible_refund_id && !confirmed)
      return refused('may_be_made', { provider_refund_id: refund.possible_refund_id })
    const chargeback = await coveringChargeback(tx, refund)
    if (!chargeback) return refused('not_covered')
    const [covered] = await tx
      .update(refunds)
      .set({
        ...doubtOver(refund),
        ...sendingOver({ ...refund, ...doubtOver(refund) }),
        status: 'Done',
        covered_by: chargeback.id,
        done_at: now,
        next_attempt_at: null,
        last_error: null,
      })
      .where(eq(refunds.id, refund.id))
      .returning()
    if (!covered) throw new Error('A locked refund disappeared')
    noteAdmins(tx)
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
 * A chargeback that covered refunds took no more than `gone` kobo in the end, none once it is won: where that pays them
 * no longer, they are owed again and wait for an admin, as any that failed. Called under the lock of its payment.
 */
export async function uncoverRefunds(tx: Tx, chargeback: Chargeback, gone: Kobo, now: Date): Promise<void> {
  const covered = await tx.select().from(refunds).where(eq(refunds.covered_by, chargeback.id)).for('no key update')
  if (sumKobo(covered.map(({ amount }) => amount)) <= gone) return
  for (const refund of covered) {
    await tx
      .update(refunds)
      .set({
        status: 'Failed',
        covered_by: null,
        done_at: null,
        last_error: 'Owed again: the chargeback that paid it ended otherwise. Send it, or pay it by hand',
      })
      .where(eq(refunds.id, refund.id))
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
