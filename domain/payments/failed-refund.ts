import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts'
import { noteAdmins, noteDue } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { AnnouncingDeps } from '../events.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { askAboutEarlier, doubtOver, type EarlierSendings, sendingOver } from './earlier-sendings.ts'
import { payments, refunds } from './tables.ts'

export type Refund = typeof refunds.$inferSelect
export type AskingDeps = AnnouncingDeps & { payments: PaymentProvider }

export type FailedRefundRefusal =
  | Refused<'not_found', undefined>
  /** Only a failed refund waits for an admin; or another one was faster. */
  | Refused<'not_allowed', { status: Refund['status'] }>
  /** The provider's refund that may be this one: look there first, then repeat with its number as `looked_up`. */
  | Refused<'may_be_made', { provider_refund_id: string }>
  /** The provider made it after all, or is about to: it is followed from now on. */
  | Refused<'made_after_all', { provider_refund_id: string }>

/**
 * Which refund an admin works on. `looked_up`: the provider's refund that was in doubt, of which the admin says that it
 * is another one, or brought nothing.
 */
export type RefundInHand = { refund_id: string; looked_up?: string | null }
type Act<Refusal> = (tx: Tx, refund: Refund, now: Date) => Promise<Accepted<Refund> | Refusal>

/**
 * Finds a failed refund and locks it, and its payment before it: two of one payment are decided one after the other.
 * Refuses one that has not failed, and one in doubt that was not looked up.
 */
export async function workOnFailed<Refusal extends Refused<string>>(
  deps: AnnouncingDeps,
  actor: Actor,
  which: RefundInHand & { takes_doubt?: true },
  act: Act<Refusal>,
): Promise<Accepted<Refund> | Refusal | FailedRefundRefusal> {
  if (!mayWork(actor, which)) return refused('not_found')
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
    const now = deps.clock.now()
    const doubt = refund.possible_refund_id
    if (doubt === null || which.takes_doubt) return act(tx, refund, now)
    if (doubt !== which.looked_up) return refused('may_be_made', { provider_refund_id: doubt })
    await recordAudit(tx, {
      actor,
      action: 'refund_looked_up',
      subject: `refund:${refund.id}`,
      before: { provider_refund_id: doubt },
      now,
    })
    return act(tx, await changeRefund(tx, refund, doubtOver(refund)), now)
  })
}

/**
 * The same where the money is given back in another way than through the provider, which is asked first whether it
 * still calls its own refunds failed: one that it makes after all is followed instead, and one that it does not answer
 * for is in doubt. `by_hand`: the bank's reference of what an admin has sent already, for the audit log.
 */
export async function workBesideProvider<Refusal extends Refused<string>>(
  deps: AskingDeps,
  actor: Actor,
  which: RefundInHand & { by_hand?: string },
  act: Act<Refusal>,
): Promise<Accepted<Refund> | Refusal | FailedRefundRefusal> {
  if (!mayWork(actor, which)) return refused('not_found')
  // Before anything is locked: the answer may take long.
  const asked = await earlierOf(deps, which)
  return workOnFailed<Refusal | FailedRefundRefusal>(deps, actor, which, async (tx, refund, now) => {
    if (asked?.round !== refund.round) return refused('not_allowed', { status: refund.status })
    const { alive, silent } = asked
    if (alive) {
      await followRefund(tx, actor, refund, { ...alive, by_hand: which.by_hand }, now)
      return refused('made_after_all', { provider_refund_id: alive.provider_refund_id })
    }
    if (silent) {
      await changeRefund(tx, refund, { possible_refund_id: silent.provider_refund_id })
      return refused('may_be_made', { provider_refund_id: silent.provider_refund_id })
    }
    return act(tx, refund, now)
  })
}

/** The provider's refund is this one: its progress is followed from now on, and nothing more is sent. */
export async function followRefund(
  tx: Tx,
  actor: Actor,
  refund: Refund,
  { provider_refund_id, by_hand }: { provider_refund_id: string; by_hand?: string | undefined },
  now: Date,
): Promise<Refund> {
  const over = sendingOver(refund)
  const changed = await changeRefund(tx, refund, {
    ...over,
    earlier_refund_ids: over.earlier_refund_ids.filter((id) => id !== provider_refund_id),
    status: 'Sent',
    provider_refund_id,
    possible_refund_id: null,
    attempts: 1,
    next_attempt_at: now,
    last_error: null,
  })
  await recordAudit(tx, {
    actor,
    action: by_hand === undefined ? 'refund_recognised' : 'refund_made_besides',
    subject: `refund:${refund.id}`,
    before: { status: refund.status },
    after: { status: changed.status, provider_refund_id, ...(by_hand !== undefined && { bank_reference: by_hand }) },
    now,
  })
  return changed
}

/** Changes a refund that is locked, and lets the worker and admins' screens know. */
export async function changeRefund(
  tx: Tx,
  refund: Refund,
  values: Partial<typeof refunds.$inferInsert>,
): Promise<Refund> {
  noteDue(tx, 'refund')
  noteAdmins(tx)
  const [changed] = await tx.update(refunds).set(values).where(eq(refunds.id, refund.id)).returning()
  if (!changed) throw new Error('A locked refund disappeared')
  return changed
}

/** What the provider says of a failed refund's sendings, and in which round that was asked; null of all others. */
async function earlierOf(
  deps: AskingDeps,
  { refund_id, looked_up }: RefundInHand,
): Promise<(EarlierSendings & { round: number }) | null> {
  const [found] = await deps.db
    .select({ refund: refunds, provider_transaction_id: payments.provider_transaction_id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(refunds.id, refund_id))
  if (found?.refund.status !== 'Failed') return null
  const doubt = found.refund.possible_refund_id
  if (doubt !== null && doubt !== looked_up) return { alive: null, silent: null, round: found.refund.round }
  const refund = { ...found.refund, ...doubtOver(found.refund) }
  const earlier = await askAboutEarlier(deps.payments, refund, found.provider_transaction_id)
  return { ...earlier, round: refund.round }
}

const mayWork = (actor: Actor, { refund_id }: RefundInHand): boolean =>
  may(actor, 'move_money') && z.uuid().safeParse(refund_id).success
