import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aftermathOf } from '../../test/aftermath.ts'
import { control } from '../../test/control.ts'
import { sendDueRefunds } from '../../test/due-work.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { type Actor, founderOf } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { messages } from '../notifications/tables.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { journals, refunds } from './tables.ts'
import { retryRefund, settleRefundByHand, takeProviderRefund } from './work-on-refund.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedRefund, refundRow, refundsAtProvider, balance, timesBooked, workForHours } = refundsUnderTest(world)
const { kitchen, paidOrders, refundsOf } = vendorsUnderTest(world)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const retry = (refund_id: string, more = {}, actor = admin) =>
  retryRefund(world.deps, actor, { refund_id, reason: 'The bank is back', ...more })
const byHand = (refund_id: string, more = {}, actor = admin) =>
  settleRefundByHand(world.deps, actor, { refund_id, bank_reference: 'GTB-778', ...more })
const refused_by_provider = expect.stringContaining('Insufficient funds')
const auditOf = (refund_id: string) =>
  world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `refund:${refund_id}`))
const take = (refund_id: string, provider_refund_id = '', actor = admin) =>
  takeProviderRefund(world.deps, actor, { refund_id, provider_refund_id })
/** As the screen does, which shows what is in doubt. */
const takeShown = async (refund_id: string) => take(refund_id, (await refundRow(refund_id)).possible_refund_id ?? '')
const lettersOf = async (refund_id: string) =>
  (await world.deps.db.select().from(messages))
    .filter(({ dedupe_key }) => dedupe_key.endsWith(refund_id))
    .map(({ dedupe_key }) => dedupe_key.split(':')[0])
    .sort()

/** A refund that the provider refused, or that it may have made without our comment. */
async function failedRefund(behaviour: Record<string, unknown> = { refund: 'insufficient_balance' }) {
  await bank.behave(behaviour)
  const asked = await askedRefund()
  await workForHours(3)
  expect((await refundRow(asked.refund_id)).status).toBe('Failed')
  await bank.reset()
  return asked
}
const doubtful = { refund: 'accept_then_503', refund_comments: 'omitted' }

describe('sending a failed refund again', () => {
  test('pays it once, under a comment of its own, and writes down who decided', async () => {
    const { refund_id, transaction_id } = await failedRefund()
    expect(await retry(refund_id)).toMatchObject({
      ok: true,
      value: { status: 'Asked', round: 2, attempts: 0 },
    })
    await workForHours(3)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', last_error: null })
    expect(await refundsAtProvider(transaction_id)).toMatchObject([{ comments: `${refund_id}/2` }])
    expect(await timesBooked(refund_id)).toBe(1)
    expect(await auditOf(refund_id)).toMatchObject([
      {
        action: 'refund_retried',
        before: { status: 'Failed', last_error: refused_by_provider },
        after: { status: 'Asked', round: 2 },
        reason: 'The bank is back',
      },
    ])
  })

  test('is not left to the next look of the worker, which hears of it at once', async () => {
    const { refund_id } = await failedRefund()
    const noted = await aftermathOf(world.deps.db, () => retry(refund_id))
    expect(noted).toMatchObject({ due: new Set(['refund']), admins: true })
    expect(await sendDueRefunds(world.deps)).toBe(1)
  })

  test('whose answer is lost again is looked up by its new comment and not made twice', async () => {
    const { refund_id, transaction_id } = await failedRefund()
    await bank.behave({ refund: 'accept_then_503' })
    await retry(refund_id)
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('needs a confirmation where the provider may have it', async () => {
    const { refund_id, transaction_id } = await failedRefund(doubtful)
    const [made] = await refundsAtProvider(transaction_id)
    const doubt = { ok: false, reason: 'may_be_made', details: { provider_refund_id: String(made?.id) } }
    expect(await retry(refund_id)).toEqual(doubt)
    expect(await byHand(refund_id)).toEqual(doubt)
    expect(await retry(refund_id, { looked_up: 'another' })).toEqual(doubt)
    expect(await retry(refund_id, { looked_up: String(made?.id) })).toMatchObject({ ok: true })
    expect(await refundRow(refund_id)).toMatchObject({
      ruled_out: [String(made?.id)],
      possible_refund_id: null,
    })
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })

  test('twice at once is one sending', async () => {
    const { refund_id } = await failedRefund()
    const answers = await Promise.all([retry(refund_id), retry(refund_id), retry(refund_id)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.find((answer) => !answer.ok)).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Asked' },
    })
    await workForHours(3)
  })
})

describe('paying a failed refund by hand', () => {
  test('leaves our bank, tells the customer, and the provider is not asked again', async () => {
    const { refund_id, transaction_id } = await failedRefund()
    const [owed, stands] = [await balance('refunds_due'), await balance('bank')]
    expect(await byHand(refund_id)).toMatchObject({
      ok: true,
      value: { status: 'Done', bank_reference: 'GTB-778' },
    })
    expect((await balance('refunds_due')) - owed).toBe(400_50)
    expect((await balance('bank')) - stands).toBe(-400_50)
    await workForHours(3)
    expect(await refundsAtProvider(transaction_id)).toEqual([])
    expect(await lettersOf(refund_id)).toContain('refund_done_mail')
    expect(await auditOf(refund_id)).toMatchObject([
      {
        action: 'refund_settled_by_hand',
        before: { status: 'Failed', last_error: refused_by_provider },
        after: { status: 'Done', amount_kobo: 400_50, bank_reference: 'GTB-778' },
      },
    ])
    const booked = await world.deps.db
      .select()
      .from(journals)
      .where(eq(journals.subject, `refund:${refund_id}`))
    expect(booked).toMatchObject([{ kind: 'refund_done' }])
  })

  test('or again, by two people at once: one wins, the other is told', async () => {
    const { refund_id } = await failedRefund()
    const answers = await Promise.all([byHand(refund_id), retry(refund_id), byHand(refund_id)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok)).toMatchObject([{ reason: 'not_allowed' }, { reason: 'not_allowed' }])
    await workForHours(3)
  })
})

describe("recognising the provider's doubtful refund", () => {
  test('follows it to its end and makes no other', async () => {
    const { refund_id, transaction_id } = await failedRefund(doubtful)
    expect(await take(refund_id, 'another')).toMatchObject({ reason: 'may_be_made' })
    expect(await takeShown(refund_id)).toMatchObject({ ok: true, value: { status: 'Sent' } })
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
    const [made, ...more] = await refundsAtProvider(transaction_id)
    expect(more).toEqual([])
    expect(await auditOf(refund_id)).toMatchObject([
      {
        actor: admin.email,
        action: 'refund_recognised',
        before: { status: 'Failed' },
        after: { status: 'Sent', provider_refund_id: String(made?.id) },
      },
    ])
  })

  test('is refused where it is another refund of the same payment already, also to two people at once', async () => {
    const { payment_id, refund_ids } = await twoOfOnePayment()
    const answers = await Promise.all(refund_ids.map(takeShown))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const [late] = answers.filter(({ ok }) => !ok)
    expect(late).toEqual({ ok: false, reason: 'taken_already', details: { provider_refund_id: expect.any(String) } })
    await workForHours(3)
    const rows = await world.deps.db.select().from(refunds).where(eq(refunds.payment_id, payment_id))
    expect(rows.map(({ status }) => status).sort()).toEqual(['Done', 'Failed'])
    const left = rows.find(({ status }) => status === 'Failed')
    expect(await retry(left?.id ?? '', { looked_up: left?.possible_refund_id })).toMatchObject({ ok: true })
    await workForHours(3)
    expect((await refundRow(left?.id ?? '')).status).toBe('Done')
  })

  test('is found where the answer to the refund that it is comes later: an admin sends that again', async () => {
    const payment = await paidOrders([await kitchen(), await kitchen()])
    await bank.behave({ refund: 'completed', refund_comments: 'omitted' })
    const [own = '', other = ''] = await rejected(payment)
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let asked = 0
    const late: typeof world.deps.payments.refund = async (request) => {
      if (asked++ > 0) throw new Error('no answer')
      const answer = await world.deps.payments.refund(request)
      await arrival
      return answer
    }
    const sending = sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, refund: late } }, 2)
    const sent = async () => (await Promise.all([own, other].map(refundRow))).map(({ last_error }) => last_error)
    await expect.poll(sent).toContain('no answer')
    const [first, second] = (await sent())[0] === null ? [own, other] : [other, own]
    world.clock.advance(50)
    await world.deps.db.update(refunds).set({ next_attempt_at: world.clock.now() }).where(eq(refunds.id, second))
    await sendDueRefunds(world.deps)
    const { possible_refund_id } = await refundRow(second)
    expect(await takeShown(second)).toMatchObject({ ok: true })
    arrive()
    await sending
    expect(await refundRow(first)).toMatchObject({ status: 'Failed', provider_refund_id: null, possible_refund_id })
    expect(await takeShown(first)).toMatchObject({ reason: 'taken_already' })
    expect(await retry(first, { looked_up: possible_refund_id })).toMatchObject({ ok: true })
    await workForHours(3)
    const [one, two] = [await refundRow(first), await refundRow(second)]
    expect([one, two]).toMatchObject([{ status: 'Done' }, { status: 'Done' }])
    expect(one.provider_refund_id).not.toBe(two.provider_refund_id)
  })

  /** Asks for a refund of each, whole; answers their ids. */
  async function rejected(ordered: Awaited<ReturnType<typeof paidOrders>>) {
    for (const { id, vendor_id } of ordered) {
      const vendor = founderOf({ user_id: vendor_id, email: 'kitchen@example.com' })
      await rejectOrder(world.deps, vendor, { order_id: id, reason: 'Out of rice' })
    }
    return (await Promise.all(ordered.map(({ id }) => refundsOf(id)))).flat().map(({ id }) => id)
  }

  /** Two refunds of one payment and amount, of which the provider made one without our comment: it may be either. */
  async function twoOfOnePayment() {
    const ordered = await paidOrders([await kitchen(), await kitchen()])
    await bank.behave({ refund: '503' })
    await rejected(ordered)
    await bank.behave(doubtful)
    expect(await sendDueRefunds(world.deps, 1)).toBe(1)
    await bank.behave({ refund: '503', refund_comments: 'omitted' })
    await sendDueRefunds(world.deps)
    await workForHours(3)
    await bank.reset()
    const [one, other] = (await Promise.all(ordered.map(({ id }) => refundsOf(id)))).flat()
    if (!one || !other) throw new Error('no two refunds')
    expect([one, other]).toMatchObject([{ status: 'Failed' }, { status: 'Failed' }])
    expect(other).toMatchObject({ payment_id: one.payment_id, possible_refund_id: one.possible_refund_id })
    return { payment_id: one.payment_id, refund_ids: [one.id, other.id] }
  }

  test('is refused where there is none', async () => {
    const { refund_id } = await failedRefund()
    expect(await take(refund_id)).toMatchObject({ ok: false, reason: 'nothing_to_take' })
  })
})

describe('is refused', () => {
  test('to everybody else, and of a refund that is not there', async () => {
    const { refund_id } = await failedRefund()
    const not_found = { ok: false, reason: 'not_found', details: undefined }
    for (const verb of [retry, byHand]) {
      expect(await verb(refund_id, {}, { ...admin, role: 'vendor' })).toEqual(not_found)
      expect(await verb(randomUUID())).toEqual(not_found)
      expect(await verb('x')).toEqual(not_found)
    }
    expect(await take(refund_id, '', { ...admin, role: 'vendor' })).toEqual(not_found)
  })

  test('without a reason or a reference, and while it is on its way or done', async () => {
    const { refund_id } = await failedRefund()
    expect(await retry(refund_id, { reason: ' ' })).toMatchObject({ reason: 'bad_reason' })
    expect(await byHand(refund_id, { bank_reference: '1' })).toMatchObject({ reason: 'bad_reference' })
    await byHand(refund_id)
    for (const answer of [await retry(refund_id), await byHand(refund_id), await take(refund_id)]) {
      expect(answer).toMatchObject({ reason: 'not_allowed', details: { status: 'Done' } })
    }
  })
})

describe('a refund that is done', () => {
  test('is told by mail once, and by text message where it took more than a day', async () => {
    const quick = await askedRefund()
    await sendDueRefunds(world.deps)
    expect(await lettersOf(quick.refund_id)).toEqual(['refund_done_mail', 'refund_mail', 'refund_sms'])
    await bank.behave({ refund: '503' })
    const slow = await askedRefund()
    await sendDueRefunds(world.deps)
    world.clock.advance(25 * 3600)
    await bank.reset()
    await workForHours(2)
    expect(await lettersOf(slow.refund_id)).toContain('refund_done_sms')
  })
})
