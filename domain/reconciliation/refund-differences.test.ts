import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { sendDueRefunds } from '../../test/due-work.ts'
import { clockOfTheMachine, compareNow, differencesAbout } from '../../test/provider-lists-under-test.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { coverRefund } from '../payments/chargebacks/cover-refund.ts'
import { recordChargeback } from '../payments/chargebacks/record-chargeback.ts'
import { retryRefund, settleRefundByHand } from '../payments/work-on-refund.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(async () => {
  await bank.reset()
  clockOfTheMachine(world)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedRefund, refundRow, refundsAtProvider, depsThatSay, workForHours } = refundsUnderTest(world)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }

/** A refund that the provider took and called failed; its id there. */
async function refundThatFailedThere() {
  await bank.behave({ refund: 'pending_then_failed', settle_seconds: 0.1 })
  const { refund_id, transaction_id } = await askedRefund()
  await sendDueRefunds(world.deps)
  await expect.poll(async () => (await refundsAtProvider(transaction_id))[0]?.status, { timeout: 5000 }).toBe('failed')
  await workForHours(2)
  await bank.reset()
  const { status, provider_refund_id } = await refundRow(refund_id)
  expect(status).toBe('Failed')
  return { refund_id, transaction_id, number: provider_refund_id ?? '' }
}

/** Compares while the provider's list says that this refund was made, without our comment where it shows none. */
async function compareAsMade(number: string, comment?: string): Promise<void> {
  const listRefunds: typeof world.deps.payments.listRefunds = async (asked) => {
    const list = await world.deps.payments.listRefunds(asked)
    const rows = list.rows.map((row) =>
      row.provider_refund_id === number
        ? { ...row, status: 'done' as const, ...(comment !== undefined && { comment }) }
        : row,
    )
    return { ...list, rows }
  }
  await compareNow(world, { ...world.deps, payments: { ...world.deps.payments, listRefunds } })
}

describe('a refund that the provider made although it had failed', () => {
  test('is a difference until ours is done too, for which it is not sent again', async () => {
    const { refund_id, number } = await refundThatFailedThere()
    await compareAsMade(number)
    expect(await differencesAbout(world, number)).toMatchObject([
      {
        kind: 'refund_status',
        status: 'Open',
        ours: { amount_kobo: 400_50, status: 'Failed', provider_refund_id: number },
        theirs: { amount_kobo: 400_50, status: 'done' },
      },
    ])
    await retryRefund(world.deps, admin, { refund_id, reason: 'It was made' })
    await sendDueRefunds(depsThatSay(number, 'done'))
    await compareAsMade(number)
    expect(await differencesAbout(world, number)).toMatchObject([{ status: 'Resolved', closed_role: 'system' }])
  })

  test('is a difference where it was paid by hand meanwhile', async () => {
    const { refund_id, number } = await refundThatFailedThere()
    await settleRefundByHand(world.deps, admin, { refund_id, bank_reference: 'GTB-778' })
    await compareAsMade(number)
    expect(await differencesAbout(world, number)).toMatchObject([
      { kind: 'refund_status', status: 'Open', ours: { status: 'Paid by hand' } },
    ])
  })

  test.each([undefined, ''])('is a difference where it was sent again meanwhile (comment %j)', async (comment) => {
    const { refund_id, number } = await refundThatFailedThere()
    await retryRefund(world.deps, admin, { refund_id, reason: 'The bank is back' })
    await sendDueRefunds(world.deps)
    const { status, provider_refund_id: second } = await refundRow(refund_id)
    expect(status).toBe('Done')
    await compareAsMade(number, comment)
    expect(await differencesAbout(world, number)).toMatchObject([
      { kind: 'refund_status', status: 'Open', ours: { status: 'Done', provider_refund_id: second } },
    ])
    expect(await differencesAbout(world, second ?? '')).toEqual([])
  })
})

test('a refund that a chargeback covered is a difference too, once the provider made it', async () => {
  const { refund_id, transaction_id, number } = await refundThatFailedThere()
  await recordChargeback(world.deps, world.deps.payments.name, {
    provider_chargeback_id: 'one',
    provider_transaction_id: String(transaction_id),
    status: 'lost',
    amount: kobo(400_50),
    stage: '',
    reason: '',
    due_at: null,
    created_at: world.clock.now(),
  })
  expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ ok: true })
  await compareAsMade(number)
  expect(await differencesAbout(world, number)).toMatchObject([
    { kind: 'refund_status', status: 'Open', ours: { status: 'Given back by the bank' } },
  ])
})

test('a refund that went its way is no difference, nor is one that we still ask about', async () => {
  await askedRefund()
  await bank.behave({ refund: 'pending_then_completed', settle_seconds: 3600 })
  const pending = await askedRefund()
  await sendDueRefunds(world.deps)
  const { status, provider_refund_id } = await refundRow(pending.refund_id)
  expect(status).toBe('Sent')
  await compareAsMade(provider_refund_id ?? '')
  expect(await differencesAbout(world, provider_refund_id ?? '')).toEqual([])
})
