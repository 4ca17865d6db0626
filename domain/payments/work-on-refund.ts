import type { Actor } from '../accounts/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { AnnouncingDeps } from '../events.ts'
import { kobo } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { sendingOver } from './earlier-sendings.ts'
import {
  type AskingDeps,
  changeRefund,
  type FailedRefundRefusal,
  followRefund,
  type Refund,
  type RefundInHand,
  workBesideProvider,
  workOnFailed,
} from './failed-refund.ts'
import { bank_reference, decision_note } from './forms.ts'
import { accounts, bookJournal } from './ledger.ts'
import { otherRefundIds } from './other-refund-ids.ts'

export type RefundWorkRefusal =
  | FailedRefundRefusal
  | Refused<'bad_reason' | 'bad_reference' | 'nothing_to_take', undefined>
  /** Another refund of ours is that one. */
  | Refused<'taken_already', { provider_refund_id: string }>

type Answer = Promise<Accepted<Refund> | RefundWorkRefusal>

/** An admin sends a failed refund again, as a new sending that the provider can tell from the one before. */
export function retryRefund(deps: AnnouncingDeps, actor: Actor, retry: RefundInHand & { reason: string }): Answer {
  const note = decision_note.safeParse(retry.reason)
  if (!note.success) return Promise.resolve(refused('bad_reason'))
  return workOnFailed<never>(deps, actor, retry, async (tx, refund, now) => {
    const changed = await changeRefund(tx, refund, {
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
    return accepted(changed)
  })
}

/**
 * An admin paid a failed refund from our own bank account and gives the bank's reference. The customer is told. The
 * provider is asked first whether it makes one after all.
 */
export async function settleRefundByHand(
  deps: AskingDeps,
  actor: Actor,
  paid: RefundInHand & { bank_reference: string },
): Answer {
  const reference = bank_reference.safeParse(paid.bank_reference)
  if (!reference.success) return refused('bad_reference')
  return workBesideProvider<never>(deps, actor, { ...paid, by_hand: reference.data }, async (tx, refund, now) => {
    const changed = await changeRefund(tx, refund, {
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
    return accepted(changed)
  })
}

/**
 * An admin says that the provider's doubtful refund is this one; its progress is followed from now on. Refused as
 * `may_be_made` where another one is in doubt by now, and as `taken_already` when it was taken for another refund of
 * the payment, or sent for it.
 */
export function takeProviderRefund(
  deps: AnnouncingDeps,
  actor: Actor,
  { refund_id, provider_refund_id }: { refund_id: string; provider_refund_id: string },
): Answer {
  return workOnFailed<RefundWorkRefusal>(deps, actor, { refund_id, takes_doubt: true }, async (tx, refund, now) => {
    const doubt = refund.possible_refund_id
    if (doubt === null) return refused('nothing_to_take')
    if (doubt !== provider_refund_id) return refused('may_be_made', { provider_refund_id: doubt })
    if ((await otherRefundIds(tx, refund)).includes(doubt)) {
      return refused('taken_already', { provider_refund_id: doubt })
    }
    return accepted(await followRefund(tx, actor, refund, { provider_refund_id: doubt }, now))
  })
}
