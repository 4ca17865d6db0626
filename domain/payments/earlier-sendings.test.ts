import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { sendDueRefunds } from '../../test/due-work.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { findViolations } from '../invariants/invariants.ts'
import { retryRefund } from './work-on-refund.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedRefund, refundRow, refundsAtProvider, depsThatSay, timesBooked, workForHours } = refundsUnderTest(world)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const retry = (refund_id: string) => retryRefund(world.deps, admin, { refund_id, reason: 'The bank is back' })

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
    const findRefund = () => Promise.reject(Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' }))
    await sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, findRefund } })
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Asked', last_error: 'no answer' })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })
})
