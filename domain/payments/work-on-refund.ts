import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts'
import { noteAdmins, noteDue } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { AnnouncingDeps } from '../events.ts'
import { kobo } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { askAboutEarlier, doubtOver, sendingOver } from './earlier-sendings.ts'
import { bank_reference, decision_note } from './forms.ts'
import { accounts, bookJournal } from './ledger.ts'
import { otherRefundIds } from './other-refund-ids.ts'
import { payments, refunds } from './tables.ts'

type Refund = typeof refunds.$inferSelect
export type RefundWorkRefusal =
  | Refused<'not_found' | 'bad_reason' | 'bad_reference' | 'nothing_to_take', undefined>
  /** Only a failed refund waits for an admin. */
  | Refused<'not_allowed', { status: Refund['status'] }>
  /** The provider lists one that may be this one: check there first, then repeat with `confirmed`. */
  | Refused<'may_be_made', { provider_refund_id: string }>
  /** The provider made it after all, or is about to: it is followed from now on. */
  | Refused<'made_after_all', { provider_refund_id: string }>
  /** Another refund of ours is that one. */
  | Refused<'taken_already', { provider_refund_id: string }>

type Answer = Promise<Accepted<Refund> | RefundWorkRefusal>

/**
 * An admin sends a failed refund again, as a new sending that the provider can tell from the one before. `confirmed`
 * says that the admin checked and the provider's doubtful refund is another one, or was not made.
 */
export function retryRefund(
  deps: AnnouncingDeps,
  actor: Actor,
  retry: { refund_id: string; reason: string; confirmed?: boolean },
): Answer {
  const note = decision_note.safeParse(retry.reason)
  if (!note.success) return Promise.resolve(refused('bad_reason'))
  return work(deps, actor, { ...retry, doubt: doubtOf(retry) }, async (tx, refund, now) => {
    const changed = await change(tx, refund, {
      ...sendingOver(refund),
      status: 'Asked',
      round: refund.round + 1,
      round_at: now,
      attempts: 0,
      next_attempt_at: now,
      last_error: null,
    })
    await recordAudit(tx, {
      actor,
      action: 'refund_retried',
      subject: `refund:${refund.id}`,
      before: { status: refund.status, last_error: refund.last_error },
      after: { status: changed.status, round: changed.round },
      reason: note.data,
      now,
    })
    return changed
  })
}

/**
 * An admin paid a failed refund from our own bank account and gives the bank's reference. The customer is told. The
 * provider is asked first whether it still calls its refund failed: one that is made after all is followed instead, and
 * one that it does not answer for is in doubt until the admin has looked there.
 */
export async function settleRefundByHand(
  deps: AnnouncingDeps & { payments: PaymentProvider },
  actor: Actor,
  paid: { refund_id: string; bank_reference: string; confirmed?: boolean },
): Answer {
  const reference = bank_reference.safeParse(paid.bank_reference)
  if (!reference.success) return refused('bad_reference')
  if (!isAsked(actor, paid.refund_id)) return refused('not_found')
  const earlier = await earlierOf(deps, paid)
  return work(deps, actor, { ...paid, doubt: doubtOf(paid) }, async (tx, refund, now) => {
    if (earlier?.alive) {
      const { provider_refund_id } = earlier.alive
      await follow(tx, actor, refund, { provider_refund_id, paid_by_hand_too: reference.data }, now)
      return refused('made_after_all', { provider_refund_id })
    }
    if (earlier?.silent) {
      const { provider_refund_id } = earlier.silent
      await change(tx, refund, { possible_refund_id: provider_refund_id })
      return refused('may_be_made', { provider_refund_id })
    }
    const changed = await change(tx, refund, {
      ...sendingOver(refund),
      status: 'Done',
      bank_reference: reference.data,
      done_at: now,
      next_attempt_at: null,
    })
    await bookJournal(tx, {
      kind: 'refund_done',
      subject: `refund:${refund.id}`,
      recorded_at: now,
      entries: [
        { account: accounts.refunds_due, amount: refund.amount },
        { account: accounts.bank, amount: kobo(-refund.amount) },
      ],
    })
    await deps.announce(tx, { kind: 'refund_done', refund: changed }, now)
    await recordAudit(tx, {
      actor,
      action: 'refund_settled_by_hand',
      subject: `refund:${refund.id}`,
      before: { status: refund.status, last_error: refund.last_error },
      after: { status: changed.status, amount_kobo: refund.amount, bank_reference: reference.data },
      now,
    })
    return changed
  })
}

/**
 * An admin says that the provider's doubtful refund is this one; its progress is followed from now on. Refused as
 * `taken_already` when it was taken for another refund of the payment, or sent for it.
 */
export function takeProviderRefund(deps: AnnouncingDeps, actor: Actor, take: { refund_id: string }): Answer {
  return work(deps, actor, { ...take, doubt: 'is_taken' }, async (tx, refund, now) => {
    if (!refund.possible_refund_id) return refused('nothing_to_take')
    if ((await otherRefundIds(tx, refund)).includes(refund.possible_refund_id)) {
      return refused('taken_already', { provider_refund_id: refund.possible_refund_id })
    }
    return follow(tx, actor, refund, { provider_refund_id: refund.possible_refund_id }, now)
  })
}

/** `paid_by_hand_too`: the bank's reference of what an admin has sent besides, which is to be called back. */
async function follow(
  tx: Tx,
  actor: Actor,
  refund: Refund,
  made: { provider_refund_id: string; paid_by_hand_too?: string },
  now: Date,
): Promise<Refund> {
  const over = sendingOver(refund)
  const changed = await change(tx, refund, {
    ...over,
    earlier_refund_ids: over.earlier_refund_ids.filter((id) => id !== made.provider_refund_id),
    status: 'Sent',
    provider_refund_id: made.provider_refund_id,
    possible_refund_id: null,
    attempts: 1,
    next_attempt_at: now,
    last_error: null,
  })
  await recordAudit(tx, {
    actor,
    action: made.paid_by_hand_too === undefined ? 'refund_recognised' : 'refund_made_besides',
    subject: `refund:${refund.id}`,
    before: { status: refund.status },
    after: { status: changed.status, ...made },
    now,
  })
  return changed
}

/** What the provider says of the sendings of a refund that failed; null of another, and of one that is in doubt. */
async function earlierOf(
  deps: AnnouncingDeps & { payments: PaymentProvider },
  which: { refund_id: string; confirmed?: boolean },
) {
  const [found] = await deps.db
    .select({ refund: refunds, provider_transaction_id: payments.provider_transaction_id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(eq(refunds.id, which.refund_id), eq(refunds.status, 'Failed')))
  if (!found || (found.refund.possible_refund_id && !which.confirmed)) return null
  const refund = { ...found.refund, ...doubtOver(found.refund) }
  return askAboutEarlier(deps.payments, refund, found.provider_transaction_id)
}

const isAsked = (actor: Actor, refund_id: string): boolean =>
  may(actor, 'move_money') && z.uuid().safeParse(refund_id).success

/**
 * Finds the refund and locks it, and its payment before it: two of one payment are decided one after the other. Refuses
 * one that has not failed.
 */
async function work(
  deps: AnnouncingDeps,
  actor: Actor,
  which: { refund_id: string; doubt: 'refuses' | 'is_over' | 'is_taken' },
  act: (tx: Tx, refund: Refund, now: Date) => Promise<Refund | RefundWorkRefusal>,
): Answer {
  if (!isAsked(actor, which.refund_id)) return refused('not_found')
  return deps.db.transaction(async (tx) => {
    const [asked] = await tx
      .select({ payment_id: refunds.payment_id })
      .from(refunds)
      .where(eq(refunds.id, which.refund_id))
    if (!asked) return refused('not_found')
    await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, asked.payment_id)).for('no key update')
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, which.refund_id)).for('no key update')
    if (!refund) return refused('not_found')
    if (refund.status !== 'Failed') return refused('not_allowed', { status: refund.status })
    if (refund.possible_refund_id && which.doubt === 'refuses') {
      return refused('may_be_made', { provider_refund_id: refund.possible_refund_id })
    }
    const known = which.doubt === 'is_over' ? await change(tx, refund, doubtOver(refund)) : refund
    const answer = await act(tx, known, deps.clock.now())
    return 'ok' in answer ? answer : accepted(answer)
  })
}

const doubtOf = ({ confirmed }: { confirmed?: boolean }) => (confirmed ? 'is_over' : 'refuses')

async function change(tx: Tx, refund: Refund, values: Partial<typeof refunds.$inferInsert>): Promise<Refund> {
  noteDue(tx, 'refund')
  noteAdmins(tx)
  const [changed] = await tx.update(refunds).set(values).where(eq(refunds.id, refund.id)).returning()
  if (!changed) throw new Error('A locked refund disappeared')
  return changed
}
