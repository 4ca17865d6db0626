import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { consumeDueProviderEvents } from '../../../test/due-work.ts'
import { type Letter, letterSaying, letters } from '../../../test/letters.ts'
import { startedCheckout, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { laneOf } from '../../lane.ts'
import { orders } from '../../orders/tables.ts'
import { provider_events } from '../../payments/tables.ts'
import { startPayment } from '../payment/start-payment.ts'
import { providerEventErrands } from './consume-provider-events.ts'
import { receiveProviderEvent } from './receive-provider-event.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(async () => {
  await bank.reset()
  await world.deps.db.delete(provider_events)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function workThroughInbox(): Promise<void> {
  while ((await consumeDueProviderEvents(world.deps)) > 0);
}

const receive = ({ body, headers }: Letter) => receiveProviderEvent(world.deps, new Headers(headers), Buffer.from(body))
async function deliver(letter: Letter): Promise<void> {
  expect(await receive(letter)).toBe(true)
  await workThroughInbox()
}

const inbox = () => world.deps.db.select().from(provider_events).orderBy(desc(provider_events.id))
const newestEvent = async () => (await inbox())[0]
const ordersOf = (checkout: { id: string }) =>
  world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))

describe('a genuine success that the provider does not know of yet', () => {
  /** What the webhook of a pending charge will say. */
  async function early() {
    const checkout = await startedCheckout(world)
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'pending' })
    const success = {
      event: 'charge.completed',
      data: { id: transaction_id, tx_ref: checkout.tx_ref, status: 'successful' },
    }
    return { checkout, transaction_id, letter: letterSaying(world, success) }
  }

  test.each([
    ['pending', { verify: 'ok' }],
    ['no_charge', { verify: 'not_found' }],
  ])('(%s) is asked about again until it does', async (outcome, behaviour) => {
    const { checkout, transaction_id, letter } = await early()
    await bank.behave(behaviour)
    await deliver(letter)
    expect(await newestEvent()).toMatchObject({ outcome, consumed_at: null, attempts: 1 })
    await bank.reset()
    await bank.settle(transaction_id, 'successful')
    world.clock.advance(60)
    await workThroughInbox()
    expect(await newestEvent()).toMatchObject({ outcome: 'paid', consumed_at: world.clock.now() })
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('is given up after a day, and taken up when the provider repeats it', async () => {
    const { checkout, transaction_id, letter } = await early()
    await deliver(letter)
    for (let hour = 0; hour < 26; hour++) {
      world.clock.advance(3600)
      await workThroughInbox()
    }
    expect(await newestEvent()).toMatchObject({ consumed_at: expect.any(Date), next_attempt_at: null })
    await bank.settle(transaction_id, 'successful')
    await startPayment(world.deps, checkout.link_token, { accepts_wait: true })
    await deliver(letter)
    expect(await newestEvent()).toMatchObject({ outcome: 'paid', attempts: 1 })
    expect(await inbox()).toHaveLength(1)
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('of a failed or pending attempt is not waited for', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'pending' })
    await deliver(
      letterSaying(world, {
        event: 'charge.completed',
        data: { tx_ref: checkout.tx_ref, status: 'pending' },
      }),
    )
    expect(await newestEvent()).toMatchObject({ outcome: 'pending', consumed_at: world.clock.now() })
  })
})

describe('a provider that hangs', () => {
  test('about forty payers, the event of another one is worked on meanwhile', async () => {
    for (let payers = 0; payers < 40; payers++) {
      const data = { id: payers + 1, tx_ref: `CHOW-hangs-${payers}`, status: 'successful' }
      await receive(letterSaying(world, { event: 'charge.completed', data }))
    }
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await receive((await letters(world))[0])
    const findCharge: typeof world.deps.payments.findCharge = (id) =>
      Number(id) <= 40 ? new Promise<never>(() => {}) : world.deps.payments.findCharge(id)
    const payments = { ...world.deps.payments, findCharge }
    const lane = laneOf(providerEventErrands({ ...world.deps, payments }), (error) => {
      throw error
    })
    while ((await lane.run()) > 0);
    await expect.poll(() => ordersOf(checkout)).toHaveLength(1)
  })

  test('an event is tried every three minutes in its first hour, however often a worker died over it', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await receive((await letters(world))[0])
    await world.deps.db.update(provider_events).set({ attempts: 12 })
    await bank.behave({ verify: '503' })
    await workThroughInbox()
    await bank.reset()
    world.clock.advance(180)
    await workThroughInbox()
    expect(await ordersOf(checkout)).toHaveLength(1)
  })
})

test('only those of its words are kept that are read; repeated when none is left, it is read again', async () => {
  const checkout = await startedCheckout(world)
  await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
  const [letter] = await letters(world)
  expect(letter.body).toContain(checkout.email)
  expect(await receive(letter)).toBe(true)
  const stored = await newestEvent()
  expect(stored?.body).toContain(checkout.tx_ref)
  expect(stored?.body).not.toContain(checkout.email)
  await world.deps.db.update(provider_events).set({ body: '', consumed_at: world.clock.now() })
  await deliver(letter)
  expect(await newestEvent()).toMatchObject({ outcome: 'paid' })
  expect(await ordersOf(checkout)).toHaveLength(1)
})
