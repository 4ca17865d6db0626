import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { worldOfFile } from '../../../test/world.ts'
import { orders } from '../../orders/tables.ts'
import { factsOfOrders } from './expected-windows.ts'
import { byVehicle } from './way-minutes.ts'

const world = await worldOfFile()
const { assigned, waiting } = deliveryWorld(world)

test('a way takes its minutes by the vehicle, and the walking ones where nobody can ride', () => {
  const lane = { way_minutes: 6, walk_minutes: 20 }
  expect(byVehicle(lane, 'motorbike')).toBe(6)
  expect(byVehicle(lane, null)).toBe(6)
  expect(byVehicle(lane, 'on foot')).toBe(20)
  expect(byVehicle(lane, 'bicycle')).toBeCloseTo(8.33)
  const steps = { way_minutes: 6, walk_minutes: 6 }
  for (const vehicle of ['motorbike', 'bicycle', 'on foot'] as const) expect(byVehicle(steps, vehicle)).toBe(6)
  // From before the walk was noted, or in a straight line.
  expect(byVehicle({ way_minutes: 6, walk_minutes: null }, 'on foot')).toBe(20)
  expect(byVehicle({ way_minutes: null, walk_minutes: null }, 'on foot')).toBeNull()
})

test('who walks is expected by the minutes to walk that were ordered', async () => {
  const rider = await insertRider(world.deps.db, { vehicle: 'on foot' })
  const { order_id } = await assigned({ rider })
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
  expect(order).toMatchObject({ way_minutes: expect.any(Number), walk_minutes: expect.any(Number) })
  await world.deps.db.update(orders).set({ way_minutes: 6, walk_minutes: 6 }).where(eq(orders.id, order_id))
  const { orders: facts } = await factsOfOrders(world.deps.db, [order_id], world.clock.now())
  expect(facts).toMatchObject([{ facts: { way_minutes: 6 } }])
})

test('asked about many orders at once, each hears of as many before it as when asked alone', async () => {
  const { db } = world.deps
  const ids: number[] = []
  for (let order = 0; order < 6; order += 1) ids.push((await waiting()).order_id)
  const [first = 0, second = 0, third = 0] = ids
  const [of_first] = await db.select().from(orders).where(eq(orders.id, first))
  // Of one cart; and one that its customer collects.
  await db
    .update(orders)
    .set({ checkout_id: of_first?.checkout_id ?? '' })
    .where(eq(orders.id, third))
  await db.update(orders).set({ collects: true }).where(eq(orders.id, second))
  const now = world.clock.now()
  const { orders: together } = await factsOfOrders(db, ids, now)
  const alone: typeof together = []
  for (const id of ids) alone.push(...(await factsOfOrders(db, [id], now)).orders)
  const told = (facts: typeof together) => new Map(facts.map((one) => [one.order_id, one.facts.waiting]))
  expect(told(together)).toEqual(told(alone))
  expect(told(alone).get(third)).toBe(0)
})
