import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { consumeDueProviderEvents } from '../../../test/due-work.ts'
import { type Letter, letterSaying, letters } from '../../../test/letters.ts'
import { startedCheckout, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { orders } from '../../orders/tables.ts'
import { payments, provider_events, refunds, review_cases } from '../../payments/tables.ts'
import { checkouts } from '../tables.ts'
import { receiveProviderEvent } from './receive-provider-event.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(async () => {
  await bank.reset()
  await world.deps.db.delete(provider_events)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const receive = ({ body, headers }: Letter) => receiveProviderEvent(world.deps, new Headers(headers), Buffer.from(body))

async function workThroughInbox(): Promise<void> {
  while ((await consumeDueProviderEvents(world.deps)) > 0);
}

async function deliver(letter: Letter): Promise<void> {
  expect(await receive(letter)).toBe(true)
  await workThroughInbox()
}

const inbox = () => world.deps.db.select().from(provider_events).orderBy(desc(provider_events.id))
const newestEvent = async () => (await inbox())[0]
const ordersOf = (checkout: { id: string }) =>
  world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
const paymentsUnder = (tx_ref: string) => world.deps.db.select().from(payments).where(eq(payments.tx_ref, tx_ref))
const statusOf = async (checkout: { id: string }) => {
  const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.id, checkout.id))
  return row?.status
}

describe('a genuine webhook', () => {
  test.each([
    ['verif-hash', 'enveloped'],
    ['verif-hash', 'flat'],
    ['signature', 'enveloped'],
    ['signature', 'flat'],
    ['both', 'enveloped'],
  ])('proved by %s, %s, makes the orders', async (webhook_auth, webhook_shape) => {
    await bank.behave({ webhook_auth, webhook_shape })
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await deliver((await letters(world))[0])
    expect(await newestEvent()).toMatchObject({
      outcome: 'paid',
      consumed_at: world.clock.now(),
      attempts: 1,
    })
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('is stored first, and acts only when the worker comes to it', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const [letter] = await letters(world)
    expect(await receive(letter)).toBe(true)
    expect(await newestEvent()).toMatchObject({ consumed_at: null, attempts: 0 })
    expect(await ordersOf(checkout)).toHaveLength(0)
    await workThroughInbox()
    expect(await ordersOf(checkout)).toHaveLength(1)
  })
})

describe('a forged webhook is refused and not stored', () => {
  const claim = '{"event":"charge.completed","data":{"id":1,"tx_ref":"CHOW-1","status":"successful"}}'
  test.each([
    ['a wrong hash', { 'verif-hash': 'not-the-secret' }],
    ['an empty hash', { 'verif-hash': '' }],
    ['no proof at all', {}],
    ['a wrong signature', { 'flutterwave-signature': 'jnaYhnOXPgMAl9Byu03LOw6ZpKdokAvPFf4mUt1VOKg=' }],
    ['the secret where a signature belongs', { 'flutterwave-signature': 'webhook-secret-of-the-tests' }],
  ])('%s', async (_, headers) => {
    const before = (await inbox()).length
    expect(await receive({ body: claim, headers })).toBe(false)
    expect(await inbox()).toHaveLength(before)
  })

  test('the signature of another body', async () => {
    await bank.behave({ webhook_auth: 'signature' })
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'failed' })
    const [{ body, headers }] = await letters(world)
    expect(await receive({ body: body.replace('"failed"', '"successful"'), headers })).toBe(false)
    expect(await receive({ body: `${body} `, headers })).toBe(false)
  })
})

describe('webhooks as they come on a bad day', () => {
  test('repeated twenty times at once, and once more when it was consumed: one row, one effect', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const [letter] = await letters(world)
    const before = (await inbox()).length
    const answers = await Promise.all(Array.from({ length: 20 }, () => receive(letter)))
    expect(answers).toEqual(Array.from({ length: 20 }, () => true))
    expect(await inbox()).toHaveLength(before + 1)

    const worked_on = await Promise.all(Array.from({ length: 10 }, () => consumeDueProviderEvents(world.deps)))
    expect(worked_on.reduce((sum, events) => sum + events, 0)).toBe(1)
    expect(await ordersOf(checkout)).toHaveLength(1)
    const receipts = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `receipt:${checkout.id}`))
    expect(receipts).toHaveLength(1)

    const consumed = await inbox()
    await deliver(letter)
    expect(await inbox()).toEqual(consumed)
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('late: after the window closed the money goes back', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    world.clock.advance(61 * 60)
    await deliver((await letters(world))[0])
    expect(await newestEvent()).toMatchObject({ outcome: 'refunding' })
    expect(await ordersOf(checkout)).toHaveLength(0)
    const [payment] = await paymentsUnder(checkout.tx_ref)
    const going_back = await world.deps.db
      .select()
      .from(refunds)
      .where(eq(refunds.payment_id, payment?.id ?? ''))
    expect(going_back).toMatchObject([{ amount: 3_600_00, reason: 'late', status: 'Asked' }])
  })

  test('out of order: "failed" of an older attempt after the success changes nothing', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'failed' })
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const [success, failure] = await letters(world)
    await deliver(success)
    if (!failure) throw new Error('no second webhook')
    await deliver(failure)
    expect(await newestEvent()).toMatchObject({ outcome: 'paid' })
    expect(await statusOf(checkout)).toBe('Paid')
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('out of order: "pending" after the success changes nothing', async () => {
    await bank.behave({ webhook: 'reordered' })
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    for (const letter of (await letters(world)).slice(0, 2).reverse()) await deliver(letter)
    expect(await statusOf(checkout)).toBe('Paid')
    expect(await ordersOf(checkout)).toHaveLength(1)
  })
})

describe('a body that lies, though its secret is right', () => {
  const success = (tx_ref: string, id: number | null) =>
    letterSaying(world, {
      event: 'charge.completed',
      data: { id, tx_ref, status: 'successful', amount: 3600, currency: 'NGN' },
      nonce: randomUUID(),
    })

  test('about a tx_ref that nobody paid: no order', async () => {
    const checkout = await startedCheckout(world)
    await deliver(success(checkout.tx_ref, 4711))
    expect(await newestEvent()).toMatchObject({ outcome: 'no_charge' })
    expect(await ordersOf(checkout)).toHaveLength(0)
  })

  test('about a charge that failed: no order', async () => {
    const checkout = await startedCheckout(world)
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'failed' })
    await deliver(success(checkout.tx_ref, transaction_id))
    expect(await newestEvent()).toMatchObject({ outcome: 'failed' })
    expect(await ordersOf(checkout)).toHaveLength(0)
  })

  test("about the amount: the provider's own figure counts", async () => {
    const checkout = await startedCheckout(world)
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 36 })
    await deliver(success(checkout.tx_ref, transaction_id))
    expect(await newestEvent()).toMatchObject({ outcome: 'review' })
    expect(await ordersOf(checkout)).toHaveLength(0)
  })

  test("with somebody else's transaction id: theirs does not move, mine only when it is paid", async () => {
    const [mine, theirs] = [await startedCheckout(world), await startedCheckout(world)]
    const { transaction_id } = await bank.pay({ tx_ref: theirs.tx_ref, amount: 3600 })
    await deliver(success(mine.tx_ref, transaction_id))
    expect(await newestEvent()).toMatchObject({ outcome: 'no_charge' })
    await bank.pay({ tx_ref: mine.tx_ref, amount: 3600 })
    await deliver(success(mine.tx_ref, transaction_id))
    expect([await statusOf(mine), await statusOf(theirs)]).toEqual(['Paid', 'Open'])
  })
})

test('money under a tx_ref that is not ours is a case for a person', async () => {
  const tx_ref = `OTHER-${randomUUID()}`
  await bank.pay({ tx_ref, amount: 250 })
  await deliver((await letters(world))[0])
  const [payment] = await paymentsUnder(tx_ref)
  expect(payment).toMatchObject({ checkout_id: null, amount: 250_00, purpose: 'review' })
  const cases = await world.deps.db
    .select()
    .from(review_cases)
    .where(eq(review_cases.payment_id, payment?.id ?? ''))
  expect(cases).toMatchObject([{ kind: 'unknown', status: 'Open' }])
})

describe('while the provider cannot be asked', () => {
  test.each(['503', '429', 'nonsense'])('(%s) the event stays in the inbox and is tried again', async (verify) => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const [letter] = await letters(world)
    await bank.behave({ verify })
    await deliver(letter)
    const waiting = await newestEvent()
    expect(waiting).toMatchObject({ consumed_at: null, outcome: null, attempts: 1 })
    expect(waiting?.last_error).toContain('/verify')
    expect(waiting?.next_attempt_at?.getTime()).toBeGreaterThan(world.clock.now().getTime())
    expect(await ordersOf(checkout)).toHaveLength(0)

    await bank.reset()
    world.clock.advance(60)
    await workThroughInbox()
    expect(await newestEvent()).toMatchObject({ outcome: 'paid', attempts: 2, last_error: null })
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('an event that another worker is just taking is left to it', async () => {
    await receive(letterSaying(world, { event: 'other', nonce: randomUUID() }))
    await world.deps.db.transaction(async (tx) => {
      await tx.select().from(provider_events).for('update')
      expect(await consumeDueProviderEvents(world.deps)).toBe(0)
    })
    expect(await consumeDueProviderEvents(world.deps)).toBe(1)
  })

  test('an event whose worker died is taken by another one when its lease ends', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await receive((await letters(world))[0])
    const dying = {
      ...world.deps,
      db: world.deps.db,
      payments: { ...world.deps.payments, findCharge: never },
    }
    void consumeDueProviderEvents(dying)
    await expect.poll(async () => (await newestEvent())?.attempts).toBe(1)
    expect(await consumeDueProviderEvents(world.deps)).toBe(0)
    world.clock.advance(60)
    expect(await consumeDueProviderEvents(world.deps)).toBe(1)
    expect(await ordersOf(checkout)).toHaveLength(1)
  })
})

const never = () => new Promise<never>(() => {})

test.each([
  ['nothing', ''],
  ['no JSON', 'charge.completed'],
  ['half of a JSON', '{"event":"charge.completed","data":{"tx_ref":'],
  ['null', 'null'],
  ['a list', '[{"tx_ref":"CHOW-1"}]'],
  ['a charge without a tx_ref', '{"event":"charge.completed","data":{"id":1}}'],
  ['a tx_ref that is no text', '{"event":"charge.completed","data":{"tx_ref":{"$ne":null}}}'],
  ['an event of another kind', '{"event":"subscription.cancelled","data":{"id":1}}'],
])('nonsense and news for others (%s) are kept and ignored', async (_, body) => {
  await deliver(letterSaying(world, body))
  expect(await inbox()).toHaveLength(1)
  expect(await newestEvent()).toMatchObject({
    outcome: 'ignored',
    next_attempt_at: null,
  })
})
