import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { sendDueRefunds } from '../../test/due-work.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { retryRefund, settleRefundByHand } from './work-on-refund.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedRefund, refundRow, refundsAtProvider, depsThatSay, timesBooked, workForHours } = refundsUnderTest(world)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const reason = 'The bank is back'
const silence = Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' })
/** The provider answers for no refunds of these numbers, and tells the truth of all others. */
const depsSilentAbout = (...numbers: (string | null)[]) => {
  const findRefund: typeof world.deps.payments.findRefund = async (asked) =>
    asked.provider_refund_id !== null && numbers.includes(asked.provider_refund_id)
      ? Promise.reject(silence)
      : world.deps.payments.findRefund(asked)
  return { ...world.deps, payments: { ...world.deps.payments, findRefund } }
}
const retry = (refund_id: string) => retryRefund(world.deps, admin, { refund_id, reason })

/** Waits until the provider calls all of the payment's refunds failed, as many as given, and we know it. */
async function failsThere(transaction_id: number, sendings: number) {
  const statuses = async () => (await refundsAtProvider(transaction_id)).map(({ status }) => status)
  await expect.poll(statuses, { timeout: 5000 }).toEqual(Array.from({ length: sendings }, () => 'failed'))
  await workForHours(3)
  await bank.reset()
}

/** A refund that the provider took and could not make; its id there. */
async function refundThatFailedThere() {
  await bank.behave({ refund: 'pending_then_failed', settle_seconds: 0.1 })
  const asked = await askedRefund()
  await sendDueRefunds(world.deps)
  await failsThere(asked.transaction_id, 1)
  const { status, provider_refund_id: first } = await refundRow(asked.refund_id)
  expect(status).toBe('Failed')
  return { ...asked, first }
}

describe('sending a refund again that failed at the provider', () => {
  test('is a new refund there, and the old one is not taken for it', async () => {
    const { refund_id, transaction_id, first } = await refundThatFailedThere()
    await retry(refund_id)
    await workForHours(3)
    const row = await refundRow(refund_id)
    expect(row).toMatchObject({ status: 'Done', ruled_out: [first] })
    expect(row.provider_refund_id).not.toBe(first)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(2)
  })

  test.each(['done', 'pending'] as const)('follows the old one where that is %s after all', async (says) => {
    const { refund_id, transaction_id, first } = await refundThatFailedThere()
    await retry(refund_id)
    await sendDueRefunds(depsThatSay(first, says))
    expect(await refundRow(refund_id)).toMatchObject({
      status: says === 'done' ? 'Done' : 'Sent',
      provider_refund_id: first,
    })
    world.clock.advance(3600)
    await sendDueRefunds(depsThatSay(first, 'done'))
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await timesBooked(refund_id)).toBe(1)
  })

  test('follows the first sending where that is made after all, though another failed after it', async () => {
    const { refund_id, transaction_id, first } = await refundThatFailedThere()
    await bank.behave({ refund: 'pending_then_failed', settle_seconds: 0.1 })
    await retry(refund_id)
    await sendDueRefunds(world.deps)
    await failsThere(transaction_id, 2)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Failed', earlier_refund_ids: [first] })
    await retry(refund_id)
    await sendDueRefunds(depsThatSay(first, 'done'))
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', provider_refund_id: first })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(2)
  })

  test('waits while the provider cannot say what became of the sending before', async () => {
    const { refund_id, transaction_id } = await refundThatFailedThere()
    await retry(refund_id)
    const findRefund = () => Promise.reject(silence)
    await sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, findRefund } })
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Asked', last_error: 'no answer' })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })
  test('asks an admin in the end about one that the provider never answers for', async () => {
    const { refund_id, transaction_id, first } = await refundThatFailedThere()
    await retry(refund_id)
    const silent = depsSilentAbout(first)
    for (let hour = 0; hour < 12; hour++) {
      await sendDueRefunds(silent)
      world.clock.advance(3600)
    }
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Failed',
      last_error: `The provider no longer says what became of its refund ${first}`,
      possible_refund_id: first,
    })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await retry(refund_id)).toMatchObject({ reason: 'may_be_made', details: { provider_refund_id: first } })
    expect((await retryRefund(world.deps, admin, { refund_id, reason, looked_up: first })).ok).toBe(true)
    while ((await sendDueRefunds(silent)) > 0) world.clock.advance(3600)
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Done',
      ...{ ruled_out: [first], earlier_refund_ids: [first], looked_up: [first] },
    })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(2)
  })
})

describe('paying a refund by hand that failed at the provider', () => {
  const paid = (refund_id: string, looked_up: string | null = null) => {
    return { refund_id, bank_reference: 'GTB-778', looked_up }
  }

  test.each(['done', 'pending'] as const)('is refused where it is %s there after all, and followed', async (says) => {
    const { refund_id, first } = await refundThatFailedThere()
    const deps = depsThatSay(first, says)
    expect(await settleRefundByHand(deps, admin, paid(refund_id))).toMatchObject({
      reason: 'made_after_all',
      details: { provider_refund_id: first },
    })
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Sent', provider_refund_id: first })
    await sendDueRefunds(depsThatSay(first, 'done'))
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await timesBooked(refund_id)).toBe(1)
  })

  test('waits for a look there where the provider does not answer for it', async () => {
    const { refund_id, first } = await refundThatFailedThere()
    const silent = depsSilentAbout(first)
    const doubt = { reason: 'may_be_made', details: { provider_refund_id: first } }
    expect(await settleRefundByHand(silent, admin, paid(refund_id))).toMatchObject(doubt)
    expect(await settleRefundByHand(world.deps, admin, paid(refund_id))).toMatchObject(doubt)
    expect((await settleRefundByHand(silent, admin, paid(refund_id, first))).ok).toBe(true)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', bank_reference: 'GTB-778' })
  })

  /** A refund that failed there twice. */
  async function refundThatFailedTwice() {
    const { refund_id, transaction_id, first } = await refundThatFailedThere()
    await bank.behave({ refund: 'pending_then_failed', settle_seconds: 0.1 })
    await retry(refund_id)
    await sendDueRefunds(world.deps)
    await failsThere(transaction_id, 2)
    const { provider_refund_id: second } = await refundRow(refund_id)
    return { refund_id, first, second }
  }

  test('needs a look at each sending that the provider does not answer for', async () => {
    const { refund_id, first, second } = await refundThatFailedTwice()
    const silent = depsSilentAbout(first, second)
    const doubt = (provider_refund_id: string | null) => ({ reason: 'may_be_made', details: { provider_refund_id } })
    expect(await settleRefundByHand(silent, admin, paid(refund_id))).toMatchObject(doubt(second))
    expect(await settleRefundByHand(silent, admin, paid(refund_id, second))).toMatchObject(doubt(first))
    expect(await settleRefundByHand(silent, admin, paid(refund_id, second))).toMatchObject(doubt(first))
    expect((await settleRefundByHand(silent, admin, paid(refund_id, first))).ok).toBe(true)
    expect(await refundRow(refund_id)).toMatchObject({
      ...{ status: 'Done', provider_refund_id: null, possible_refund_id: null },
      ...{ earlier_refund_ids: [first, second], looked_up: [second, first] },
    })
  })

  test('takes the provider’s word, once it has one, before that of who looked there', async () => {
    const { refund_id, first } = await refundThatFailedThere()
    await settleRefundByHand(depsSilentAbout(first), admin, paid(refund_id))
    const made = await settleRefundByHand(depsThatSay(first, 'done'), admin, paid(refund_id, first))
    expect(made).toMatchObject({ reason: 'made_after_all', details: { provider_refund_id: first } })
  })

  test('asks about the others too where the admin looked at one', async () => {
    const { refund_id, first, second } = await refundThatFailedTwice()
    await settleRefundByHand(depsSilentAbout(second), admin, paid(refund_id))
    const made = await settleRefundByHand(depsThatSay(first, 'done'), admin, paid(refund_id, second))
    expect(made).toMatchObject({ reason: 'made_after_all', details: { provider_refund_id: first } })
    expect(await refundRow(refund_id)).toMatchObject({
      ...{ status: 'Sent', provider_refund_id: first, earlier_refund_ids: [second], looked_up: [second] },
    })
    const entries = await world.deps.db
      .select({ action: audit_log.action, after: audit_log.after })
      .from(audit_log)
      .where(eq(audit_log.subject, `refund:${refund_id}`))
    expect(entries.at(-1)).toMatchObject({ action: 'refund_made_besides', after: { bank_reference: 'GTB-778' } })
    await sendDueRefunds(depsThatSay(first, 'done'))
    expect((await refundRow(refund_id)).status).toBe('Done')
  })

  test('asks the provider nothing for whoever may not', async () => {
    const { refund_id } = await refundThatFailedThere()
    const findRefund = () => Promise.reject(new Error('asked'))
    const deps = { ...world.deps, payments: { ...world.deps.payments, findRefund } }
    const stranger: Actor = { ...admin, admin_role: 'read_only' }
    expect(await settleRefundByHand(deps, stranger, paid(refund_id))).toMatchObject({ reason: 'not_found' })
  })
})
