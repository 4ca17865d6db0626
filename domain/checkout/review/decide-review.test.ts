import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { sendDueRefunds } from '../../../test/due-work.ts'
import { untilWaitingForLocks } from '../../../test/locks.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { vendors } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { messages } from '../../notifications/tables.ts'
import { orders } from '../../orders/tables.ts'
import { orderMargin } from '../../payments/margin.ts'
import { recordProviderFee } from '../../payments/record-provider-fee.ts'
import { journal_entries, journals, payments, refunds, review_cases } from '../../payments/tables.ts'
import { recordCharge } from '../settlement/record-charge.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { acceptShortPayment, closeReviewCase, refundReviewCase } from './decide-review.ts'
import { findReview, listReviews, listSentBack } from './review-list.ts'

const world = await worldOfFile()
const bank = control(world)
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }
const decision = (case_id: string) => ({ case_id, reason: 'The customer called.' })

/** A case about a charge of a checkout of NGN 3,600: NGN 100 short, or in dollars. */
async function caseOf(
  charge: { amount?: number; currency?: string } = { amount: 3500 },
  slot_from?: Date,
  kitchen?: { user_id: string },
) {
  const checkout = await startedCheckout(world, kitchen && [jollofFor(kitchen)], slot_from ? { slot_from } : {})
  await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, ...charge })
  expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('review')
  const [row] = await world.deps.db
    .select({ id: review_cases.id, payment_id: payments.id })
    .from(review_cases)
    .innerJoin(payments, eq(payments.id, review_cases.payment_id))
    .where(eq(payments.tx_ref, checkout.tx_ref))
  if (!row) throw new Error('no case')
  return { checkout, case_id: row.id, payment_id: row.payment_id }
}

async function bookedFor(payment_id: string, kind: string) {
  const rows = await world.deps.db
    .select({ account: journal_entries.account, amount: journal_entries.amount, kind: journals.kind })
    .from(journals)
    .innerJoin(journal_entries, eq(journal_entries.journal_id, journals.id))
    .where(eq(journals.subject, `payment:${payment_id}`))
  return Object.fromEntries(rows.filter((row) => row.kind === kind).map((row) => [row.account, row.amount]))
}

const auditOf = (case_id: string) =>
  world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `review:${case_id}`))

describe('sending it back', () => {
  test('refunds the whole charge with the explanation, tells the customer, and is written down', async () => {
    const { case_id, payment_id } = await caseOf()
    expect(await refundReviewCase(world.deps, admin, decision(case_id))).toEqual({
      ok: true,
      value: undefined,
    })
    const [refund] = await world.deps.db.select().from(refunds).where(eq(refunds.payment_id, payment_id))
    expect(refund).toMatchObject({
      amount: 3_500_00,
      reason: 'review',
      explanation: 'The customer called.',
      asked_by: admin.user_id,
      status: 'Asked',
    })
    expect(await bookedFor(payment_id, 'review_refunded')).toEqual({
      held_for_review: 3_500_00,
      refunds_due: -3_500_00,
    })
    const told = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:${refund?.id}`))
    expect(told).toHaveLength(1)
    expect(await auditOf(case_id)).toMatchObject([{ action: 'review_refunded', reason: 'The customer called.' }])
    await sendDueRefunds(world.deps)
    expect(await findReview(world.deps.db, case_id)).toMatchObject({
      status: 'Closed',
      decision: 'refunded',
      refunds: [{ status: 'Done' }],
    })
  })

  test('is done for a charge of nobody’s checkout too', async () => {
    const tx_ref = `OTHER-${randomUUID()}`
    await bank.pay({ tx_ref, amount: 700 })
    await settleCheckout(world.deps, { tx_ref })
    const [row] = await world.deps.db
      .select({ id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.tx_ref, tx_ref))
    expect(await refundReviewCase(world.deps, admin, decision(row?.id ?? ''))).toMatchObject({ ok: true })
  })

  test('is refused for another currency, which can be closed', async () => {
    const { case_id } = await caseOf({ currency: 'USD' })
    expect(await refundReviewCase(world.deps, admin, decision(case_id))).toMatchObject({
      reason: 'other_currency',
    })
    expect(await closeReviewCase(world.deps, admin, decision(case_id))).toMatchObject({ ok: true })
  })
})

describe('accepting a short payment', () => {
  test('places the orders, pays the vendor in full and books what is missing to the platform', async () => {
    const { case_id, payment_id, checkout } = await caseOf()
    expect(await acceptShortPayment(world.deps, admin, decision(case_id))).toMatchObject({ ok: true })
    const [order] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    expect(order).toMatchObject({ status: 'Pending', total_price: 3_000_00, vendor_share: 3_000_00 })
    const [paid] = await world.deps.db.select().from(checkouts).where(eq(checkouts.id, checkout.id))
    expect(paid).toMatchObject({ status: 'Paid', waived: 100_00 })
    expect(await bookedFor(payment_id, 'short_payment_accepted')).toEqual({
      held_for_review: 3_500_00,
      shortfalls: 100_00,
      [`vendor:${order?.vendor_id}`]: -3_000_00,
      delivery_fees: -600_00,
      // The provider's fee, which was about no order when the money came, is the order's now.
      provider_fees: 49_00,
    })
    const margin = await orderMargin(world.deps.db, order?.id ?? 0)
    expect(margin?.margin_kobo).toBe(600_00 - 100_00 - 49_00)
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('paid')
    expect(await auditOf(case_id)).toMatchObject([{ action: 'review_accepted' }])
  })

  test('counts the fee of the provider that was learned while the case was waited for', async () => {
    const { db, clock, payments: provider } = world.deps
    const checkout = await startedCheckout(world)
    const charge = { provider_transaction_id: randomUUID(), tx_ref: checkout.tx_ref, amount: kobo(3_500_00) }
    const told = { currency: 'NGN', status: 'successful', payment_type: 'card', created_at: clock.now() } as const
    expect(await recordCharge(world.deps, { ...charge, ...told, provider_fee: null })).toBe('review')
    const [row] = await db
      .select({ case_id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.tx_ref, checkout.tx_ref))
    const accepting = await db.transaction(async (tx) => {
      await tx.select().from(checkouts).where(eq(checkouts.id, checkout.id)).for('no key update')
      const waiting = acceptShortPayment(world.deps, admin, decision(row?.case_id ?? ''))
      await untilWaitingForLocks(db, 1)
      const fee = { provider: provider.name, ...charge, fee: kobo(49_00), now: clock.now() }
      expect(await recordProviderFee(tx, fee)).toBe(true)
      return { waiting }
    })
    expect(await accepting.waiting).toMatchObject({ ok: true })
    const [order] = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    expect((await orderMargin(db, order?.id ?? 0))?.margin_kobo).toBe(600_00 - 100_00 - 49_00)
  })

  test('is refused when another charge paid the checkout meanwhile', async () => {
    const { case_id, checkout } = await caseOf()
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await settleCheckout(world.deps, {
      tx_ref: checkout.tx_ref,
      provider_transaction_id: String(transaction_id),
    })
    expect(await acceptShortPayment(world.deps, admin, decision(case_id))).toMatchObject({
      reason: 'paid',
    })
    expect(await refundReviewCase(world.deps, admin, decision(case_id))).toMatchObject({ ok: true })
  })

  test('is refused for a kitchen that takes no orders any more, and for another kind of case', async () => {
    const { case_id, checkout } = await caseOf()
    await world.deps.db
      .update(vendors)
      .set({ status: 'Inactive' })
      .where(eq(vendors.user_id, checkout.lines[0]?.vendor_id ?? ''))
    expect(await acceptShortPayment(world.deps, admin, decision(case_id))).toMatchObject({
      reason: 'kitchen_unavailable',
    })
    const dollars = await caseOf({ currency: 'USD' })
    expect(await acceptShortPayment(world.deps, admin, decision(dollars.case_id))).toMatchObject({
      reason: 'not_short',
    })
  })
})

test('what was ordered for a slot is accepted until its kitchen should begin, and not after', async () => {
  const slot_from = new Date(world.clock.now().getTime() + 2 * 3_600_000)
  slot_from.setUTCMinutes(0, 0, 0)
  const [in_time, too_late] = [await caseOf(undefined, slot_from), await caseOf(undefined, slot_from)]
  expect(await acceptShortPayment(world.deps, admin, decision(in_time.case_id))).toMatchObject({ ok: true })
  world.clock.set(new Date(slot_from.getTime() - 15 * 60_000))
  expect(await acceptShortPayment(world.deps, admin, decision(too_late.case_id))).toMatchObject({ reason: 'slot_gone' })
  expect(await refundReviewCase(world.deps, admin, decision(too_late.case_id))).toMatchObject({ ok: true })
})

test('what was ordered for a slot is not accepted once others have taken the last place in it', async () => {
  const slot_from = new Date(world.clock.now().getTime() + 3 * 3_600_000)
  slot_from.setUTCMinutes(0, 0, 0)
  const kitchen = await insertVendor(world.deps.db, { slot_orders: 1 })
  const short = await caseOf(undefined, slot_from, kitchen)
  world.clock.advance(66 * 60)
  const other = await startedCheckout(world, [jollofFor(kitchen)], { slot_from })
  expect(await acceptShortPayment(world.deps, admin, decision(short.case_id))).toMatchObject({ reason: 'slot_full' })
  await bank.pay({ tx_ref: other.tx_ref, amount: other.total / 100 })
  expect(await settleCheckout(world.deps, { tx_ref: other.tx_ref })).toBe('paid')
  expect(await acceptShortPayment(world.deps, admin, decision(short.case_id))).toMatchObject({ reason: 'slot_full' })
})

test('of several decisions at once one counts and the others are told', async () => {
  const { case_id, payment_id } = await caseOf()
  const answers = await Promise.all([
    refundReviewCase(world.deps, admin, decision(case_id)),
    acceptShortPayment(world.deps, admin, decision(case_id)),
    closeReviewCase(world.deps, admin, decision(case_id)),
    refundReviewCase(world.deps, admin, decision(case_id)),
  ])
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok && answer.reason === 'not_open')).toHaveLength(3)
  expect(await auditOf(case_id)).toHaveLength(1)
  expect(await world.deps.db.$count(refunds, eq(refunds.payment_id, payment_id))).toBeLessThanOrEqual(1)
})

test.each(['vendor', 'rider'] as const)('a %s decides nothing, and nobody without a reason', async (role) => {
  const { case_id } = await caseOf()
  for (const verb of [refundReviewCase, acceptShortPayment, closeReviewCase]) {
    const stranger = { ...admin, role }
    expect(await verb(world.deps, stranger, decision(case_id))).toMatchObject({ reason: 'not_found' })
    expect(await verb(world.deps, admin, { case_id, reason: ' ' })).toMatchObject({ reason: 'bad_reason' })
    for (const missing of [randomUUID(), 'x', '']) {
      expect(await verb(world.deps, admin, decision(missing))).toMatchObject({ reason: 'not_found' })
    }
  }
})

test('the list has the open cases, the decided ones, and what went back by itself', async () => {
  world.clock.advance(1)
  const { case_id } = await caseOf()
  const open = await listReviews(world.deps.db, { status: 'Open', place: null })
  expect(open.rows[0]).toMatchObject({
    id: case_id,
    kind: 'short',
    amount: 3_500_00,
    expected: 3_600_00,
    customer: 'Ada Obi',
  })
  await closeReviewCase(world.deps, admin, decision(case_id))
  const closed = await listReviews(world.deps.db, { status: 'Closed', place: null })
  expect(closed.rows.find((row) => row.id === case_id)).toMatchObject({ decision: 'closed' })

  world.clock.advance(1)
  const checkout = await startedCheckout(world)
  await bank.pay({ tx_ref: checkout.tx_ref, amount: 4000 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  world.clock.advance(1)
  const sent_back = await listSentBack(world.deps.db, { place: null })
  expect(sent_back.rows[0]).toMatchObject({ amount: 400_00, reason: 'excess', tx_ref: checkout.tx_ref })
})

describe('the invariants find', () => {
  test.each([
    [
      'decided otherwise than its money went',
      sql`update review_cases set decision = 'closed' where decision = 'accepted'`,
    ],
    ['decided otherwise than its money went', sql`update review_cases set decision = 'closed' where status = 'Open'`],
    [
      'decided otherwise than its money went',
      sql`update payments set purpose = 'orders' where id in (
        select payment_id from review_cases where kind = 'unknown' limit 1)`,
    ],
    ['differs from what was decided', sql`update checkouts set waived = waived + 1 where waived > 0`],
    [
      "a provider's fee that is no order's, though orders were paid",
      sql`with moved as (insert into journals (kind, subject, recorded_at)
          select 'planted', subject, now() from journals where kind = 'short_payment_accepted' limit 1 returning id)
        insert into journal_entries (journal_id, account, amount)
        select id, account, amount from moved, (values ('provider_fees', 1), ('bank', -1)) entry (account, amount)`,
    ],
    ['order without its money', sql`update checkouts set waived = waived - 1 where waived > 0`],
  ])('%s', async (problem, statement) => {
    await caseOf()
    const { case_id } = await caseOf()
    await acceptShortPayment(world.deps, admin, decision(case_id))
    const undone = world.deps.db.transaction(async (tx) => {
      await tx.execute(statement)
      expect(await findViolations(tx as never)).toContainEqual(expect.objectContaining({ problem }))
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
  })
})
