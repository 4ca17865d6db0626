import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld, wrongPin } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { uploads } from '../catalog/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { orders } from '../orders/tables.ts'
import { payableDeliveries, requestRiderPayout } from '../payouts/request-rider-payout.ts'
import { dispatchBoard } from './dispatch/dispatch-board.ts'
import { acceptOffer, declineOffer } from './offers/answer-offer.ts'
import { OFFER_SECONDS } from './offers/make-offer.ts'
import { openOffer } from './offers/rider-offer.ts'
import { riderDesk } from './riders/rider-desk.ts'
import { seeHandOver } from './steps/see-hand-over.ts'
import { handOver, pickUp } from './steps/take-step.ts'
import { order_promises } from './tables.ts'
import { keptPromises, keptPromisesByDay } from './windows/kept-promises.ts'

const world = await worldOfFile()
const { assigned, waiting, offer, pinOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const now = () => world.clock.now()
const desk = (rider: { user_id: string }) => riderDesk(world.deps.db, rider.user_id, now())
const board = () => dispatchBoard(world.deps.db, now())

describe("a rider's desk", () => {
  test('shows an offer without saying who ordered, and nothing once its time is over', async () => {
    const { delivery_id, order_id, kitchen } = await waiting()
    const rider = await insertRider(world.deps.db)
    const offer_id = await offer(rider, [delivery_id])
    const shown = await openOffer(world.deps.db, rider.user_id, now())
    expect(shown).toMatchObject({
      offer_id,
      pay: 480_00,
      km: { to_pickup: 0 },
      stops: [{ delivery_id, order_id, vendor_name: kitchen.name, pickup_area: 'FUTA North Gate', packs: 2 }],
    })
    // Only what the kitchen said, until it says more.
    expect(shown?.stops[0]).toMatchObject({ ready: false, ready_by: expect.any(Date) })
    expect(JSON.stringify(shown)).not.toMatch(/Ada|Obi|Jadesola|\+234803/)
    world.clock.advance(OFFER_SECONDS)
    expect(await openOffer(world.deps.db, rider.user_id, now())).toBeNull()
  })

  test('shows an offer’s whole way as it is ridden, along the ways of the campus', async () => {
    const { delivery_id, order_id } = await waiting()
    // Straight it is 1 km to the kitchen; the way leads over the Main Gate.
    const rider = await insertRider(world.deps.db, { landmark: 'Aluta Market' })
    await offer(rider, [delivery_id])
    const km = async () => (await openOffer(world.deps.db, rider.user_id, now()))?.km
    expect(await km()).toEqual({ to_pickup: 2.3, trip: 2.4, in_all: 4.7 })
    const unknown = { customer_latitude: null, customer_longitude: null }
    await world.deps.db.update(orders).set(unknown).where(eq(orders.id, order_id))
    expect(await km()).toEqual({ to_pickup: 2.3, trip: null, in_all: null })
  })

  test('shows a delivery by steps: the first name, the address, the phone only on the way, never the PIN', async () => {
    const { rider, delivery_id, order_id } = await assigned({ ready: true })
    const [before] = (await desk(rider))?.deliveries ?? []
    expect(before).toMatchObject({
      delivery_id,
      order_id,
      status: 'Assigned',
      ready: true,
      packs: 2,
      pay: 480_00,
      customer: { first_name: 'Ada', address: 'Room 12, Jadesola Hall', phone: null },
      pin_check: null,
    })
    await pickUp(world.deps, rider, { delivery_id, packs: 3, packs_reason: 'One dish in two packs' })
    const shown = await desk(rider)
    expect(shown?.deliveries[0]).toMatchObject({
      status: 'Picked up',
      packs: 3,
      customer: { phone: '+2348031234567' },
      pin_blocked: false,
    })
    expect(shown?.deliveries[0]?.pin_check).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(shown)).not.toMatch(/Obi|"pin"/)
    await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
    expect((await desk(rider))?.deliveries).toEqual([])
  })

  test('shows a pause after wrong PINs as long as it lasts', async () => {
    const { rider, delivery_id, order_id } = await assigned({ ready: true })
    await pickUp(world.deps, rider, { delivery_id, packs: 2 })
    const pin = wrongPin(await pinOf(order_id))
    for (const _ of [1, 2, 3, 4, 5]) await handOver(world.deps, rider, { delivery_id, pin })
    const until = new Date(now().getTime() + 15 * 60_000)
    expect((await desk(rider))?.deliveries).toMatchObject([{ pin_paused_until: until, pin_blocked: false }])
    world.clock.advance(15 * 60)
    expect((await desk(rider))?.deliveries).toMatchObject([{ pin_paused_until: null, pin_blocked: false }])
  })

  test('has what was taken as one trip in its planned sequence, after what was taken before', async () => {
    const rider = await insertRider(world.deps.db)
    const before = await assigned({ rider })
    world.clock.advance(60)
    const one = await waiting()
    const [two, three] = [await waiting(one.kitchen), await waiting(one.kitchen)]
    const planned = [three.delivery_id, one.delivery_id, two.delivery_id]
    await acceptOffer(world.deps, rider, await offer(rider, planned))
    expect((await desk(rider))?.deliveries.map(({ delivery_id, trip }) => [delivery_id, trip])).toEqual([
      [before.delivery_id, 0],
      ...planned.map((id) => [id, 1]),
    ])
  })

  test('is nothing for who is no rider', async () => {
    expect(await desk({ user_id: crypto.randomUUID() })).toBeNull()
  })
})

describe('the window', () => {
  const promiseOf = async (order_id: number) =>
    (await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, order_id)))[0]

  test('is told at payment, moves as things happen, and the first one stays for the measure', async () => {
    const { order_id, rider, delivery_id, vendor } = await assigned()
    const first = await promiseOf(order_id)
    expect(first?.first_promised_until).toBeInstanceOf(Date)
    world.clock.advance(60 * 60)
    await completeOrder(world.deps, vendor, order_id)
    const ready = await promiseOf(order_id)
    expect(ready?.promised_until.getTime()).toBeGreaterThan(first?.promised_until.getTime() ?? 0)
    expect(ready?.first_promised_until).toEqual(first?.first_promised_until)
    await pickUp(world.deps, rider, { delivery_id, packs: 2 })
    await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
    const quick = await assigned({ ready: true })
    await pickUp(world.deps, quick.rider, { delivery_id: quick.delivery_id, packs: 2 })
    await handOver(world.deps, quick.rider, {
      delivery_id: quick.delivery_id,
      pin: await pinOf(quick.order_id),
    })
    const until = new Date(now().getTime() + 1)
    expect(await keptPromises(world.deps.db, { from: new Date(now().getTime() - 1), until })).toEqual({
      delivered: 2,
      kept: 1,
    })
    const days = await keptPromisesByDay(world.deps.db, now(), 3)
    expect(days.map(({ delivered }) => delivered)).toEqual([0, 0, expect.any(Number)])
    const today = days.at(-1)
    expect(today?.day).toBe('2026-03-10')
    expect((today?.delivered ?? 0) - (today?.kept ?? 0)).toBe(1)
  })
})

describe('the board', () => {
  test('shows what waits, who was asked and did not want it, who carries what, and who is on duty', async () => {
    const placed = await waiting()
    const [musa, bola] = [await insertRider(world.deps.db), await insertRider(world.deps.db, { name: 'Bola' })]
    await declineOffer(world.deps, musa, await offer(musa, [placed.delivery_id]))
    await offer(bola, [placed.delivery_id])
    const carried = await assigned({ rider: musa })
    const shown = await board()
    expect(shown.waiting.find(({ order_id }) => order_id === placed.order_id)).toMatchObject({
      status: 'Offered',
      vendor_name: placed.kitchen.name,
      offered_to: { user_id: bola.user_id, name: 'Bola' },
      refusals: 1,
      ready: false,
      customer_first_name: 'Ada',
    })
    expect(shown.assigned.find(({ order_id }) => order_id === carried.order_id)).toMatchObject({
      rider: { user_id: musa.user_id, name: 'Musa Bello' },
    })
    expect(shown.riders.find(({ user_id }) => user_id === musa.user_id)).toMatchObject({ carrying: 1 })
    expect(shown.riders.find(({ user_id }) => user_id === bola.user_id)).toMatchObject({ has_offer: true })
  })

  test('shows what was handed over without a PIN, and an admin who has looked lets it be paid', async () => {
    const boss = await insertAccount(world.deps.db, 'admin')
    const { rider, delivery_id, order_id } = await assigned({ ready: true })
    await pickUp(world.deps, rider, { delivery_id, packs: 2 })
    const photo = `/images/${crypto.randomUUID()}.webp`
    await world.deps.db.insert(uploads).values({ address: photo, user_id: rider.user_id, uploaded_at: now() })
    world.clock.advance(3 * 60)
    await handOver(world.deps, rider, { delivery_id, no_pin_reason: 'Phone is off', photo })
    const is_shown = [{ order_id, reason: 'Phone is off', photo }]
    expect((await board()).without_pin).toMatchObject(is_shown)
    world.clock.advance(3 * 24 * 3600)
    expect((await board()).without_pin).toMatchObject(is_shown)
    expect(await payableDeliveries(world.deps.db, rider.user_id)).toEqual([])
    expect(await requestRiderPayout(world.deps, rider)).toMatchObject({ reason: 'nothing_to_pay' })
    expect(await seeHandOver(world.deps, rider, delivery_id)).toMatchObject({ reason: 'not_found' })
    for (let press = 0; press < 2; press++)
      expect(await seeHandOver(world.deps, boss, delivery_id)).toMatchObject({ ok: true })
    expect((await board()).without_pin).toEqual([])
    expect(await requestRiderPayout(world.deps, rider)).toMatchObject({ value: { amount: 480_00 } })
  })
})
