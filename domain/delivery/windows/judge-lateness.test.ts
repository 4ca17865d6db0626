import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../../orders/acceptance/give-more-time.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { giveBackCheckout } from '../../orders/refunds/give-back.ts'
import { orders } from '../../orders/tables.ts'
import { journal_entries, journals, refunds } from '../../payments/tables.ts'
import { LATENESS, type Lateness } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { handOver, pickUp } from '../steps/take-step.ts'
import { judgeLateness } from './judge-lateness.ts'
import { promiseOf } from './promise.ts'

const FEE = kobo(600_00)
const MINUTE = 60
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const world = await worldOfFile()
const { assigned, pinOf, paidOrders, waiting } = deliveryWorld(world)

beforeEach(() => world.deps.db.delete(settings))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const rule = (value: Partial<Lateness>) =>
  world.deps.db.insert(settings).values({ key: LATENESS.key, value: { ...LATENESS.default, ...value } })

/** So many minutes after the end of the order's first window. */
async function waitPast(order_id: number, minutes: number): Promise<void> {
  const promise = await promiseOf(world.deps.db, order_id)
  if (!promise) throw new Error('No promise')
  const left_ms = promise.promised_by.getTime() - world.clock.now().getTime()
  world.clock.advance(left_ms / 1000 + minutes * MINUTE)
}

async function handedOver(delivery: Awaited<ReturnType<typeof assigned>>): Promise<void> {
  const { rider, delivery_id, order_id } = delivery
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  expect(await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })).toMatchObject({ ok: true })
}

const refundsOf = (order_id: number) =>
  world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id)).orderBy(refunds.created_at)
const judge = () => judgeLateness(world.deps)

describe('an order that is later than promised by the minutes of the setting', () => {
  test('brings its fee back once, at the platform’s cost, while still on its way; its customer reads so', async () => {
    const { order_id } = await waiting()
    await waitPast(order_id, 14)
    expect(await judge()).toBe(0)
    await waitPast(order_id, 15)
    expect(await judge()).toBe(1)
    expect(await judge()).toBe(0)
    const [refund, ...more] = await refundsOf(order_id)
    expect(more).toEqual([])
    expect(refund).toMatchObject({ amount: FEE, delivery_fee: FEE, reason: 'late_delivery', borne_by: 'platform' })
    const [entries] = await world.deps.db
      .select({ amount: journal_entries.amount })
      .from(journals)
      .innerJoin(journal_entries, eq(journal_entries.journal_id, journals.id))
      .where(eq(journals.subject, `order:${order_id}:${refund?.id}`))
    expect(entries?.amount).toBe(FEE)
    const [sms] = await world.deps.db
      .select({ body: messages.body })
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:${refund?.id}`))
    expect(sms?.body).toMatch(
      /We are sorry that your order \d+ is later than we said: it was promised by \d\d:\d\d and still comes\. NGN 600/,
    )
  })

  test('that was handed over too late brings it back, and one handed over in time does not', async () => {
    const late = await assigned({ ready: true })
    await waitPast(late.order_id, 16)
    await handedOver(late)
    const in_time = await assigned({ ready: true })
    await handedOver(in_time)
    await waitPast(in_time.order_id, 60)
    expect(await judge()).toBe(1)
    expect(await refundsOf(late.order_id)).toMatchObject([
      { amount: FEE, explanation: expect.not.stringContaining('still') },
    ])
    expect(await refundsOf(in_time.order_id)).toEqual([])
  })

  test('never brings back more than was paid: the rest of the checkout is what is left', async () => {
    const { order_id } = await waiting()
    await waitPast(order_id, 20)
    expect(await judge()).toBe(1)
    const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
    const decision = { reason: 'It never came', borne_by: 'platform' as const, request_key: randomUUID() }
    expect(await giveBackCheckout(world.deps, admin, { ...decision, order_id })).toMatchObject({
      ok: true,
      value: [{ amount: order?.total_price, delivery_fee: 0 }],
    })
  })
})

test('a cart with one fee for all its ways brings it back once, one with a fee for each way each its own', async () => {
  const cart = async () => paidOrders([await insertVendor(world.deps.db), await insertVendor(world.deps.db)])
  const [apart, together, small] = [await cart(), await cart(), await cart()]
  const oneFee = (placed: typeof apart, small_order_fee = kobo(0)) => {
    const ids = placed.map(({ id }) => id)
    return world.deps.db.update(orders).set({ own_delivery_fee: null, small_order_fee }).where(inArray(orders.id, ids))
  }
  await oneFee(together)
  await oneFee(small, kobo(150_00))
  for (const { id } of [...apart, ...together, ...small]) await waitPast(id, 30)
  expect(await judge()).toBe(4)
  const back = async (placed: typeof apart) =>
    (await Promise.all(placed.map(({ id }) => refundsOf(id)))).map((own) => own.map(({ amount }) => amount))
  expect(await back(apart)).toEqual([[FEE], [FEE]])
  expect(await back(together)).toEqual([[2 * FEE], []])
  expect(await back(small)).toEqual([[2 * FEE - 150_00], []])
})

test('one fee for all ways comes back once, also where late kitchens bear it', async () => {
  await rule({ kitchen_bears_after_minutes: 10 })
  const kitchens = [await insertVendor(world.deps.db), await insertVendor(world.deps.db)]
  const placed = await paidOrders(kitchens)
  const ids = placed.map(({ id }) => id)
  await world.deps.db.update(orders).set({ own_delivery_fee: null }).where(inArray(orders.id, ids))
  for (const [place, kitchen] of kitchens.entries())
    await acceptOrder(world.deps, vendorActor(kitchen), { order_id: ids[place] ?? 0, minutes: 15 })
  for (const id of ids) await waitPast(id, 30)
  expect(await judge()).toBe(1)
  const back = await world.deps.db.select().from(refunds).where(inArray(refunds.order_id, ids))
  expect(back).toMatchObject([{ amount: 2 * FEE, delivery_fee: 0, borne_by: 'vendor' }])
})

test('the setting says how much goes back, and that nothing does', async () => {
  await rule({ share_percent: 50 })
  const half = await waiting()
  await waitPast(half.order_id, 20)
  expect(await judge()).toBe(1)
  expect(await refundsOf(half.order_id)).toMatchObject([{ amount: FEE / 2 }])
  await world.deps.db.delete(settings)
  await rule({ share_percent: 0 })
  const nothing = await waiting()
  await waitPast(nothing.order_id, 20)
  expect(await judge()).toBe(0)
})

test('by setting the kitchen bears it whose food was late, and not the one whose rider was', async () => {
  await rule({ kitchen_bears_after_minutes: 10 })
  const slow = await waiting()
  await waitPast(slow.order_id, 20)
  const quick = await assigned({ ready: true })
  await waitPast(quick.order_id, 20)
  expect(await judge()).toBe(2)
  expect(await refundsOf(slow.order_id)).toMatchObject([{ amount: FEE, delivery_fee: 0, borne_by: 'vendor' }])
  expect(await refundsOf(quick.order_id)).toMatchObject([{ amount: FEE, delivery_fee: FEE, borne_by: 'platform' }])
})

test('a kitchen that asked for more time is measured by what it said when it accepted', async () => {
  await rule({ kitchen_bears_after_minutes: 10 })
  const ready = async (after_minutes: number) => {
    const { vendor, order_id } = await waiting()
    await giveMoreTime(world.deps, vendor, { order_id, minutes: 15 })
    world.clock.advance(after_minutes * MINUTE)
    await completeOrder(world.deps, vendor, order_id)
    await waitPast(order_id, 20)
    expect(await judge()).toBe(1)
    return refundsOf(order_id)
  }
  // It said fifteen minutes.
  expect(await ready(26)).toMatchObject([{ amount: FEE, borne_by: 'vendor' }])
  expect(await ready(25)).toMatchObject([{ amount: FEE, borne_by: 'platform' }])
})

test('two workers at once give it back once', async () => {
  const { order_id } = await waiting()
  await waitPast(order_id, 20)
  expect((await Promise.all([judge(), judge(), judge()])).reduce((sum, made) => sum + made, 0)).toBe(1)
  expect(await refundsOf(order_id)).toHaveLength(1)
})
