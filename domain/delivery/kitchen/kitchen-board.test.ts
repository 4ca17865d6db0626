import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { vendors } from '../../catalog/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { escalateUnaccepted } from '../../orders/acceptance/escalate-unaccepted.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { orders } from '../../orders/tables.ts'
import { reportPosition } from '../riders/go-on-duty.ts'
import { kitchenBoard } from './kitchen-board.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const people = deliveryWorld(world)
const minutesAfter = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000)
const boardOf = (kitchen: { user_id: string }) => kitchenBoard(world.deps.db, kitchen.user_id, world.clock.now())

test('every order that is not with its customer is there, to be cooked before ready, and nobody else’s', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const vendor = vendorActor(kitchen)
  const placed: number[] = []
  for (let count = 0; count < 4; count++) {
    const [order] = await people.paidOrders([kitchen])
    placed.push(order?.id ?? 0)
    world.clock.advance(60)
  }
  await people.pickedUp({ kitchen })
  await people.waiting()
  const [rejected = 0, cooked = 0, ready = 0, fresh = 0] = placed
  await rejectOrder(world.deps, vendor, { order_id: rejected, reason: 'Out of rice' })
  await acceptOrder(world.deps, vendor, { order_id: cooked, minutes: 20 })
  await completeOrder(world.deps, vendor, ready)

  const { orders: shown, later } = await boardOf(kitchen)
  expect(shown.map(({ id, status }) => [id, status])).toEqual([
    [cooked, 'Accepted'],
    [fresh, 'Pending'],
    [ready, 'Completed'],
    [expect.any(Number), 'Picked up'],
  ])
  expect(shown[0]).toMatchObject({
    since: minutesAfter(LUNCH_TIME, 1),
    ready_by: minutesAfter(LUNCH_TIME, 24),
    lapses_at: null,
    total_left_kobo: 3_000_00,
    rider: null,
  })
  expect(shown[3]?.rider).toEqual({ first_name: 'Musa', is_here: false, arrives_at: null })
  expect(later).toEqual({ count: 0, first_begin_at: null })
})

test('what is ready and never closed leaves room for what has to be cooked', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await people.paidOrders([kitchen])
  if (!order) throw new Error('no order')
  const { id: _, ...forgotten } = order
  const never_closed = Array.from({ length: 120 }, () => ({ ...forgotten, status: 'Completed' as const }))
  await world.deps.db.insert(orders).values(never_closed)
  world.clock.advance(60)
  const [fresh] = await people.paidOrders([kitchen])
  const { orders: shown } = await boardOf(kitchen)
  expect(shown).toHaveLength(120)
  expect(shown.map(({ id }) => id)).toContain(fresh?.id)
})

test('a new order says when it is given up, and not before the kitchen was reminded in time', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await people.paidOrders([kitchen])
  const lapsesAt = async () => (await boardOf(kitchen)).orders[0]?.lapses_at
  expect(await lapsesAt()).toEqual(minutesAfter(LUNCH_TIME, 15))
  world.clock.advance(10 * 60)
  await escalateUnaccepted(world.deps)
  expect(await lapsesAt()).toEqual(minutesAfter(LUNCH_TIME, 21))
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id: order?.id ?? 0, minutes: 15 })
  expect(await lapsesAt()).toBeNull()
})

test('while the hours of the kitchen are over, nothing is given up', async () => {
  const evening = [{ opens: '18:00', closes: '22:00' }]
  const kitchen = await insertVendor(world.deps.db)
  await people.paidOrders([kitchen])
  const week_hours = Array.from({ length: 7 }, () => evening)
  await world.deps.db.update(vendors).set({ week_hours }).where(eq(vendors.user_id, kitchen.user_id))
  expect((await boardOf(kitchen)).orders[0]?.lapses_at).toBeNull()
})

test('a rider who was found is named, and comes as long as it usually takes, or by where they are', async () => {
  const kitchen = await insertVendor(world.deps.db, { latitude: 7.3, longitude: 5.13 })
  const rider = await insertRider(world.deps.db)
  await people.assigned({ kitchen, rider })
  const riderShown = async () => (await boardOf(kitchen)).orders[0]?.rider
  expect(await riderShown()).toEqual({
    first_name: 'Musa',
    is_here: false,
    arrives_at: minutesAfter(world.clock.now(), 6),
  })
  await reportPosition(world.deps, rider, { latitude: 7.3, longitude: 5.13 })
  expect((await riderShown())?.arrives_at).toEqual(world.clock.now())
  world.clock.advance(4 * 60)
  expect((await riderShown())?.arrives_at).toEqual(minutesAfter(LUNCH_TIME, 6))
})

test('what is for later is counted, and comes when it is to be begun', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await people.paidOrders([kitchen])
  const begin_at = minutesAfter(LUNCH_TIME, 60)
  await world.deps.db
    .update(orders)
    .set({ begin_at, slot_from: minutesAfter(LUNCH_TIME, 90) })
    .where(eq(orders.id, order?.id ?? 0))
  expect(await boardOf(kitchen)).toEqual({ orders: [], later: { count: 1, first_begin_at: begin_at } })
  world.clock.set(begin_at)
  const { orders: shown, later } = await boardOf(kitchen)
  expect(shown).toMatchObject([{ id: order?.id, since: begin_at, lapses_at: minutesAfter(begin_at, 15) }])
  expect(later.count).toBe(0)
})
