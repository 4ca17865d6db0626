import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { letters } from '../../test/letters.ts'
import { createWorld, startedCheckout, type World } from '../../test/world.ts'
import { consumeDueProviderEvents } from '../checkout/consume-provider-events.ts'
import { receiveProviderEvent } from '../checkout/receive-provider-event.ts'
import { settleCheckout } from '../checkout/settle-checkout.ts'
import { findViolations } from './invariants.ts'
import { sendDueRefunds } from './send-refund.ts'
import { journal_entries, journals, payments, refunds } from './tables.ts'

let world: World
let bank: ReturnType<typeof control>

beforeAll(async () => {
  world = await createWorld()
  bank = control(world)
})
afterAll(() => world.close())
beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

/** A refund of NGN 400.50 that is asked for: what a customer sent too much by bank transfer. */
async function askedRefund() {
  const checkout = await startedCheckout(world)
  const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 4000.5 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [row] = await world.deps.db
    .select({ refund_id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(payments.tx_ref, checkout.tx_ref))
  if (!row) throw new Error('no refund was asked for')
  return { refund_id: row.refund_id, transaction_id }
}

async function refundRow(refund_id: string) {
  const [row] = await world.deps.db.select().from(refunds).where(eq(refunds.id, refund_id))
  if (!row) throw new Error('no refund')
  return row
}

/** What the provider paid back or is about to, of one transaction. */
async function refundsAtProvider(transaction_id: number) {
  const found: { id: number; status: string; amount_refunded: number }[] = []
  for (let page = 1; ; page++) {
    const answer = await fetch(`${world.sandbox.url}/flutterwave/v3/refunds?page=${page}`, {
      headers: { authorization: `Bearer ${world.keys.secret_key}` },
    })
    const { data } = (await answer.json()) as { data: ((typeof found)[number] & { tx_id: number })[] }
    if (data.length === 0) return found
    found.push(...data.filter((row) => row.tx_id === transaction_id))
  }
}

async function balance(account: string): Promise<number> {
  const rows = await world.deps.db.select().from(journal_entries).where(eq(journal_entries.account, account))
  return rows.reduce((sum, row) => sum + row.amount, 0)
}

const timesBooked = async (refund_id: string) =>
  (
    await world.deps.db
      .select()
      .from(journals)
      .where(eq(journals.subject, `refund:${refund_id}`))
  ).length

/** Works on what is due now, and again an hour later, as often as that changes something. */
async function workForHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    while ((await sendDueRefunds(world.deps)) > 0);
    world.clock.advance(3600)
  }
}

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
})

describe('a refund that the provider takes its time over', () => {
  test('is sent once, followed while it is on its way, and booked once when it is done', async () => {
    await bank.behave({ refund: 'pending_then_completed', settle_seconds: 1 })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Sent', done_at: null })
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
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Failed', next_attempt_at: null })
    expect(await balance('refunds_due')).toBe(owed)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('is looked at when a webhook says that there is news', async () => {
    await bank.behave({ refund: 'pending_then_completed', settle_seconds: 0.2, refund_webhook: 'on' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await settledAtProvider(transaction_id, 'completed')
    expect(await sendDueRefunds(world.deps)).toBe(0)

    const [{ headers, body }] = await letters(world)
    await receiveProviderEvent(world.deps, new Headers(headers), Buffer.from(body))
    await consumeDueProviderEvents(world.deps)
    await sendDueRefunds(world.deps)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })

  async function settledAtProvider(transaction_id: number, status: string) {
    await expect.poll(() => refundsAtProvider(transaction_id)).toMatchObject([{ status }])
  }
})

describe('a refund whose outcome is unknown', () => {
  test('because the provider answered 503 after making it, is not made again', async () => {
    await bank.behave({ refund: 'accept_then_503' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Asked',
      provider_refund_id: null,
      last_error: expect.stringContaining('503'),
    })
    await workForHours(3)
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', last_error: null })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await timesBooked(refund_id)).toBe(1)
  })

  test('is found again behind the many that came after it', async () => {
    await bank.behave({ refund: 'accept_then_503' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.reset()
    for (let other = 0; other < 11; other++) await askedRefund()
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('waits for a person where the list has one like it without our comment', async () => {
    await bank.behave({ refund: 'accept_then_503', refund_comments: 'omitted' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await workForHours(3)
    const [made] = await refundsAtProvider(transaction_id)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Failed',
      last_error: expect.stringContaining(`refund ${made?.id} `),
    })
  })

  test('is made later where the list never shows comments and has none like it', async () => {
    await bank.behave({ refund: '503', refund_comments: 'omitted' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.behave({ refund: 'completed' })
    await workForHours(3)
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })

  test('is not looked up before the provider can have finished with it', async () => {
    await bank.behave({ refund: '503' })
    await askedRefund()
    await sendDueRefunds(world.deps)
    world.clock.advance(30)
    expect(await sendDueRefunds(world.deps)).toBe(0)
    await bank.reset()
    await workForHours(2)
  })

  test.each([
    ['answered 503', { refund: '503' }],
    ['hung and gave up', { refund: 'hang', hang_seconds: 0.1 }],
  ])('because the provider %s without making it, is made later', async (_, behaviour) => {
    await bank.behave(behaviour)
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    expect(await refundsAtProvider(transaction_id)).toEqual([])
    await bank.reset()
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  })

  test('is not sent again while the provider cannot say whether it has it', async () => {
    await bank.behave({ refund: 'accept_then_503' })
    const { refund_id, transaction_id } = await askedRefund()
    await sendDueRefunds(world.deps)
    await bank.reset()
    const findRefund = () =>
      Promise.reject(Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' }))
    world.clock.advance(90)
    await sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, findRefund } })
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Asked',
      attempts: 2,
      last_error: 'no answer',
    })
    expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
    await workForHours(3)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })
})

test('a refund that the provider refuses waits for a person, with the money that we owe', async () => {
  await bank.behave({ refund: 'insufficient_balance' })
  const { refund_id, transaction_id } = await askedRefund()
  const owed = await balance('refunds_due')
  await sendDueRefunds(world.deps)
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
