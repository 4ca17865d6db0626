import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { onCommit } from '../../../db/after-commit.ts'
import { trackedCheckout } from '../../../domain/checkout/track/tracked-orders.ts'
import { goOnDuty, mapKey, reportPosition } from '../../../domain/delivery/riders/go-on-duty.ts'
import { handOver } from '../../../domain/delivery/steps/take-step.ts'
import { order_keys } from '../../../domain/delivery/tables.ts'
import { orders } from '../../../domain/orders/tables.ts'
import { readCampus } from '../../../domain/places/read-campus.ts'
import { deliveryWorld } from '../../../test/delivery.ts'
import { worldOfFile } from '../../../test/world.ts'
import { whereRiderIs } from './rider-map.server.tsx'
import { trackState, trackVersion } from './track-view.server.ts'

const world = await worldOfFile()

const { assigned, pickedUp } = deliveryWorld(world)

async function tracked(order_id: number) {
  const [keys] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  const found = await trackedCheckout(world.deps.db, keys?.track_token ?? '')
  const [order] = found?.orders ?? []
  if (!found || !order) throw new Error('no order')
  return { found, order }
}

test('a rider is shown roughly, only between pick-up and hand-over, and only while the phone says where', async () => {
  const before = await assigned()
  await goOnDuty(world.deps, before.rider)
  await reportPosition(world.deps, before.rider, { latitude: 7.3, longitude: 5.13 })
  expect((await tracked(before.order_id)).order.rider_at).toBeNull()

  const { order_id, delivery_id, rider, pin } = await pickedUp()
  await goOnDuty(world.deps, rider)
  await world.deps.db
    .update(orders)
    .set({ customer_latitude: 7.3004, customer_longitude: 5.1404 })
    .where(eq(orders.id, order_id))
  await reportPosition(world.deps, rider, { latitude: 7.300_44, longitude: 5.130_44 })
  const { order, found } = await tracked(order_id)
  expect(order.rider_at?.point).toEqual({ latitude: 7.3, longitude: 5.13 })
  const campus = await readCampus(world.deps.db)
  const now = world.clock.now()
  expect(whereRiderIs(order, null, now)).toContain('?map=1')
  const shown = whereRiderIs(order, campus, now)
  expect(shown).toMatch(/was (near [^<]+|on the campus) at \d\d:\d\d, about \d+ minutes? away\./)
  expect(shown).toContain('<svg')
  expect(shown).not.toContain('7.300')
  const later = new Date(now.getTime() + 5 * 60_000)
  expect(whereRiderIs(order, campus, later)).toContain('has not said for a while')
  expect(whereRiderIs(order, campus, later)).not.toContain('<svg')

  const plain = trackVersion(found)
  const on_map = trackState(found, now, `${plain}.x`).v
  const told: string[] = []
  onCommit(world.deps.db, ({ screens }) => told.push(...screens.keys()))
  await reportPosition(world.deps, rider, { latitude: 7.306, longitude: 5.13 })
  onCommit(world.deps.db, () => {})
  expect(told).toEqual([mapKey(found.checkout_id)])
  const moved = (await tracked(order_id)).found
  expect(trackVersion(moved)).toBe(plain)
  const on_map_now = trackState(moved, now, on_map).v
  expect(on_map_now).not.toBe(on_map)
  expect(trackState(moved, later, on_map).v).not.toBe(on_map_now)
  expect(trackState(moved, later).v).toBe(plain)

  await handOver(world.deps, rider, { delivery_id, pin })
  const ended = (await tracked(order_id)).order
  expect(ended.rider_at).toBeNull()
  expect(whereRiderIs(ended, campus, now)).toBe('')
})
