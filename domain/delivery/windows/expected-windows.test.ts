import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { worldOfFile } from '../../../test/world.ts'
import { orders } from '../../orders/tables.ts'
import { factsOfOrders } from './expected-windows.ts'
import { byVehicle } from './way-minutes.ts'

const world = await worldOfFile()
const { assigned } = deliveryWorld(world)

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
