import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { some } from '../../test/movers.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { moveOrder } from '../orders/move-order.ts'
import { acceptOffer } from './offers/answer-offer.ts'
import { assignDelivery } from './offers/assign-delivery.ts'
import { expireOffers } from './offers/expire-offers.ts'
import { makeOffer, OFFER_SECONDS } from './offers/make-offer.ts'
import { suspendRider } from './riders/suspend-rider.ts'
import { giveBackDelivery, handOver, pickUp } from './steps/take-step.ts'
import { delivery_history } from './tables.ts'

/** Every race runs several times on real connections: whoever comes first, one wins and the other is refused. */
const ROUNDS = [1, 2, 3, 4, 5] as const

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { waiting, assigned, offer, deliveryOf, pinOf, orderStatus } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const rider = () => insertRider(world.deps.db)
const historyOf = async (delivery_id: number) =>
  (
    await world.deps.db
      .select()
      .from(delivery_history)
      .where(eq(delivery_history.delivery_id, delivery_id))
      .orderBy(delivery_history.id)
  ).map(({ verb }) => verb)
const adminMoves = (order_id: number, verb: 'deliver' | 'cancel') =>
  world.deps.db.transaction((tx) =>
    moveOrder(tx, world.deps.announce, { order_id, verb, by: some('admin'), now: world.clock.now() }),
  )

test('one delivery is offered to two riders at once: one is asked', async () => {
  for (const _ of ROUNDS) {
    const { delivery_id } = await waiting()
    const now = world.clock.now()
    const riders = [await rider(), await rider(), await rider()]
    const made = await Promise.all(
      riders.map(({ user_id }) => makeOffer(world.deps, { rider_id: user_id, delivery_ids: [delivery_id], now })),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
  }
})

test('two riders claim one delivery, by an offer and by an admin: it has one rider', async () => {
  for (const _ of ROUNDS) {
    const { delivery_id, order_id } = await waiting()
    const [musa, bola] = [await rider(), await rider()]
    const offer_id = await offer(musa, [delivery_id])
    const [taken, given] = await Promise.all([
      acceptOffer(world.deps, musa, offer_id),
      assignDelivery(world.deps, admin, { delivery_id, rider_id: bola.user_id }),
    ])
    expect(given.ok).toBe(true)
    const { status, rider_id } = await deliveryOf(order_id)
    // The admin overrules the rider who came first; a later rider is told that the offer is gone.
    expect([status, rider_id]).toEqual(['Assigned', bola.user_id])
    expect(taken.ok || taken.reason === 'offer_closed').toBe(true)
  }
})

test('one rider presses twice and on two phones: taken once', async () => {
  const { delivery_id } = await waiting()
  const musa = await rider()
  const offer_id = await offer(musa, [delivery_id])
  const answers = await Promise.all(Array.from({ length: 10 }, () => acceptOffer(world.deps, musa, offer_id)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await historyOf(delivery_id)).toEqual(['make', 'offer', 'accept'])
})

test('an offer ends as it is taken: it is taken or ended, never both', async () => {
  for (const _ of ROUNDS) {
    const { delivery_id, order_id } = await waiting()
    const musa = await rider()
    const offer_id = await offer(musa, [delivery_id])
    const now = world.clock.now()
    world.clock.advance(OFFER_SECONDS)
    const late = { ...world.deps, clock: { now: () => world.clock.now() } }
    const in_time = { ...world.deps, clock: { now: () => now } }
    const [taken] = await Promise.all([acceptOffer(in_time, musa, offer_id), expireOffers(late)])
    const { status } = await deliveryOf(order_id)
    expect(status).toBe(taken.ok ? 'Assigned' : 'Waiting')
    if (!taken.ok) expect(taken).toMatchObject({ reason: 'offer_closed', details: { status: 'Expired' } })
  }
})

test('a rider gives it back while the vendor completes: both happen', async () => {
  for (const _ of ROUNDS) {
    const { delivery_id, order_id, rider: musa, vendor } = await assigned()
    const [back, ready] = await Promise.all([
      giveBackDelivery(world.deps, musa, { delivery_id, reason: 'Flat tyre' }),
      completeOrder(world.deps, vendor, order_id),
    ])
    expect([back.ok, ready.ok]).toEqual([true, true])
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Waiting', rider_id: null })
    expect(await orderStatus(order_id)).toBe('Completed')
  }
})

describe('while a rider picks up', () => {
  test('an admin gives it to another: one wins, the other is told', async () => {
    for (const _ of ROUNDS) {
      const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
      const bola = await rider()
      const [picked, given] = await Promise.all([
        pickUp(world.deps, musa, { delivery_id, packs: 2 }),
        assignDelivery(world.deps, admin, { delivery_id, rider_id: bola.user_id }),
      ])
      expect(picked.ok).not.toBe(given.ok)
      const { rider_id, status } = await deliveryOf(order_id)
      if (picked.ok) {
        expect(given).toMatchObject({ reason: 'not_allowed', details: { status: 'Picked up' } })
        expect([rider_id, status]).toEqual([musa.user_id, 'Picked up'])
      } else {
        expect(picked.reason).toBe('not_found')
        expect([rider_id, status]).toEqual([bola.user_id, 'Assigned'])
      }
    }
  })

  test('an admin suspends them: the food is theirs or waits for another', async () => {
    for (const _ of ROUNDS) {
      const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
      const [picked, suspended] = await Promise.all([
        pickUp(world.deps, musa, { delivery_id, packs: 2 }),
        suspendRider(world.deps, admin, { rider_id: musa.user_id, reason: 'Drunk' }),
      ])
      const { status } = await deliveryOf(order_id)
      expect(status).toBe(picked.ok ? 'Picked up' : 'Waiting')
      expect(suspended).toMatchObject({ value: { still_carrying: picked.ok ? [order_id] : [] } })
    }
  })
})

describe('while a rider hands over', () => {
  test('an admin delivers too: it is paid once', async () => {
    for (const _ of ROUNDS) {
      const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
      await pickUp(world.deps, musa, { delivery_id, packs: 2 })
      const pin = await pinOf(order_id)
      const answers = await Promise.all([
        handOver(world.deps, musa, { delivery_id, pin }),
        adminMoves(order_id, 'deliver'),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await orderStatus(order_id)).toBe('Delivered')
      expect(await deliveryOf(order_id)).toMatchObject({ status: 'Delivered' })
    }
  })
})

test('an admin delivers an order while its offer is taken: it ends delivered, with the offer closed', async () => {
  for (const _ of ROUNDS) {
    const { delivery_id, order_id } = await waiting()
    const musa = await rider()
    const offer_id = await offer(musa, [delivery_id])
    const [taken, moved] = await Promise.all([acceptOffer(world.deps, musa, offer_id), adminMoves(order_id, 'deliver')])
    expect(moved.ok).toBe(true)
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Delivered' })
    if (!taken.ok) expect(taken.reason).toBe('offer_closed')
  }
})
