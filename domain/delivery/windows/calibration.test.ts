import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { worldOfFile } from '../../../test/world.ts'
import { campusTime } from '../../clock.ts'
import { orders } from '../../orders/tables.ts'
import { handOver } from '../steps/take-step.ts'
import { order_promises } from '../tables.ts'
import { calibrationOf, together } from './calibration.ts'
import { keptPromises } from './kept-promises.ts'

const world = await worldOfFile()
const { pickedUp } = deliveryWorld(world)

const period = () => ({ from: new Date(0), until: new Date(world.clock.now().getTime() + 1) })

/** An order that is handed over so many minutes after its payment. */
async function broughtAfter(minutes: number) {
  const { rider, delivery_id, order_id, pin } = await pickedUp()
  world.clock.advance(minutes * 60)
  const done = await handOver(world.deps, rider, { delivery_id, pin })
  if (!done.ok) throw new Error(done.reason)
  return order_id
}

test('with nothing delivered there is nothing to count', async () => {
  expect(await calibrationOf(world.deps.db, period())).toEqual([])
  expect(together([])).toMatchObject({ delivered: 0, kept: 0, known: 0 })
})

test('an order counts within the windows that held it, and its promise as everywhere', async () => {
  const punctual = await broughtAfter(26)
  const late = await broughtAfter(120)
  const older = await broughtAfter(1)
  await world.deps.db.update(order_promises).set({ basis: null }).where(eq(order_promises.order_id, older))
  expect(new Set([punctual, late, older]).size).toBe(3)

  const parts = await calibrationOf(world.deps.db, period())
  expect(parts).toHaveLength(3)
  const all = together(parts)
  const { delivered, kept } = await keptPromises(world.deps.db, period())
  expect(all).toMatchObject({ delivered, kept, known: 2, within: { 50: 1, 80: 1, 90: 1 } })
  expect(all).toMatchObject({ delivered: 3, kept: 2 })
  expect(all.width_minutes / all.delivered).toBeGreaterThan(5)
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, late))
  const hour = Math.floor(campusTime(order?.created_at ?? new Date(0)).minute_of_day / 60)
  expect(parts.find(({ vendor_id }) => vendor_id === order?.vendor_id)).toMatchObject({ hour, delivered: 1, kept: 0 })
})
