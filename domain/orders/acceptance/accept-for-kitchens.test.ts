import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveryWorld, type Kitchen, vendorActor } from '../../../test/delivery.ts'
import { untilWaitingForLocks } from '../../../test/locks.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { changeAutoAccept, pauseOrders } from '../../catalog/hours/change-service.ts'
import { lockVendor } from '../../catalog/own-vendor.ts'
import { vendors } from '../../catalog/tables.ts'
import { undoMove } from '../../delivery/kitchen/undo-move.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { readBell } from '../../notifications/bell/bell.ts'
import { holdRejection } from '../refunds/hold-rejection.ts'
import { orders } from '../tables.ts'
import { acceptForKitchens } from './accept-for-kitchens.ts'
import { acceptOrder } from './accept-order.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const people = deliveryWorld(world)
const setting = (kitchen: Kitchen, most: string, hours: readonly [string, string] = ['', '']) =>
  changeAutoAccept(world.deps, vendorActor(kitchen), {
    auto_accept_orders: most,
    auto_accept_opens: hours[0],
    auto_accept_closes: hours[1],
  })
const orderRow = async (order_id: number) =>
  (await world.deps.db.select().from(orders).where(eq(orders.id, order_id)))[0]
/** A kitchen that accepts by itself, with an order that waits. */
async function kitchenWith(most: string, hours?: readonly [string, string]) {
  const kitchen = await insertVendor(world.deps.db, { preparation_minutes: 25 })
  expect(await setting(kitchen, most, hours)).toMatchObject({ ok: true })
  const [order] = await people.paidOrders([kitchen])
  return { kitchen, order_id: order?.id ?? 0 }
}

test('accepts with the usual minutes, and the history says that the setting did it', async () => {
  const { order_id } = await kitchenWith('3')
  expect(await acceptForKitchens(world.deps)).toBe(1)
  expect(await people.lastMove(order_id)).toMatchObject({
    verb: 'accept',
    role: 'system',
    user_id: null,
    reason: '25 minutes, by the kitchen’s own setting',
  })
  const order = await orderRow(order_id)
  expect(order?.ready_by).toEqual(new Date(LUNCH_TIME.getTime() + 25 * 60_000))
  expect((await people.deliveryOf(order_id)).status).toBe('Waiting')
  expect(await acceptForKitchens(world.deps)).toBe(0)
})

test('rings on until somebody of the kitchen has seen what it accepted', async () => {
  const { kitchen } = await kitchenWith('3')
  const ringing = async () => (await readBell(world.deps.db, kitchen, world.clock.now())).ringing
  expect(await acceptForKitchens(world.deps)).toBe(1)
  expect(await ringing()).toBe(1)
})

test('never accepts more than the kitchen said, however many workers there are', async () => {
  const { kitchen, order_id } = await kitchenWith('2')
  for (let count = 0; count < 3; count++) await people.paidOrders([kitchen])
  const done = await Promise.all([1, 2, 3].map(() => acceptForKitchens(world.deps)))
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(2)
  expect(await people.orderStatus(order_id)).toBe('Accepted')
})

test.each([
  ['while it is paused', (kitchen: Kitchen) => pauseOrders(world.deps, vendorActor(kitchen), '60')],
  [
    'while it is closed',
    (kitchen: Kitchen) =>
      world.deps.db.update(vendors).set({ week_hours: [] }).where(eq(vendors.user_id, kitchen.user_id)),
  ],
  ['at another time of day', (kitchen: Kitchen) => setting(kitchen, '3', ['18:00', '22:00'])],
  ['once it is switched off', (kitchen: Kitchen) => setting(kitchen, '')],
])('leaves orders to the kitchen %s', async (_, change) => {
  const { kitchen, order_id } = await kitchenWith('3', ['11:00', '14:00'])
  await change(kitchen)
  expect(await acceptForKitchens(world.deps)).toBe(0)
  expect(await people.orderStatus(order_id)).toBe('Pending')
})

test('does not take again what the kitchen took back', async () => {
  const { kitchen, order_id } = await kitchenWith('3')
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 10 })
  await undoMove(world.deps, vendorActor(kitchen), order_id)
  expect(await acceptForKitchens(world.deps)).toBe(0)
})

test.each<[string, (kitchen: Kitchen, order_id: number) => Promise<unknown>]>([
  [
    'takes back',
    async (kitchen, order_id) => {
      await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 10 })
      await undoMove(world.deps, vendorActor(kitchen), order_id)
    },
  ],
  [
    'rejects',
    (kitchen, order_id) => holdRejection(world.deps, vendorActor(kitchen), { order_id, reason: 'Out of rice' }),
  ],
])('leaves alone what the kitchen %s at the same moment', async (what, answer) => {
  const { kitchen, order_id } = await kitchenWith('3')
  const { db } = world.deps
  const [accepting] = await db.transaction(async (tx) => {
    await lockVendor(tx, kitchen.user_id)
    const begun = acceptForKitchens(world.deps)
    await untilWaitingForLocks(db, 1)
    await answer(kitchen, order_id)
    return [begun]
  })
  expect(await accepting).toBe(0)
  expect(await people.orderStatus(order_id)).toBe('Pending')
  expect((await orderRow(order_id))?.reject_reason ?? null).toBe(what === 'rejects' ? 'Out of rice' : null)
})

test('what is cooked later leaves room for what is cooked now', async () => {
  const { kitchen, order_id } = await kitchenWith('1')
  const begin_at = new Date(LUNCH_TIME.getTime() + 60 * 60_000)
  await world.deps.db.update(orders).set({ begin_at, slot_from: begin_at }).where(eq(orders.id, order_id))
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 10 })
  const [second] = await people.paidOrders([kitchen])
  expect(await acceptForKitchens(world.deps)).toBe(1)
  expect(await people.orderStatus(second?.id ?? 0)).toBe('Accepted')
})

test('the setting is a number from 1 to 100, with both times or none', async () => {
  const kitchen = await insertVendor(world.deps.db)
  expect(await setting(kitchen, '0')).toMatchObject({ details: { auto_accept_orders: expect.any(String) } })
  expect(await setting(kitchen, '1.5')).toMatchObject({ reason: 'fields' })
  expect(await setting(kitchen, '3', ['18:00', ''])).toMatchObject({
    details: { auto_accept_closes: 'Please choose both times, or none.' },
  })
  expect(await setting(kitchen, '3', ['25:00', '26:00'])).toMatchObject({ reason: 'fields' })
})
