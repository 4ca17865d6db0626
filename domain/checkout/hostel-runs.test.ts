import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../test/ada.ts'
import { control } from '../../test/control.ts'
import { vendorActor } from '../../test/delivery.ts'
import { phoneOf, promotionsUnderTest } from '../../test/promotions.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { createWorld, insertVendor, jollofFor, LUNCH_TIME, startedCheckout, type World } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { dispatcher } from '../delivery/dispatch/dispatch-waiting.ts'
import { assignDelivery } from '../delivery/offers/assign-delivery.ts'
import { payForOrder } from '../delivery/riders/rider-pay.ts'
import { deliveries, offer_deliveries, order_keys } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { messages } from '../notifications/tables.ts'
import { acceptOrder } from '../orders/accept-order.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { giveBack } from '../orders/give-back.ts'
import { rejectOrder } from '../orders/reject-order.ts'
import { closeRuns } from '../orders/runs/close-runs.ts'
import { SHARED_RIDES } from '../orders/runs/ride-settings.ts'
import { run_shares, runs } from '../orders/runs/tables.ts'
import { orders } from '../orders/tables.ts'
import { orderMargin } from '../payments/margin.ts'
import { refunds } from '../payments/tables.ts'
import { settings } from '../settings/tables.ts'
import { placeCheckout } from './place-checkout.ts'
import { settleCheckout } from './settle-checkout.ts'
import { startPayment } from './start-payment.ts'
import { withdrawOrder } from './withdraw-order.ts'

type Kitchen = Awaited<ReturnType<typeof insertVendor>>

let world: World
let admin: Actor
let bank: ReturnType<typeof control>
beforeAll(async () => {
  world = await createWorld()
  bank = control(world)
  admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
})
afterAll(() => world.close())
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { promotion } = promotionsUnderTest(
  () => world,
  () => admin,
)

const db = () => world.deps.db
const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
const slot_from = later(120)

let placed_so_far = 0
const placing = (kitchen: Kitchen, how: Partial<Parameters<typeof placeCheckout>[1]> = {}) =>
  placeCheckout(world.deps, {
    idempotency_key: randomUUID(),
    form: { ...ada, phone: phoneOf(++placed_so_far) },
    cart: [jollofFor(kitchen)],
    place: nowhere,
    slot_from,
    shares_ride: true,
    ...how,
  })
const linkOf = (placed: Awaited<ReturnType<typeof placeCheckout>>) => {
  if (!placed.ok) throw new Error(placed.reason)
  return placed.value.link_token
}
const start = (link_token: string) => startPayment(world.deps, link_token, { accepts_wait: false })

const starting = (kitchen: Kitchen, how: { code?: string } = {}) =>
  startedCheckout(world, [jollofFor(kitchen)], {
    ...{ slot_from, shares_ride: true, phone: phoneOf(++placed_so_far) },
    ...how,
  })
async function paying(checkout: Awaited<ReturnType<typeof starting>>) {
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [order] = await db().select().from(orders).where(eq(orders.checkout_id, checkout.id))
  if (!order) throw new Error('no order')
  return order
}
/** An order that shares the ride from this kitchen. */
const joined = async (kitchen: Kitchen, how: { code?: string } = {}) => paying(await starting(kitchen, how))

const shareOf = async ({ id }: { id: number }) =>
  (await db().select().from(run_shares).where(eq(run_shares.order_id, id)))[0]
const backOf = async ({ id }: { id: number }) =>
  (await db().select().from(refunds).where(eq(refunds.order_id, id)).orderBy(refunds.created_at)).map(
    ({ amount, reason }) => [reason, amount],
  )
const closing = (minutes = 120) => {
  world.clock.set(later(minutes))
  return closeRuns(world.deps)
}

describe('the fee', () => {
  test('falls for all who join, and what was paid beyond it goes back once', async () => {
    const kitchen = await insertVendor(db())
    const shared = [await joined(kitchen), await joined(kitchen), await joined(kitchen)]
    expect(shared.map(({ delivery_fee }) => delivery_fee)).toEqual([600_00, 420_00, 300_00])
    expect(await closing(60)).toBe(0)
    expect(await closing()).toBe(2)
    expect(await closing()).toBe(0)
    expect(await Promise.all(shared.map(backOf))).toEqual([[['shared_ride', 300_00]], [['shared_ride', 120_00]], []])
    for (const one of shared) expect(await shareOf(one)).toMatchObject({ final_fee: 300_00, sharers: 3 })
    const told = await db()
      .select({ text: messages.body, subject: messages.subject })
      .from(messages)
      .where(like(messages.subject, '%on its way back to you'))
    expect(told.map(({ subject }) => subject)).toEqual([
      '₦300 is on its way back to you',
      '₦120 is on its way back to you',
    ])
    expect(told[0]?.text).toContain('3 orders go together, so its delivery costs NGN 300')
  })

  test('is that of those who have paid and stand, never more than was promised', async () => {
    const kitchen = await insertVendor(db())
    const [first, second, third] = [await joined(kitchen), await joined(kitchen), await joined(kitchen)]
    const gone = await starting(kitchen)
    expect(gone.delivery_fee).toBe(240_00)
    await cancelOrder(world.deps, admin, {
      ...{ order_id: third.id, reason: 'Rain', refund_kobo: 'all', borne_by: 'platform' },
    })
    await withdraw(second)
    await closing()
    expect(await shareOf(first)).toMatchObject({ final_fee: 600_00, sharers: 1, back: 0 })
    expect(await shareOf(second)).toMatchObject({ final_fee: null, back: 0 })
    expect(await backOf(second)).toEqual([['cancelled', 3_420_00]])

    world.clock.set(LUNCH_TIME)
    const other = await insertVendor(db())
    const [one, two] = [await joined(other), await joined(other)]
    await withdraw(one)
    await closing()
    expect(await shareOf(two)).toMatchObject({ final_fee: 420_00, sharers: 1, back: 0 })
  })

  test('goes back with the rest where the kitchen rejects it afterwards, never more than was paid', async () => {
    const kitchen = await insertVendor(db())
    const [first] = [await joined(kitchen), await joined(kitchen)]
    await closing()
    await rejectOrder(world.deps, vendorActor(kitchen), { order_id: first.id, reason: 'No rice' })
    expect(await backOf(first)).toEqual([
      ['shared_ride', 180_00],
      ['rejected', 3_420_00],
    ])
  })

  test('that went back before goes back no second time', async () => {
    const kitchen = await insertVendor(db())
    const [first] = [await joined(kitchen), await joined(kitchen)]
    const give = { amount_kobo: 0, with_delivery_fee: true, reason: 'Our fault', borne_by: 'platform' } as const
    expect(await giveBack(world.deps, admin, { order_id: first.id, request_key: randomUUID(), ...give })).toMatchObject(
      {
        ok: true,
      },
    )
    await closing()
    expect(await shareOf(first)).toMatchObject({ final_fee: 420_00, back: 0 })
  })

  test('that a promotion paid is the promotion’s: it counts for the others, and nothing comes back', async () => {
    const { code } = await promotion({ kind: 'free_delivery' })
    const kitchen = await insertVendor(db())
    const free = await joined(kitchen, { code })
    const other = await joined(kitchen)
    expect([free.delivery_fee, other.delivery_fee]).toEqual([600_00, 420_00])
    await closing()
    expect(await shareOf(free)).toMatchObject({ final_fee: 420_00, back: 0 })
    expect(await backOf(other)).toEqual([])
  })

  test('of who pays after the kitchen has begun is settled by itself, and the others keep theirs', async () => {
    const kitchen = await insertVendor(db())
    const [first, late] = [await joined(kitchen), await starting(kitchen)]
    await completeOrder(world.deps, vendorActor(kitchen), first.id)
    expect(await closeRuns(world.deps)).toBe(0)
    expect(await start(late.link_token)).toMatchObject({ reason: 'ride_gone' })
    const order = await paying(late)
    await closeRuns(world.deps)
    expect(await shareOf(order)).toMatchObject({ paid_fee: 420_00, final_fee: 420_00, sharers: 2 })
    expect(await shareOf(first)).toMatchObject({ final_fee: 600_00, sharers: 1 })
  })
})

async function withdraw({ id }: { id: number }) {
  const [key] = await db().select().from(order_keys).where(eq(order_keys.order_id, id))
  const withdrawn = await withdrawOrder(world.deps, key?.track_token ?? '')
  expect(withdrawn).toMatchObject({ ok: true })
}

describe('who shares a ride', () => {
  test('has a time, one kitchen, and an open run with a place', async () => {
    const kitchen = await insertVendor(db())
    const cannot = (why: string) => ({ reason: 'cannot_share', details: { why } })
    expect(await placing(kitchen, { slot_from: null })).toMatchObject(cannot('needs_slot'))
    const cart = [jollofFor(kitchen), jollofFor(await insertVendor(db()))]
    expect(await placing(kitchen, { cart })).toMatchObject(cannot('not_one_way'))
    expect(await placing(kitchen, { collects: true })).toMatchObject({ ok: true })
    for (let count = 0; count < 4; count++) await joined(kitchen)
    expect(await placing(kitchen)).toMatchObject(cannot('full'))
    const other = await insertVendor(db())
    await completeOrder(world.deps, vendorActor(other), (await joined(other)).id)
    await closeRuns(world.deps)
    expect(await placing(other)).toMatchObject(cannot('closed'))
    expect(await placing(other, { shares_ride: false })).toMatchObject({ ok: true })
    const key = SHARED_RIDES.key
    const value = { ...SHARED_RIDES.default, offered: 'no' }
    await db().insert(settings).values({ key, value, updated_at: LUNCH_TIME })
    expect(await placing(other, { slot_from: later(240) })).toMatchObject(cannot('off'))
    await db().delete(settings).where(eq(settings.key, key))
    await closing()
  })

  test('is one of two who want the last place, and holds it while it can be paid', async () => {
    const kitchen = await insertVendor(db())
    for (let count = 0; count < 3; count++) await joined(kitchen)
    const links = await Promise.all([1, 2, 3].map(async () => linkOf(await placing(kitchen))))
    const started = await Promise.all(links.map(start))
    expect(started.filter(({ ok }) => ok)).toHaveLength(1)
    expect(started.filter((one) => !one.ok && one.reason === 'ride_gone')).toHaveLength(2)
    await closing()
  })

  test('joins, pays and is closed at once, and every share is settled', async () => {
    const kitchen = await insertVendor(db())
    const waiting = await Promise.all([1, 2, 3, 4].map(() => starting(kitchen)))
    for (const { tx_ref, total } of waiting) await bank.pay({ tx_ref, amount: total / 100 })
    world.clock.set(waiting[0]?.payable_until ?? LUNCH_TIME)
    const [run] = await db().select().from(runs).where(eq(runs.vendor_id, kitchen.user_id))
    const closer = { ...world.deps, clock: { now: () => run?.closes_at ?? LUNCH_TIME } }
    await Promise.all([
      ...waiting.map(({ tx_ref }) => settleCheckout(world.deps, { tx_ref })),
      ...[1, 2, 3].map(() => closeRuns(closer)),
    ])
    await closeRuns(closer)
    const shares = await db()
      .select()
      .from(run_shares)
      .where(eq(run_shares.run_id, run?.id ?? 0))
    expect(shares).toHaveLength(4)
    expect(shares.filter(({ settled_at, final_fee }) => settled_at === null || final_fee === null)).toEqual([])
  })
})

describe('the rider', () => {
  test('earns by what each pays, with one least pay for the ride, and the platform bears what was promised', async () => {
    const kitchen = await insertVendor(db())
    const shared = [await joined(kitchen), await joined(kitchen), await joined(kitchen)]
    await closing()
    // 80 % of NGN 300, and not NGN 300 each.
    expect(await Promise.all(shared.map(({ id }) => payForOrder(db(), id)))).toEqual([240_00, 240_00, 240_00])
    for (const { id } of shared.slice(0, 2)) {
      await cancelOrder(world.deps, admin, { order_id: id, reason: 'Rain', refund_kobo: 'all', borne_by: 'platform' })
    }
    // Alone on a ride of NGN 600, of which NGN 300 was paid.
    const [, , last] = shared
    if (!last) throw new Error('nobody is left')
    expect(await payForOrder(db(), last.id)).toBe(480_00)
    await acceptOrder(world.deps, vendorActor(kitchen), { order_id: last.id, minutes: 15 })
    const [delivery] = await db().select().from(deliveries).where(eq(deliveries.order_id, last.id))
    const rider = await insertRider(db())
    await assignDelivery(world.deps, admin, { delivery_id: delivery?.id ?? 0, rider_id: rider.user_id })
    await deliverOrder(world.deps, admin, { order_id: last.id })
    const margin = await orderMargin(db(), last.id)
    expect(margin?.lines).toContainEqual({ account: 'rider_top_ups', of: 'rider', amount_kobo: kobo(-180_00) })
  })

  test('takes all of it in one trip', async () => {
    const kitchen = await insertVendor(db())
    const shared = [await joined(kitchen), await joined(kitchen)]
    await closing(100)
    const riders = [await insertRider(db()), await insertRider(db())]
    expect(riders).toHaveLength(2)
    for (const { id } of shared) {
      await acceptOrder(world.deps, vendorActor(kitchen), { order_id: id, minutes: 5 })
      await completeOrder(world.deps, vendorActor(kitchen), id)
    }
    world.clock.set(later(112))
    await dispatcher(world.deps)()
    const offered = await db()
      .select({ offer_id: offer_deliveries.offer_id })
      .from(offer_deliveries)
      .innerJoin(deliveries, eq(deliveries.id, offer_deliveries.delivery_id))
      .innerJoin(run_shares, eq(run_shares.order_id, deliveries.order_id))
      .innerJoin(orders, eq(orders.id, deliveries.order_id))
      .where(eq(orders.vendor_id, kitchen.user_id))
    expect(new Set(offered.map(({ offer_id }) => offer_id)).size).toBe(1)
    expect(offered).toHaveLength(2)
  })
})
