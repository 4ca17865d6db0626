import { eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { consumeDueProviderEvents, sendDueTransfers } from '../../../test/due-work.ts'
import { letterSaying, letters } from '../../../test/letters.ts'
import { adminActor, approveAsShown, payoutsUnderTest, retryAsShown } from '../../../test/payouts-under-test.ts'
import { worldOfFile } from '../../../test/world.ts'
import { receiveProviderEvent } from '../../checkout/settlement/receive-provider-event.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { messages } from '../../notifications/tables.ts'
import { cancelPayout } from '../cancel-payout.ts'
import { payout_transfers } from '../tables.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedTransfer, payoutRow, transferRows, transfersAtProvider, settleAtProvider, balance, workForHours } =
  payoutsUnderTest(world)

const FEE = 10_75

describe('a transfer that the bank does', () => {
  test('goes from Asked over Queued to Successful, and its payout to Paid, with the fee in the books', async () => {
    const { payout_id, kitchen } = await askedTransfer()
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Asked', attempts: 0 }])
    const [held, fees] = [await balance('provider_clearing:flutterwave'), await balance('provider_fees')]
    await sendDueTransfers(world.deps)
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Queued', provider_transfer_id: expect.stringMatching(/^\d+$/) },
    ])
    expect((await payoutRow(payout_id)).status).toBe('Pending')
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    await workForHours(2)
    const [transfer] = await transferRows(payout_id)
    expect(transfer).toMatchObject({
      status: 'Successful',
      fee: FEE,
      next_attempt_at: null,
      last_error: null,
    })
    expect(await payoutRow(payout_id)).toMatchObject({
      status: 'Paid',
      paid_by: 'transfer',
      bank_reference: transfer?.reference,
    })
    expect((await balance('provider_clearing:flutterwave')) - held).toBe(-1_500_00 - FEE)
    expect((await balance('provider_fees')) - fees).toBe(FEE)
    expect(await balance(`vendor:${kitchen.user_id}`)).toBe(0)
    const told = await world.deps.db
      .select()
      .from(messages)
      .where(like(messages.dedupe_key, `payout_paid:${payout_id}:%`))
    expect(told).toHaveLength(2)
  })

  test('is asked for once, however many workers are at it', async () => {
    const { payout_id } = await askedTransfer()
    await Promise.all(Array.from({ length: 10 }, () => sendDueTransfers(world.deps)))
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    await workForHours(3)
    expect(await transfersAtProvider(payout_id)).toHaveLength(1)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('is hurried by a webhook, which is not believed', async () => {
    const { payout_id } = await askedTransfer()
    await sendDueTransfers(world.deps)
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    expect(await sendDueTransfers(world.deps)).toBe(0)
    const [letter] = await letters(world)
    expect(letter.body).toContain('transfer.completed')
    await receiveProviderEvent(world.deps, new Headers(letter.headers), Buffer.from(letter.body))
    await consumeDueProviderEvents(world.deps)
    await sendDueTransfers(world.deps)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('stays under way when somebody who knows the secret claims that it is done, or that it failed', async () => {
    const { payout_id } = await askedTransfer()
    await sendDueTransfers(world.deps)
    const [transfer] = await transferRows(payout_id)
    for (const status of ['SUCCESSFUL', 'FAILED']) {
      const { headers, body } = letterSaying(world, {
        event: 'transfer.completed',
        'event.type': 'Transfer',
        data: { id: Number(transfer?.provider_transfer_id), reference: transfer?.reference, status },
      })
      expect(await receiveProviderEvent(world.deps, new Headers(headers), Buffer.from(body))).toBe(true)
      expect(await receiveProviderEvent(world.deps, new Headers(), Buffer.from(body))).toBe(false)
      await consumeDueProviderEvents(world.deps)
      expect(await sendDueTransfers(world.deps)).toBe(1)
      expect(await transferRows(payout_id)).toMatchObject([{ status: 'Queued' }])
    }
    expect((await payoutRow(payout_id)).status).toBe('Pending')
  })
})

test('news of a transfer that we never asked for change nothing', async () => {
  const body = '{"event":"transfer.completed","event.type":"Transfer","data":{"id":1,"status":"SUCCESSFUL"}}'
  const { headers } = letterSaying(world, body)
  expect(await receiveProviderEvent(world.deps, new Headers(headers), Buffer.from(body))).toBe(true)
  expect(await consumeDueProviderEvents(world.deps)).toBe(1)
  expect(await sendDueTransfers(world.deps)).toBe(0)
})

describe('an outcome that is unknown', () => {
  test.each(['accept_then_503', '503', 'hang'])('%s: the money moves once', async (transfer) => {
    await bank.behave({ transfer, hang_seconds: 0.1 })
    const { payout_id } = await askedTransfer()
    await sendDueTransfers(world.deps)
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Asked', attempts: 1, last_error: expect.stringContaining('HTTP 503') },
    ])
    // It is not known whether money is on its way, so nobody may decide otherwise.
    for (const approval of [
      { method: 'transfer' as const },
      { method: 'hand' as const, bank_reference: 'GTB-1', paid_on: '2026-03-10' },
    ]) {
      expect(await approveAsShown(world.deps, adminActor(), { payout_id, ...approval })).toMatchObject({
        reason: 'transfer_alive',
      })
    }
    expect(await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'late' })).toMatchObject({
      reason: 'transfer_alive',
    })
    expect(await retryAsShown(world.deps, adminActor(), { payout_id })).toMatchObject({
      reason: 'transfer_alive',
    })
    await bank.reset()
    await workForHours(2)
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    await workForHours(2)
    expect(await transfersAtProvider(payout_id)).toHaveLength(1)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('a worker killed between call and commit: the next one finds the transfer by its reference', async () => {
    const { payout_id } = await askedTransfer()
    const killed: typeof world.deps.transfers.transfer = async (order) => {
      await world.deps.transfers.transfer(order)
      return new Promise(() => {})
    }
    void sendDueTransfers({ ...world.deps, transfers: { ...world.deps.transfers, transfer: killed } })
    await expect.poll(() => transfersAtProvider(payout_id)).toHaveLength(1)
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Asked', attempts: 1, last_error: null }])
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    world.clock.advance(60)
    await sendDueTransfers(world.deps)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
    expect(await transfersAtProvider(payout_id)).toHaveLength(1)
  })

  test('a worker that was thought dead comes back and changes nothing', async () => {
    const { payout_id } = await askedTransfer()
    let comeBack = () => {}
    const away = new Promise<void>((resolve) => {
      comeBack = resolve
    })
    const transfer: typeof world.deps.transfers.transfer = async (order) => {
      const answer = await world.deps.transfers.transfer(order)
      await away
      return answer
    }
    const slow = sendDueTransfers({ ...world.deps, transfers: { ...world.deps.transfers, transfer } })
    await expect.poll(() => transfersAtProvider(payout_id)).toHaveLength(1)
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    world.clock.advance(60)
    await sendDueTransfers(world.deps)
    const after = await transferRows(payout_id)
    comeBack()
    await slow
    expect(await transferRows(payout_id)).toEqual(after)
    expect(after).toMatchObject([{ status: 'Successful' }])
  })

  test('a provider that says the reference is taken is asked for it, not believed that nothing happened', async () => {
    const { payout_id } = await askedTransfer()
    const [row] = await transferRows(payout_id)
    if (!row) throw new Error('no transfer')
    await world.deps.transfers.transfer({ ...row, amount: kobo(1_500_00), narration: 'Payout' })
    await sendDueTransfers(world.deps)
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Queued' }])
  })

  test('another amount at the provider is no end', async () => {
    const { payout_id } = await askedTransfer()
    const [row] = await transferRows(payout_id)
    if (!row) throw new Error('no transfer')
    await world.deps.transfers.transfer({ ...row, amount: kobo(1_400_00), narration: 'Payout' })
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    await sendDueTransfers(world.deps)
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Asked', last_error: expect.stringContaining('another amount') },
    ])
    expect((await payoutRow(payout_id)).status).toBe('Pending')
    await world.deps.db.delete(payout_transfers).where(eq(payout_transfers.payout_id, payout_id))
  })
})
