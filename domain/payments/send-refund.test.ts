import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aftermathOf } from '../../test/aftermath.ts'
import { control } from '../../test/control.ts'
import { consumeDueProviderEvents, sendDueRefunds } from '../../test/due-work.ts'
import { letters } from '../../test/letters.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { receiveProviderEvent } from '../checkout/settlement/receive-provider-event.ts'
import { findViolations } from '../invariants/invariants.ts'
import { journals, refunds } from './tables.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedRefund, refundRow, refundsAtProvider, balance, timesBooked, workForHours } = refundsUnderTest(world)
const journalsOf = (refund_id: string) =>
  world.deps.db
    .select()
    .from(journals)
    .where(eq(journals.subject, `refund:${refund_id}`))

describe('a refund that the provider makes at once', () => {
  test('is done, and leaves the books as it leaves the provider', async () => {
    const { refund_id, transaction_id } = await askedRefund()
    const [owed, held] = [await balance('refunds_due'), await balance('provider_clearing:flutterwave')]
    await sendDueRefunds(world.deps)
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Done',
      done_at: world.clock.now(),
      provider_refund_id: expect.stringMatching(/^\d+$/),
      next_attempt_at: null,
      last_error: null,
    })
    expect(await refundsAtProvider(transaction_id)).toMatchObject([{ amount_refunded: 400.5 }])
    expect((await balance('refunds_due')) - owed).toBe(400_50)
    expect((await balance('provider_clearing:flutterwave')) - held).toBe(-400_50)
    expect(await journalsOf(refund_id)).toMatchObject([{ kind: 'refund_done', recorded_at: world.clock.now() }])
  })

  test('is named to the provider by its own id, and nothing is asked before it is sent', async () => {
    const { refund_id, transaction_id } = await askedRefund()
    const findRefund = () => Promise.reject(new Error('nobody can know it yet'))
    await sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, findRefund } })
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toMatchObject([{ comments: refund_id }])
  })

  test('is made once, however many workers are at it', async () => {
    const { refund_id, transaction_id } = await askedRefund()
    await Promise.all(Array.from({ length: 10 }, () => sendDueRefunds(world.deps)))
    await workForHours(3)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await timesBooked(refund_id)).toBe(1)
  })

  test('is booked once when a worker that was thought dead comes back', async () => {
    const { refund_id, transaction_id } = await askedRefund()
    let comeBack = () => {}
    const away = new Promise<void>((resolve) => {
      comeBack = resolve
    })
    const refund: typeof world.deps.payments.refund = async (request) => {
      const answer = await world.deps.payments.refund(request)
      await away
      return answer
    }
    const slow = sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, refund } })
    await expect.poll(() => refundsAtProvider(transaction_id)).toHaveLength(1)
    world.clock.advance(60)
    await sendDueRefunds(world.deps)
    comeBack()
    await slow
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Done',
      next_attempt_at: null,
      last_error: null,
    })
    expect(await timesBooked(refund_id)).toBe(1)
  })

  test('is sent once when looking for it takes a worker longer than its claim lasts', async () => {
    await bank.behave({ refund: '503' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.reset()
    world.clock.advance(90)
    const questions: { answer: () => void }[] = []
    const findRefund = () => new Promise<null>((resolve) => questions.push({ answer: () => resolve(null) }))
    const slow = { ...world.deps, payments: { ...world.deps.payments, findRefund } }
    const first = sendDueRefunds(slow)
    await expect.poll(() => questions.length).toBe(1)
    world.clock.advance(60)
    const second = sendDueRefunds(slow)
    await expect.poll(() => questions.length).toBe(2)
    for (const question of questions.toReversed()) question.answer()
    await Promise.all([first, second])
    await workForHours(3)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', attempts: 3 })
  })

  test('is one of many that were due together', async () => {
    const asked = [await askedRefund(), await askedRefund(), await askedRefund()]
    expect(await sendDueRefunds(world.deps, 2)).toBe(2)
    expect(await sendDueRefunds(world.deps, 2)).toBe(1)
    for (const { refund_id } of asked) expect((await refundRow(refund_id)).status).toBe('Done')
  })

  test('waits for nobody: while somebody holds one, the others are sent', async () => {
    const [held, free] = [await askedRefund(), await askedRefund()]
    await world.deps.db.transaction(async (tx) => {
      await tx.select().from(refunds).where(eq(refunds.id, held.refund_id)).for('no key update')
      expect(await sendDueRefunds(world.deps)).toBe(1)
    })
    expect((await refundRow(free.refund_id)).status).toBe('Done')
    expect(await sendDueRefunds(world.deps)).toBe(1)
    expect((await refundRow(held.refund_id)).status).toBe('Done')
  })
})

describe('a refund that the provider takes its time over', () => {
  test('is sent once, followed while it is on its way, and booked once when it is done', async () => {
    await bank.behave({ refund: 'pending_then_completed', settle_seconds: 1 })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    const in_80_seconds = new Date(world.clock.now().getTime() + 80_000)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Sent', done_at: null, next_attempt_at: in_80_seconds })
    expect(await timesBooked(refund_id)).toBe(0)

    const asked: (string | null)[] = []
    const findRefund: typeof world.deps.payments.findRefund = (request) => {
      asked.push(request.provider_refund_id)
      return world.deps.payments.findRefund(request)
    }
    world.clock.advance(90)
    await sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, findRefund } })
    expect(asked).toEqual([(await refundRow(refund_id)).provider_refund_id])
    await settledAtProvider(transaction_id, 'completed')
    await workForHours(3)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', done_at: expect.any(Date) })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await timesBooked(refund_id)).toBe(1)
  })

  test('is found behind the many that came after it', async () => {
    await bank.behave({ refund: 'pending_then_completed', settle_seconds: 0.2 })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.reset()
    for (let other = 0; other < 11; other++) await askedRefund()
    await settledAtProvider(transaction_id, 'completed')
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('and then does not make stays with the money that we owe', async () => {
    await bank.behave({ refund: 'pending_then_failed', settle_seconds: 0.1 })
    const { refund_id, transaction_id } = await askedRefund()
    const owed = await balance('refunds_due')
    await sendDueRefunds(world.deps)
    await settledAtProvider(transaction_id, 'failed')
    await workForHours(3)
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Failed',
      next_attempt_at: null,
      last_error: 'The provider reports the refund as failed',
    })
    expect(await balance('refunds_due')).toBe(owed)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('is looked at when a webhook says that there is news of it, and no other one is', async () => {
    await bank.behave({ refund: 'pending_then_completed', settle_seconds: 600 })
    const other = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.behave({ refund: 'pending_then_completed', settle_seconds: 0.2, refund_webhook: 'on' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await settledAtProvider(transaction_id, 'completed')
    expect(await sendDueRefunds(world.deps)).toBe(0)

    const [{ headers, body }] = await letters(world)
    await receiveProviderEvent(world.deps, new Headers(headers), Buffer.from(body))
    const waits = await refundRow(other.refund_id)
    await consumeDueProviderEvents(world.deps)
    expect(await sendDueRefunds(world.deps)).toBe(1)
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundRow(other.refund_id)).toEqual(waits)
  })

  async function settledAtProvider(transaction_id: number, status: string) {
    await expect.poll(() => refundsAtProvider(transaction_id)).toMatchObject([{ status }])
  }
})

test('a refund that the provider refuses waits for a person, with the money that we owe', async () => {
  await bank.behave({ refund: 'insufficient_balance' })
  const { refund_id, transaction_id } = await askedRefund()
  const owed = await balance('refunds_due')
  // Admins see it on their screens at once.
  expect(await aftermathOf(world.deps.db, () => sendDueRefunds(world.deps))).toMatchObject({ admins: true })
  expect(await refundRow(refund_id)).toMatchObject({
    status: 'Failed',
    next_attempt_at: null,
    last_error: expect.stringContaining('Insufficient funds'),
  })
  await bank.reset()
  await workForHours(3)
  expect((await refundRow(refund_id)).status).toBe('Failed')
  expect(await refundsAtProvider(transaction_id)).toEqual([])
  expect(await balance('refunds_due')).toBe(owed)
})
