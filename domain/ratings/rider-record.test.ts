import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { worldOfFile } from '../../test/world.ts'
import { declineOffer } from '../delivery/offers/answer-offer.ts'
import { expireOffers } from '../delivery/offers/expire-offers.ts'
import { goOnDuty } from '../delivery/riders/go-on-duty.ts'
import { handOver } from '../delivery/steps/take-step.ts'
import { deliveries, incidents, order_keys } from '../delivery/tables.ts'
import { rateOrder } from './rate-order.ts'
import { riderRecord } from './rider-record.ts'

const world = await worldOfFile()
const { waiting, offer, pickedUp, deliveryOf } = deliveryWorld(world)

test('what is recorded of a rider is what happened, and nobody else’s', async () => {
  const rider = await insertRider(world.deps.db)
  const other = await insertRider(world.deps.db)
  const record = (of = rider) => riderRecord(world.deps.db, of.user_id, world.clock.now())
  expect(await record()).toMatchObject({ offers: { accepted: 0, declined: 0, missed: 0 }, rating: null })

  await declineOffer(world.deps, rider, await offer(rider, [(await waiting()).delivery_id]))
  await offer(rider, [(await waiting()).delivery_id])
  world.clock.advance(60)
  await expireOffers(world.deps)
  const soon = await pickedUp({ rider })
  world.clock.advance(5 * 60)
  await handOver(world.deps, rider, soon)
  const [keys] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, soon.order_id))
  await rateOrder(world.deps, keys?.track_token ?? '', { food: '5', delivery: '4', line: '' })
  const late = await pickedUp({ rider })
  world.clock.advance(3 * 3600)
  await handOver(world.deps, rider, late)

  const found = await record()
  expect(found).toMatchObject({
    offers: { accepted: 2, declined: 1, missed: 1 },
    delivered: { in_time: 1, late: 1, late_kitchens: 0 },
    rating: { mean: 4, count: 1 },
  })
  await world.deps.db
    .update(deliveries)
    .set({ no_pin_reason: 'Her phone is off' })
    .where(eq(deliveries.id, late.delivery_id))
  await world.deps.db.insert(incidents).values({
    delivery_id: late.delivery_id,
    rider_id: rider.user_id,
    reason: 'customer_absent',
    way_out: 'again',
    happened_at: world.clock.now(),
  })
  expect(await record()).toMatchObject({
    without_pin: { count: 1, unseen: 1 },
    incidents: [{ reason: 'customer_absent', count: 1 }],
    borne: [],
  })
  const { pay } = await deliveryOf(soon.order_id)
  expect(found.weeks.map(({ earned }) => earned)).toEqual([0, 0, 0, 2 * (pay ?? 0)])
  expect(await record(other)).toMatchObject({ offers: { accepted: 0 }, delivered: { in_time: 0, late: 0 } })
})

test('an hour on duty counts, and what overlaps is in hand once', async () => {
  const rider = await insertRider(world.deps.db, { on_duty_since: null })
  await goOnDuty(world.deps, rider)
  world.clock.advance(30 * 60)
  const one = await pickedUp({ rider })
  const two = await pickedUp({ rider })
  world.clock.advance(30 * 60)
  await handOver(world.deps, rider, one)
  await handOver(world.deps, rider, two)
  world.clock.advance(60 * 60)

  const now = world.clock.now()
  const { hours, weeks } = await riderRecord(world.deps.db, rider.user_id, now)
  expect(hours).toEqual({ duty_minutes: 120, in_hand_minutes: 30, delivered: 2 })
  expect(weeks.at(-1)).toMatchObject(hours)
})
