import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { founderOf } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../../orders/acceptance/give-more-time.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { acceptOffer } from '../offers/answer-offer.ts'
import { arriveAtVendor, handOver, pickUp } from '../steps/take-step.ts'
import { learned_speeds, order_promises } from '../tables.ts'
import { quotedWindows } from './expected-windows.ts'
import { refreshSpeeds } from './refresh-speeds.ts'

const MINUTE = 60
const world = await worldOfFile()
const { paidOrders, deliveryOf, offer, pinOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const speedsOf = async (vendor_id: string) => {
  const [row] = await world.deps.db.select().from(learned_speeds).where(eq(learned_speeds.vendor_id, vendor_id))
  return row?.speeds
}

test('what was recorded is learned, and told to whoever orders next', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const quoted = async () => {
    const lines = [{ vendor_id: kitchen.user_id, quantity: 1 }]
    const { windows } = await quotedWindows(world.deps.db, {
      lines,
      ways: [],
      drop: null,
      collects: false,
      now: world.clock.now(),
    })
    return (windows[0]?.until.getTime() ?? 0) - world.clock.now().getTime()
  }
  await refreshSpeeds(world.deps)
  expect(await speedsOf(kitchen.user_id)).toBeUndefined()
  const rider = await insertRider(world.deps.db)
  const before = await quoted()
  for (let time = 0; time < 8; time++) await brought(kitchen, rider)
  await refreshSpeeds(world.deps)
  const speeds = await speedsOf(kitchen.user_id)
  expect(speeds?.acceptance?.at(10)).toBeCloseTo(2, 0)
  expect(speeds?.preparation?.at(10)).toBeGreaterThan(2)
  expect(await quoted()).toBeGreaterThan(before + 15 * MINUTE * 1000)
})

test('more time that a kitchen asks for does not make its word a better one', async () => {
  const [kitchen, slow] = [await insertVendor(world.deps.db), await insertVendor(world.deps.db)]
  const rider = await insertRider(world.deps.db)
  for (let time = 0; time < 4; time++) {
    await brought(kitchen, rider)
    await brought(slow, rider, 15)
  }
  await refreshSpeeds(world.deps)
  const [word, asked] = [await speedsOf(kitchen.user_id), await speedsOf(slow.user_id)]
  expect(word?.word?.at(-1)).toBeGreaterThan(2)
  expect(asked?.word?.at(-1)).toBeCloseTo(word?.word?.at(-1) ?? 0, 1)
})

test('every promise keeps what it was estimated from', async () => {
  const [order] = await paidOrders([await insertVendor(world.deps.db)])
  const [promise] = await world.deps.db
    .select()
    .from(order_promises)
    .where(eq(order_promises.order_id, order?.id ?? 0))
  expect(promise?.basis).toMatchObject({ said_minutes: 15, load: expect.any(String) })
  const { windows } = promise?.basis ?? {}
  const told_minutes = (instant?: Date) => ((instant?.getTime() ?? 0) - world.clock.now().getTime()) / 60_000
  expect(windows?.[80]).toEqual([
    told_minutes(promise?.first_promised_from),
    told_minutes(promise?.first_promised_until),
  ])
  const width = ([from, until]: readonly [number, number] = [0, 0]) => until - from
  expect(width(windows?.[50])).toBeLessThan(width(windows?.[80]))
  expect(width(windows?.[80])).toBeLessThan(width(windows?.[90]))
})

/** An order that its kitchen takes after two minutes and cooks for forty, though it says fifteen. */
async function brought(
  kitchen: Awaited<ReturnType<typeof insertVendor>>,
  rider: Awaited<ReturnType<typeof insertRider>>,
  more_minutes?: number,
) {
  const { deps, clock } = world
  const actor = founderOf(kitchen)
  const [order] = await paidOrders([kitchen])
  if (!order) throw new Error('no order')
  clock.advance(2 * MINUTE)
  await acceptOrder(deps, actor, { order_id: order.id, minutes: 15 })
  if (more_minutes) await giveMoreTime(deps, actor, { order_id: order.id, minutes: more_minutes })
  const { id } = await deliveryOf(order.id)
  await acceptOffer(deps, rider, await offer(rider, [id]))
  clock.advance(40 * MINUTE)
  await completeOrder(deps, actor, order.id)
  await arriveAtVendor(deps, rider, id)
  await pickUp(deps, rider, { delivery_id: id, packs: 2 })
  clock.advance(7 * MINUTE)
  const handed = await handOver(deps, rider, { delivery_id: id, pin: await pinOf(order.id) })
  if (!handed.ok) throw new Error(handed.reason)
}
