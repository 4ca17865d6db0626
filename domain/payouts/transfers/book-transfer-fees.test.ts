import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import { bookTransferFees } from '../../../test/due-work.ts'
import { payoutsUnderTest } from '../../../test/payouts-under-test.ts'
import { worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { type Kobo, kobo } from '../../money.ts'
import { journals } from '../../payments/tables.ts'
import { askForFeeAt } from './book-transfer-fees.ts'
import { finishTransfer } from './finish-transfer.ts'

const FEE = kobo(10_75)
const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedTransfer, transferRows, balance } = payoutsUnderTest(world)

const WEEK_SECONDS = 7 * 24 * 3600

/** A transfer that arrived before its fee was told; the provider tells the fee that is set here. */
async function doneWithoutFee(how: { arrives_after_seconds?: number } = {}) {
  const { payout_id } = await askedTransfer()
  world.clock.advance(how.arrives_after_seconds ?? 0)
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
  const booked = () =>
    world.deps.db
      .select()
      .from(journals)
      .where(eq(journals.subject, `transfer:${transfer.id}`))
  return { provider, done, row, booked, transfers, ask: () => bookTransferFees({ ...world.deps, transfers }) }
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
  world.clock.advance(WEEK_SECONDS)
  expect(await ask()).toBe(1)
  expect(await row()).toMatchObject({ fee: null, next_attempt_at: null })
})

test('a fee of nothing is known too', async () => {
  const { provider, done, row, booked, ask } = await doneWithoutFee()
  provider.answer = { ...done, fee: 0 }
  world.clock.advance(3600)
  await ask()
  expect(await row()).toMatchObject({ fee: 0, next_attempt_at: null })
  expect(await booked()).toEqual([])
})

test('a worker who comes back with the fee after another one booked it does not book it again', async () => {
  const { provider, done, row, booked, transfers, ask } = await doneWithoutFee()
  provider.answer = { ...done, fee: FEE }
  world.clock.advance(3600)
  const slow = {
    ...transfers,
    findTransfer: async () => {
      world.clock.advance(61)
      await ask()
      return provider.answer
    },
  }
  await bookTransferFees({ ...world.deps, transfers: slow })
  expect(await row()).toMatchObject({ fee: FEE, next_attempt_at: null })
  expect(await booked()).toMatchObject([{ kind: 'provider_fee_known' }])
})

test('the week of asking begins when the money arrived, not when it was asked for', async () => {
  const { row, ask } = await doneWithoutFee({ arrives_after_seconds: WEEK_SECONDS / 2 })
  world.clock.advance(WEEK_SECONDS * 0.75)
  await ask()
  expect((await row())?.next_attempt_at).toEqual(new Date(world.clock.now().getTime() + 3_600_000))
  const arrived = new Date('2026-03-10T12:00:00Z')
  const last = new Date('2026-03-17T12:00:00Z')
  expect(askForFeeAt(arrived, new Date('2026-03-17T11:00:00Z'))).toEqual(last)
  expect(askForFeeAt(arrived, new Date('2026-03-17T11:00:01Z'))).toBeNull()
})
