import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld, type Kitchen, vendorActor } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { nextCampusMidnight } from '../../clock.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { lapseOrder } from '../../orders/acceptance/lapse-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { orders } from '../../orders/tables.ts'
import { KEPT_PROMISES } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { handOver } from '../steps/take-step.ts'
import { deliveries, order_promises } from '../tables.ts'
import { keptPromises, promiseOutcome, shownPromises } from './kept-promises.ts'

const world = await worldOfFile()
const { paidOrders, pickedUp } = deliveryWorld(world)

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

const outcomeOf = (order_id: number) => promiseOutcome(world.deps.db, order_id)
const endOf = async (order_id: number) => {
  const [promise] = await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, order_id))
  return promise?.first_promised_until ?? new Date(0)
}
const seconds = (at: Date, count: number) => new Date(at.getTime() + count * 1000)
/** How many are counted and kept today, of one kitchen. */
const today = (kitchen: Kitchen) => {
  const until = nextCampusMidnight(world.clock.now())
  return keptPromises(world.deps.db, { from: new Date(until.getTime() - 86_400_000), until }, kitchen.user_id)
}

test('an order that comes a second after its window was not kept', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const rider = await insertRider(world.deps.db)
  const { order_id, delivery_id, pin } = await pickedUp({ rider, kitchen })
  expect(await outcomeOf(order_id)).toBeNull()
  await handOver(world.deps, rider, { delivery_id, pin })
  const end = await endOf(order_id)
  for (const [late, kept] of [
    [0, true],
    [1, false],
  ] as const) {
    const at = seconds(end, late)
    await world.deps.db.update(deliveries).set({ closed_at: at }).where(eq(deliveries.id, delivery_id))
    expect(await outcomeOf(order_id)).toEqual({ at, kept })
  }
})

test('what is collected was there when it was ready', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await paidOrders([kitchen], { collects: true })
  const order_id = order?.id ?? 0
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 15 })
  const ready_at = world.clock.now()
  await completeOrder(world.deps, vendorActor(kitchen), order_id)
  world.clock.advance(3 * 3600)
  await world.deps.db.update(orders).set({ status: 'Delivered' }).where(eq(orders.id, order_id))
  expect(await outcomeOf(order_id)).toEqual({ at: ready_at, kept: true })
  await world.deps.db.update(orders).set({ status: 'Completed' }).where(eq(orders.id, order_id))
})

test('what we or its kitchen give up after its window broke its promise, and before it did not', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const admin = await insertAccount(world.deps.db, 'admin')
  const [soon, lapsed, cancelled] = await Promise.all(
    [1, 2, 3].map(() => paidOrders([kitchen]).then(([one]) => one?.id ?? 0)),
  )
  if (!soon || !lapsed || !cancelled) throw new Error('no orders')
  await lapseOrder(world.deps, soon)
  expect(await outcomeOf(soon)).toBeNull()
  world.clock.advance(5 * 3600)
  await lapseOrder(world.deps, lapsed)
  const reason = 'The kitchen has burnt it'
  expect(
    await cancelOrder(world.deps, admin, { order_id: cancelled, reason, refund_kobo: 'all', borne_by: 'platform' }),
  ).toMatchObject({ ok: true })
  for (const order_id of [lapsed, cancelled]) {
    expect(await outcomeOf(order_id)).toEqual({ at: world.clock.now(), kept: false })
  }
  expect(await today(kitchen)).toEqual({ delivered: 2, kept: 0 })
})
