import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { incidentWorld } from '../../../test/incidents.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { vendors } from '../../catalog/tables.ts'
import type { Announce } from '../../events.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { refunds } from '../../payments/tables.ts'
import { assignDelivery } from '../offers/assign-delivery.ts'
import { lockCarriers } from '../riders/carriers.ts'
import { riderDesk } from '../riders/rider-desk.ts'
import { arriveAtVendor, pickUp, takeOwnWayOut, takeStep, waitAtDoor, waitAtEmptyKitchen } from '../steps/take-step.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { assigned, pickedUp, paidOrders, orderStatus, deliveryOf, earnedBy } = deliveryWorld(world)
const { take, latestOf, newsOf, photoOf } = incidentWorld(world)
const reason = 'The gas is finished'

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const cancel = (order_id: number) =>
  cancelOrder({ ...world.deps, lockCarriers }, admin, {
    ...{ order_id, reason: 'The gate is closed', refund_kobo: 'all', borne_by: 'platform' },
  })
const payOf = async (order_id: number) => (await deliveryOf(order_id)).pay ?? kobo(0)
const smsOf = async (order_id: number, rider_id: string) => {
  const [sms] = await world.deps.db
    .select()
    .from(messages)
    .where(eq(messages.dedupe_key, `called_off_sms:${order_id}:${rider_id}`))
  return sms?.body
}

test('a rider on the way to a kitchen that rejects is paid half of the way there, and told not to go', async () => {
  const { order_id, vendor, rider, delivery_id } = await assigned()
  const pay = await payOf(order_id)
  expect(await rejectOrder(world.deps, vendor, { order_id, reason })).toMatchObject({ ok: true })
  expect(await earnedBy(rider)).toBe(pay * 0.25)
  expect(await latestOf(delivery_id)).toMatchObject({ reason: 'called_off_early', pay: pay * 0.25 })
  const [told] = await newsOf(rider.user_id, 'called_off')
  expect(told).toMatch(/^Order \d+ was called off: The gas is finished\. You need not go to .+ for it\. ₦\d+ for your/)
  expect(await smsOf(order_id, rider.user_id)).toMatch(/was called off\. You need not go to .+ for your way\./)
})

test('a rider who is there is paid the way there; of two orders of one kitchen only the last pays it', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const first = await assigned({ kitchen })
  const second = await assigned({ kitchen, rider: first.rider })
  for (const { delivery_id } of [first, second]) await arriveAtVendor(world.deps, first.rider, delivery_id)
  await cancel(first.order_id)
  expect(await earnedBy(first.rider)).toBe(0)
  const pay = await payOf(second.order_id)
  await cancel(second.order_id)
  expect(await earnedBy(first.rider)).toBe(pay * 0.5)
  expect(await newsOf(first.rider.user_id, 'called_off')).toEqual([
    expect.stringMatching(/Do not take its food at [^₦]+$/),
    expect.stringMatching(/Do not take its food at .+ ₦\d+ for your way is yours\.$/),
  ])
})

test('two orders of one kitchen that are called off at the same moment: one of them pays the way, once', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const first = await assigned({ kitchen })
  const second = await assigned({ kitchen, rider: first.rider })
  for (const { delivery_id } of [first, second]) await arriveAtVendor(world.deps, first.rider, delivery_id)
  // Both are called off before either is committed.
  const { promise: both, resolve } = Promise.withResolvers<void>()
  let called_off = 0
  const announce: Announce = async (tx, event, now) => {
    if (event.kind === 'order_cancelled') {
      if (++called_off === 2) resolve()
      await both
    }
    return world.deps.announce(tx, event, now)
  }
  const answers = await Promise.all(
    [first, second].map(({ order_id }) =>
      cancelOrder({ ...world.deps, announce, lockCarriers }, admin, {
        ...{ order_id, reason: 'The gate is closed', refund_kobo: 'all', borne_by: 'platform' },
      }),
    ),
  )
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  expect(await earnedBy(first.rider)).toBe((await payOf(first.order_id)) * 0.5)
})

test('with the food in hand the rider is told to keep it, on the way back to bring it back', async () => {
  const out = await pickedUp()
  await cancel(out.order_id)
  expect(await newsOf(out.rider.user_id, 'called_off')).toEqual([expect.stringContaining('Nobody waits for the food')])
  const back = await pickedUp()
  await take(back, 'wrong_food', 'bring_back')
  await cancel(back.order_id)
  expect(await newsOf(back.rider.user_id, 'called_off')).toEqual([
    expect.stringContaining('Please bring the food back to'),
  ])
  // Another rider was to fetch it from the one who stands with it.
  const on = await pickedUp()
  await take(on, 'cannot_go_on', 'hand_on')
  const next = await insertRider(world.deps.db)
  await assignDelivery(world.deps, admin, { delivery_id: on.delivery_id, rider_id: next.user_id })
  await cancel(on.order_id)
  expect(await newsOf(on.rider.user_id, 'called_off')).toEqual([expect.stringContaining('Nobody waits for the food')])
  expect(await newsOf(next.user_id, 'called_off')).toEqual([
    expect.stringContaining('You need not fetch it from the other rider.'),
  ])
  expect(await smsOf(on.order_id, next.user_id)).toContain('You need not fetch it from the other rider.')
})

test('nobody at the kitchen: a wait, of which it is told; then the order ends at its cost', async () => {
  const { order_id, delivery_id, rider, kitchen } = await assigned({ ready: true })
  const pay = await payOf(order_id)
  const go = async (photo?: string) =>
    takeOwnWayOut(world.deps, rider, {
      ...{ delivery_id, incident: { reason: 'kitchen_closed', way_out: 'write_off' } },
      ...(photo ? { photo } : {}),
    })
  expect(await waitAtEmptyKitchen(world.deps, rider, delivery_id)).toMatchObject({ reason: 'not_allowed' })
  await arriveAtVendor(world.deps, rider, delivery_id)
  expect(await go(await photoOf(rider))).toMatchObject({ reason: 'wait_first' })
  expect(await waitAtDoor(world.deps, rider, delivery_id)).toMatchObject({ reason: 'not_allowed' })
  expect(await waitAtEmptyKitchen(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
  expect(await waitAtEmptyKitchen(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
  expect(await newsOf(kitchen.user_id, 'rider_waits')).toHaveLength(1)
  const desk = await riderDesk(world.deps.db, rider.user_id, world.clock.now())
  expect(desk?.deliveries[0]?.kitchen_wait_until).toBeInstanceOf(Date)
  world.clock.advance(5 * 60)
  expect(await go(await photoOf(rider))).toMatchObject({ reason: 'wait_first' })
  world.clock.advance(5 * 60)
  expect(await go()).toMatchObject({ reason: 'bad_photo' })
  expect(await go(await photoOf(rider))).toMatchObject({ ok: true })
  expect(await orderStatus(order_id)).toBe('Cancelled')
  expect((await deliveryOf(order_id)).status).toBe('Cancelled')
  const [back] = await world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))
  expect(back).toMatchObject({ borne_by: 'vendor' })
  // An admin looks at the photo first.
  expect(await latestOf(delivery_id)).toMatchObject({ way_out: 'write_off', pay: pay * 0.5, booked_at: null })
})

test('a kitchen that answers meanwhile is there: the rider fetches the food as ever', async () => {
  const { order_id, delivery_id, rider, vendor } = await assigned()
  await arriveAtVendor(world.deps, rider, delivery_id)
  await waitAtEmptyKitchen(world.deps, rider, delivery_id)
  world.clock.advance(60)
  await completeOrder(world.deps, vendor, order_id)
  world.clock.advance(10 * 60)
  const incident = { reason: 'kitchen_closed', way_out: 'write_off' }
  expect(await takeOwnWayOut(world.deps, rider, { delivery_id, incident, photo: await photoOf(rider) })).toMatchObject({
    reason: 'kitchen_answered',
  })
  expect(await pickUp(world.deps, rider, { delivery_id, packs: 2 })).toMatchObject({ ok: true })
})

test('a kitchen that answered and is empty again is told again, and another wait begins', async () => {
  const { order_id, delivery_id, rider, vendor, kitchen } = await assigned()
  await arriveAtVendor(world.deps, rider, delivery_id)
  await waitAtEmptyKitchen(world.deps, rider, delivery_id)
  world.clock.advance(60)
  await completeOrder(world.deps, vendor, order_id)
  world.clock.advance(10 * 60)
  const desk = await riderDesk(world.deps.db, rider.user_id, world.clock.now())
  expect(desk?.deliveries[0]?.kitchen_wait_until).toBeNull()
  const [told] = await newsOf(kitchen.user_id, 'rider_waits')
  await waitAtEmptyKitchen(world.deps, rider, delivery_id)
  expect(await newsOf(kitchen.user_id, 'rider_waits')).toEqual([expect.not.stringMatching(told ?? '')])
  const { id } = await latestOf(delivery_id)
  const key = eq(messages.dedupe_key, `rider_at_kitchen_sms:${id}`)
  expect(await world.deps.db.$count(messages, key)).toBe(kitchen.phone ? 1 : 0)
  const incident = { reason: 'kitchen_closed', way_out: 'write_off' }
  const go = async () => takeOwnWayOut(world.deps, rider, { delivery_id, incident, photo: await photoOf(rider) })
  expect(await go()).toMatchObject({ reason: 'wait_first' })
  world.clock.advance(10 * 60)
  expect(await go()).toMatchObject({ ok: true })
})

test('a wait that was recorded without a network counts from when the kitchen hears of it', async () => {
  const { delivery_id, rider, kitchen } = await assigned({ ready: true })
  await arriveAtVendor(world.deps, rider, delivery_id)
  const began = world.clock.now()
  world.clock.advance(11 * 60)
  const now = world.clock.now()
  const photo = await photoOf(rider)
  const step = (verb: 'wait' | 'way_out', at: Date, way_out?: string) =>
    world.deps.db.transaction((tx) =>
      takeStep(tx, world.deps.announce, rider, {
        ...{ delivery_id, verb, at, now: world.clock.now() },
        incident: { reason: 'kitchen_closed', ...(way_out ? { way_out } : {}) },
        ...(way_out ? { photo } : {}),
      }),
    )
  expect(await step('wait', began)).toMatchObject({ ok: true })
  expect(await step('way_out', now, 'write_off')).toMatchObject({
    reason: 'wait_first',
    details: { until: new Date(now.getTime() + 10 * 60_000) },
  })
  expect(await newsOf(kitchen.user_id, 'rider_waits')).toHaveLength(1)
  world.clock.advance(10 * 60)
  expect(await step('way_out', world.clock.now(), 'write_off')).toMatchObject({ ok: true })
})

test('a kitchen that rider after rider finds empty is paused by itself', async () => {
  const kitchen = await insertVendor(world.deps.db)
  for (const _ of [1, 2]) {
    const [order] = await paidOrders([kitchen])
    if (!order) throw new Error('no order')
    await acceptOrder(world.deps, (await assigned({ kitchen })).vendor, { order_id: order.id, minutes: 15 })
  }
  const emptied = async () => {
    const rider = await insertRider(world.deps.db)
    const { delivery_id } = await assigned({ kitchen, rider })
    await arriveAtVendor(world.deps, rider, delivery_id)
    world.clock.advance(60)
    await waitAtEmptyKitchen(world.deps, rider, delivery_id)
    return { rider, delivery_id }
  }
  const both = [await emptied(), await emptied()]
  world.clock.advance(10 * 60)
  for (const { rider, delivery_id } of both) {
    const incident = { reason: 'kitchen_closed', way_out: 'write_off' }
    const photo = await photoOf(rider)
    const gone = await takeOwnWayOut(world.deps, rider, { delivery_id, incident, photo })
    expect(gone).toMatchObject({ ok: true })
  }
  const [paused] = await world.deps.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id))
  expect(paused).toMatchObject({ paused_for_lapses: true })
})

test('a second trouble on the way back ends it as in front of a closed kitchen', async () => {
  const absent = await pickedUp()
  await take(absent, 'customer_absent', 'bring_back')
  expect(await take(absent, 'accident', 'hand_on')).toMatchObject({ ok: false })
  expect(await take(absent, 'accident', 'write_off')).toMatchObject({ ok: true })
  expect(await orderStatus(absent.order_id)).toBe('Delivered')
  const [sms] = await world.deps.db
    .select()
    .from(messages)
    .where(eq(messages.dedupe_key, `incident_write_off_sms:${(await latestOf(absent.delivery_id)).id}`))
  expect(sms?.body).toContain('is lost')
  const next = await pickedUp()
  await take(next, 'cannot_go_on', 'bring_back')
  expect(await take(next, 'damaged_food', 'write_off')).toMatchObject({ ok: true })
  expect(await orderStatus(next.order_id)).toBe('Cancelled')
  const [back] = await world.deps.db.select().from(refunds).where(eq(refunds.order_id, next.order_id))
  expect(back).toMatchObject({ borne_by: 'platform' })
  const wrong = await pickedUp()
  await take(wrong, 'wrong_food', 'bring_back')
  await take(wrong, 'accident', 'write_off')
  const [bears] = await world.deps.db.select().from(refunds).where(eq(refunds.order_id, wrong.order_id))
  expect(bears).toMatchObject({ borne_by: 'vendor', explanation: expect.stringContaining('packed something else') })
  expect(await newsOf(wrong.kitchen.user_id, 'food_comes_back')).toHaveLength(1)
})
