import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { kobo } from '../../money.ts'
import { askRefund } from '../../payments/ask-refund.ts'
import { accounts, bookJournal } from '../../payments/ledger.ts'
import { payments, review_cases } from '../../payments/tables.ts'
import { isUuid } from '../../plain-text.ts'
import { holdUses } from '../../promotions/hold-use.ts'
import { type Accepted, accepted, orUndone, type Refused, refused, type Undo } from '../../refusal.ts'
import { review_reason } from '../forms.ts'
import { lockGroupAndCheckouts, takeTurn } from '../group-orders/group-checkouts.ts'
import { hasOrdered } from '../promotions/has-ordered.ts'
import { beginsOf, paidEntries, placePaidOrders, spentOn, termsOf } from '../settlement/place-paid-orders.ts'
import { isSlotFull, lockKitchens } from '../slots/full-kitchens.ts'
import { checkouts } from '../tables.ts'

export type ReviewDecision = { case_id: string; reason: string }
type Decided = 'refunded' | 'accepted' | 'closed'

export type ReviewRefusal = Refused<
  | 'not_found'
  | 'bad_reason'
  | 'not_open'
  | 'other_currency'
  | 'not_short'
  | 'paid'
  | 'kitchen_unavailable'
  | 'slot_gone'
  | 'slot_full'
  | 'promotion_gone'
  | 'group_gone',
  undefined
>
type Answer = Promise<Accepted<undefined> | ReviewRefusal>

/**
 * An admin sends the whole charge of an open case back to the customer, with an explanation, in one commit with its
 * journal (held_for_review → refunds_due). Refuses a charge that is not in naira: the books hold only naira, so it is
 * paid back on the provider's own pages and the case closed.
 */
export function refundReviewCase(deps: AnnouncingDeps, actor: Actor, decision: ReviewDecision): Answer {
  return decide(deps, actor, decision, 'refunded', async (tx, { payment, checkout, reason, now }) => {
    if (payment.currency !== 'NGN') return 'other_currency'
    const refund = await askRefund(tx, {
      payment_id: payment.id,
      amount: payment.amount,
      reason: 'review',
      explanation: reason,
      by: actor,
      now,
    })
    await bookJournal(tx, {
      kind: 'review_refunded',
      subject: `payment:${payment.id}`,
      recorded_at: now,
      entries: [
        { account: accounts.held_for_review, amount: payment.amount },
        { account: accounts.refunds_due, amount: kobo(-payment.amount) },
      ],
    })
    if (checkout) await deps.announce(tx, { kind: 'refund_asked', refund, checkout }, now)
    return null
  })
}

/**
 * An admin accepts a short payment: the orders are placed as in every settlement, and the platform bears what is
 * missing (`shortfalls`) beyond the tip, which is smaller by as much: nobody tips with the platform's money. Refuses
 * another kind of case, a checkout paid by another charge, one whose vendor takes no orders any more, one for a slot
 * that no kitchen can cook for any more or in which one takes no more, one whose promotion has ended or is used up
 * meanwhile, and one of a group order that was changed or is paid otherwise.
 */
export function acceptShortPayment(deps: AnnouncingDeps, actor: Actor, decision: ReviewDecision): Answer {
  return decide(deps, actor, decision, 'accepted', async (tx, { found, payment, checkout, now }) => {
    if (found.kind !== 'short' || !checkout) return 'not_short'
    if (checkout.status === 'Paid') return 'paid'
    if (await takeTurn(tx, checkout)) return 'group_gone'
    const { terms, all_active } = await termsOf(tx, checkout)
    if (!all_active) return 'kitchen_unavailable'
    const begins = await beginsOf(tx, checkout)
    if ([...begins.values()].some((at) => at < now)) return 'slot_gone'
    const { id: checkout_id, phone } = checkout
    const use = {
      ...{ checkout_id, phone, payable_until: now, was_asked: true },
      hasOrdered: (vendor_id: string | null) => hasOrdered(tx, phone, vendor_id),
    }
    if (checkout.discount > 0 && 'gone' in (await holdUses(tx, use, deps.clock))) return 'promotion_gone'
    if (checkout.slot_from) {
      await lockKitchens(tx, checkout)
      if (await isSlotFull(tx, checkout, now)) return 'slot_full'
    }
    const short = kobo(checkout.total - payment.amount)
    const off_tip = Math.min(short, checkout.tip)
    const missing = kobo(short - off_tip)
    const agreed = { waived: missing, tip: kobo(checkout.tip - off_tip), total: kobo(checkout.total - off_tip) }
    const [paid] = await tx
      .update(payments)
      .set({ purpose: 'orders' })
      .where(eq(payments.id, payment.id))
      .returning({ provider_fee: payments.provider_fee })
    // It may have been learned while this waited.
    const fee = paid?.provider_fee ?? kobo(0)
    await tx.update(checkouts).set(agreed).where(eq(checkouts.id, checkout.id))
    const placed = await placePaidOrders(tx, deps.announce, { ...checkout, ...agreed }, terms, now)
    await bookJournal(tx, {
      kind: 'short_payment_accepted',
      subject: `payment:${payment.id}`,
      recorded_at: now,
      entries: [
        { account: accounts.held_for_review, amount: payment.amount },
        ...spentOn(accounts.shortfalls, missing, placed),
        // Booked when it came, when it was about no order yet.
        { account: accounts.provider_fees, amount: kobo(-fee) },
        ...spentOn(accounts.provider_fees, fee, placed),
        ...paidEntries(placed),
      ],
    })
    return null
  })
}

/** An admin closes a case that was settled elsewhere; its money stays in `held_for_review`. */
export function closeReviewCase(deps: AnnouncingDeps, actor: Actor, decision: ReviewDecision): Answer {
  return decide(deps, actor, decision, 'closed', async () => null)
}

type Facts = {
  found: typeof review_cases.$inferSelect
  payment: typeof payments.$inferSelect
  checkout: typeof checkouts.$inferSelect | null
  reason: string
  now: Date
}

/**
 * Locks the group order that it is of, its checkouts, then case: of two admins, one decides and the other finds a
 * closed case. Of a decision that is refused nothing stays.
 */
async function decide(
  deps: AnnouncingDeps,
  actor: Actor,
  { case_id, reason }: ReviewDecision,
  decision: Decided,
  act: (tx: Tx, facts: Facts) => Promise<ReviewRefusal['reason'] | null>,
): Answer {
  if (!may(actor, 'give_back') || !isUuid(case_id)) return refused('not_found')
  const why = review_reason.safeParse(reason)
  if (!why.success) return refused('bad_reason')
  const now = deps.clock.now()
  const work = async (tx: Tx, undo: Undo<ReviewRefusal>) => {
    const [row] = await tx
      .select({ payment: payments })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(review_cases.id, case_id))
    if (!row) return refused('not_found')
    const { payment } = row
    if (payment.checkout_id) await lockGroupAndCheckouts(tx, payment.checkout_id)
    const [checkout] = payment.checkout_id
      ? await tx.select().from(checkouts).where(eq(checkouts.id, payment.checkout_id)).for('no key update')
      : []
    const [found] = await tx.select().from(review_cases).where(eq(review_cases.id, case_id)).for('no key update')
    if (found?.status !== 'Open') return refused('not_open')
    const no = await act(tx, { found, payment, checkout: checkout ?? null, reason: why.data, now })
    if (no) return undo(refused(no))
    await tx
      .update(review_cases)
      .set({ status: 'Closed', decision, decided_by: actor.user_id, reason: why.data, closed_at: now })
      .where(eq(review_cases.id, case_id))
    await recordAudit(tx, {
      actor,
      action: `review_${decision}`,
      subject: `review:${case_id}`,
      before: { kind: found.kind, amount_kobo: payment.amount, currency: payment.currency },
      after: { decision, tx_ref: payment.tx_ref },
      reason: why.data,
      now,
    })
    return accepted(undefined)
  }
  return orUndone((undo: Undo<ReviewRefusal>) => deps.db.transaction((tx) => work(tx, undo)))
}
