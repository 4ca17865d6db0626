import { afterEach, expect, test } from 'vitest'
import type { TransferProvider } from '../../adapters/payments/transfer-provider.ts'
import { bookTransferFees } from '../../test/due-work.ts'
import { payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { type Kobo, kobo } from '../money.ts'
import { finishTransfer } from './finish-transfer.ts'

const FEE = kobo(10_75)
const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedTransfer, transferRows, balance } = payoutsUnderTest(world)

/** A transfer that arrived before its fee was told; the provider tells the fee that is set here. */
async function doneWithoutFee() {
  const { payout_id } = await askedTransfer()
  const [transfer] = await transferRows(payout_id)
  if (!transfer) throw new Error('no transfer')
  const done = {
    provider_transfer_id: '1',
    reference: transfer.reference,
    amount: kobo(1_500_00),
    status: 'successful' as const,
    fee: null as Kobo | null,
    message: '',
  }
  await finishTransfer(world.deps, transfer, done)
  const provider = { answer: done as typeof done | null, unavailable: false }
  const transfers = {
    ...world.deps.transfers,
    findTransfer: async () => {
      if (provider.unavailable) throw new Error('no answer')
      return provider.answer
    },
  } satisfies TransferProvider
  const row = async () => (await transferRows(payout_id))[0]
  return { provider, done, row, ask: () => bookTransferFees({ ...world.deps, transfers }) }
}

test('a fee that is told after the money arrived is booked once, however many workers ask', async () => {
  const { provider, done, row, ask } = await doneWithoutFee()
  const [held, fees] = [await balance('provider_clearing:flutterwave'), await balance('provider_fees')]
  expect(await ask()).toBe(0)
  world.clock.advance(3600)
  expect(await ask()).toBe(1)
  expect(await row()).toMatchObject({ status: 'Successful', fee: null })
  provider.unavailable = true
  world.clock.advance(3600)
  await ask()
  provider.unavailable = false
  provider.answer = { ...done, fee: FEE }
  world.clock.advance(3600)
  await Promise.all([ask(), ask(), ask()])
  expect(await row()).toMatchObject({ fee: FEE, next_attempt_at: null })
  expect((await balance('provider_fees')) - fees).toBe(FEE)
  expect((await balance('provider_clearing:flutterwave')) - held).toBe(-FEE)
  world.clock.advance(3600)
  expect(await ask()).toBe(0)
})

test('a fee that is never told is asked for a week', async () => {
  const { row, ask } = await doneWithoutFee()
  world.clock.advance(7 * 24 * 3600)
  expect(await ask()).toBe(1)
  expect(await row()).toMatchObject({ fee: null, next_attempt_at: null })
})

test('a fee of nothing is known too', async () => {
  const { provider, done, row, ask } = await doneWithoutFee()
  provider.answer = { ...done, fee: 0 }
  world.clock.advance(3600)
  await ask()
  expect(await row()).toMatchObject({ fee: 0, next_attempt_at: null })
})
