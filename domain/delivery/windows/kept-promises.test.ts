import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld, type Kitchen } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { nextCampusMidnight } from '../../clock.ts'
import { KEPT_PROMISES } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { handOver } from '../steps/take-step.ts'
import { deliveries } from '../tables.ts'
import { shownPromises } from './kept-promises.ts'

const world = await worldOfFile()
const { pickedUp } = deliveryWorld(world)

const shown = (vendor_id?: string) => shownPromises(world.deps.db, world.clock.now(), vendor_id)

async function showFrom(shown_from_percent: number | null): Promise<void> {
  await world.deps.db.delete(settings)
  await world.deps.db.insert(settings).values({ key: KEPT_PROMISES.key, value: { shown_from_percent } })
}

/** So many orders of a kitchen, of which the first ones came after their window. */
async function delivered(kitchen: Kitchen, count: number, late: number): Promise<void> {
  const rider = await insertRider(world.deps.db)
  for (let placed = 0; placed < count; placed++) {
    const { delivery_id, pin } = await pickedUp({ rider, kitchen })
    await handOver(world.deps, rider, { delivery_id, pin })
    if (placed >= late) continue
    const after = new Date(world.clock.now().getTime() + 3 * 3_600_000)
    await world.deps.db.update(deliveries).set({ closed_at: after }).where(eq(deliveries.id, delivery_id))
  }
}

test('customers see the share of four whole weeks if admins say so, it is good and there are enough', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const other = await insertVendor(world.deps.db)
  await delivered(kitchen, 19, 1)
  await showFrom(90)
  expect(await shown(kitchen.user_id)).toBeNull()
  world.clock.advance(24 * 3600)
  expect(await shown(kitchen.user_id)).toBeNull()
  world.clock.advance(-24 * 3600)
  await delivered(kitchen, 1, 0)
  await delivered(other, 1, 1)
  expect(await shown(kitchen.user_id)).toBeNull()
  world.clock.advance(24 * 3600)
  const until = nextCampusMidnight(world.clock.now())
  expect(await shown(kitchen.user_id)).toEqual({ kept_percent: 95, until })
  expect(await shown()).toEqual({ kept_percent: 90, until })
  expect(await shown(other.user_id)).toBeNull()
  await showFrom(96)
  expect(await shown(kitchen.user_id)).toBeNull()
  await showFrom(null)
  expect(await shown(kitchen.user_id)).toBeNull()
  await showFrom(0)
  world.clock.advance(29 * 24 * 3600)
  expect(await shown()).toBeNull()
})
