import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { notifications } from '../../notifications/tables.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { goOffDuty } from '../riders/go-on-duty.ts'
import { suspendRider } from '../riders/suspend-rider.ts'
import { giveBackDelivery, pickUp } from '../steps/take-step.ts'
import { delivery_history } from '../tables.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { assignDelivery, unassignDelivery } from './assign-delivery.ts'
import { expireOffers } from './expire-offers.ts'
import { makeOffer, OFFER_SECONDS } from './make-offer.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { waiting, assigned, offer, offerRow, deliveryOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const rider = (changes = {}) => insertRider(world.deps.db, changes)
const verbsOf = async (delivery_id: number) =>
  (
    await world.deps.db
      .select()
      .from(delivery_history)
      .where(eq(delivery_history.delivery_id, delivery_id))
      .orderBy(delivery_history.id)
  ).map(({ verb, rider_id }) => [verb, rider_id])

describe('an offer', () => {
  test('rings, is taken as a whole, and a second press answers the same', async () => {
    const [one, two] = [await waiting(), await waiting()]
    const musa = await rider()
    const offer_id = await offer(musa, [two.delivery_id, one.delivery_id])
    const [news] = await world.deps.db.select().from(notifications).where(eq(notifications.user_id, musa.user_id))
    expect(news).toMatchObject({
      kind: 'offer',
      text: expect.stringMatching(/^2 deliveries on one way for you: ₦960.* You have 45 seconds to decide\.$/),
    })
    expect(await deliveryOf(one.order_id)).toMatchObject({ status: 'Offered', rider_id: null })
    const taken = await acceptOffer(world.deps, musa, offer_id)
    expect(taken.ok && taken.value.map(({ status, rider_id, pay }) => [status, rider_id, pay])).toEqual([
      ['Assigned', musa.user_id, 480_00],
      ['Assigned', musa.user_id, 480_00],
    ])
    const again = await acceptOffer(world.deps, musa, offer_id)
    expect(again.ok && again.value.map(({ id }) => id)).toEqual([two.delivery_id, one.delivery_id])
    expect(await verbsOf(one.delivery_id)).toEqual([
      ['make', null],
      ['offer', musa.user_id],
      ['accept', musa.user_id],
    ])
  })

  test('that is declined goes on, and says who declined', async () => {
    const { delivery_id, order_id } = await waiting()
    const musa = await rider()
    const offer_id = await offer(musa, [delivery_id])
    expect(await declineOffer(world.deps, musa, offer_id)).toMatchObject({ ok: true })
    expect(await declineOffer(world.deps, musa, offer_id)).toMatchObject({ ok: true })
    expect(await acceptOffer(world.deps, musa, offer_id)).toMatchObject({
      reason: 'offer_closed',
      details: { status: 'Declined' },
    })
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Waiting', offer_id: null })
    expect((await verbsOf(delivery_id)).at(-1)).toEqual(['decline', musa.user_id])
  })

  test('ends by itself, once, and cannot be taken then', async () => {
    const { delivery_id, order_id } = await waiting()
    const musa = await rider()
    const offer_id = await offer(musa, [delivery_id])
    expect(await expireOffers(world.deps)).toBe(0)
    world.clock.advance(OFFER_SECONDS)
    expect(await acceptOffer(world.deps, musa, offer_id)).toMatchObject({
      reason: 'offer_closed',
      details: { status: 'Expired' },
    })
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Waiting' })
    await offer(await rider(), [delivery_id])
    world.clock.advance(OFFER_SECONDS)
    expect(await expireOffers(world.deps)).toBe(1)
    expect(await expireOffers(world.deps)).toBe(0)
  })

  test('is not made to a rider who decides about another, is off duty, or where no delivery waits', async () => {
    const [one, two] = [await waiting(), await waiting()]
    const musa = await rider()
    await offer(musa, [one.delivery_id])
    const make = (to: Actor, delivery_ids: number[]) =>
      makeOffer(world.deps, { rider_id: to.user_id, delivery_ids, now: world.clock.now() })
    expect(await make(musa, [two.delivery_id])).toMatchObject({ reason: 'stale' })
    expect(await make(await rider({ on_duty_since: null }), [two.delivery_id])).toMatchObject({
      reason: 'stale',
    })
    expect(await make(await rider({ status: 'Inactive' }), [two.delivery_id])).toMatchObject({
      reason: 'stale',
    })
    expect(await make(await rider(), [one.delivery_id, two.delivery_id])).toMatchObject({
      reason: 'stale',
    })
    expect(await make(await rider(), [])).toMatchObject({ reason: 'stale' })
    expect(await deliveryOf(two.order_id)).toMatchObject({ status: 'Waiting' })
  })

  test("of another rider answers like one that never was, and no other role's", async () => {
    const { delivery_id } = await waiting()
    const offer_id = await offer(await rider(), [delivery_id])
    const stranger = await rider()
    for (const verb of [acceptOffer, declineOffer]) {
      const missing = await verb(world.deps, stranger, 2 ** 40)
      expect(missing).toEqual({ ok: false, reason: 'not_found', details: undefined })
      expect(await verb(world.deps, stranger, offer_id)).toEqual(missing)
      expect(await verb(world.deps, admin, offer_id)).toEqual(missing)
      expect(await verb(world.deps, stranger, Number.NaN)).toEqual(missing)
    }
  })

  test('loses an order that is cancelled; the rest can be taken, and nothing left withdraws it', async () => {
    const [one, two] = [await waiting(), await waiting()]
    const musa = await rider()
    const offer_id = await offer(musa, [one.delivery_id, two.delivery_id])
    const reject = (placed: typeof one) =>
      rejectOrder(world.deps, placed.vendor, { order_id: placed.order_id, reason: 'Out of rice' })
    await reject(one)
    expect(await deliveryOf(one.order_id)).toMatchObject({ status: 'Cancelled', offer_id: null })
    expect(await offerRow(offer_id)).toMatchObject({ status: 'Open' })
    await reject(two)
    expect(await offerRow(offer_id)).toMatchObject({ status: 'Withdrawn' })
    expect(await acceptOffer(world.deps, musa, offer_id)).toMatchObject({ reason: 'offer_closed' })
  })

  test('is withdrawn when its rider goes off duty or is suspended', async () => {
    const { delivery_id, order_id } = await waiting()
    const musa = await rider()
    const first = await offer(musa, [delivery_id])
    await goOffDuty(world.deps, musa)
    expect(await offerRow(first)).toMatchObject({ status: 'Withdrawn' })
    const bola = await rider()
    const second = await offer(bola, [delivery_id])
    await suspendRider(world.deps, admin, { rider_id: bola.user_id, reason: 'Bad brakes' })
    expect(await offerRow(second)).toMatchObject({ status: 'Withdrawn' })
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Waiting' })
  })
})

describe('a rider who has it', () => {
  test('gives it back with a reason, until the food is picked up', async () => {
    const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
    const back = (reason: string, who = musa) => giveBackDelivery(world.deps, who, { delivery_id, reason })
    expect(await back(' ')).toMatchObject({ reason: 'bad_reason' })
    expect(await back('Flat tyre', await rider())).toMatchObject({ reason: 'not_found' })
    expect(await back('Flat tyre', admin)).toMatchObject({ reason: 'not_found' })
    expect(await back('Flat tyre')).toMatchObject({ ok: true })
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Waiting', rider_id: null, step_key: null })
    expect(await back('Flat tyre')).toMatchObject({ reason: 'not_found' })
    const other = await assigned({ ready: true })
    await pickUp(world.deps, other.rider, { delivery_id: other.delivery_id, packs: 2 })
    expect(
      await giveBackDelivery(world.deps, other.rider, { delivery_id: other.delivery_id, reason: 'Tired' }),
    ).toMatchObject({ reason: 'not_allowed', details: { status: 'Picked up' } })
  })

  test('cannot go off duty, and suspended keeps only what is picked up', async () => {
    const first = await assigned({ ready: true })
    const second = await assigned({ rider: first.rider })
    expect(await goOffDuty(world.deps, first.rider)).toMatchObject({
      reason: 'carrying',
      details: { deliveries: 2 },
    })
    await pickUp(world.deps, first.rider, { delivery_id: first.delivery_id, packs: 2 })
    const suspension = { rider_id: first.rider.user_id, reason: 'Food went missing' }
    expect(await suspendRider(world.deps, admin, suspension)).toMatchObject({
      value: { still_carrying: [first.order_id] },
    })
    expect(await deliveryOf(second.order_id)).toMatchObject({ status: 'Waiting' })
    expect(await deliveryOf(first.order_id)).toMatchObject({ status: 'Picked up' })
  })
})

describe('an admin', () => {
  test('assigns what waits, what is offered and what another rider has; it is written down', async () => {
    const { delivery_id, order_id } = await waiting()
    const [musa, bola, sade] = [await rider(), await rider({ on_duty_since: null }), await rider()]
    const offer_id = await offer(musa, [delivery_id])
    const assign = (to: Actor) => assignDelivery(world.deps, admin, { delivery_id, rider_id: to.user_id })
    expect(await assign(bola)).toMatchObject({ value: { status: 'Assigned', rider_id: bola.user_id } })
    expect(await offerRow(offer_id)).toMatchObject({ status: 'Withdrawn' })
    const key = (await deliveryOf(order_id)).step_key
    expect(await assign(bola)).toMatchObject({ ok: true })
    expect((await deliveryOf(order_id)).step_key).toBe(key)
    expect(await assign(sade)).toMatchObject({ value: { rider_id: sade.user_id } })
    expect((await deliveryOf(order_id)).step_key).not.toBe(key)
    const entries = await world.deps.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `delivery:${delivery_id}`))
    expect(entries.map(({ action }) => action)).toEqual(['delivery_assigned', 'delivery_assigned'])
  })

  test('takes a delivery away with a reason', async () => {
    const { delivery_id, order_id } = await assigned()
    const take = (reason: string) => unassignDelivery(world.deps, admin, { delivery_id, reason })
    expect(await take('')).toMatchObject({ reason: 'bad_reason' })
    expect(await take('Does not answer')).toMatchObject({ value: { status: 'Waiting', rider_id: null } })
    expect(await take('Does not answer')).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Waiting' },
    })
    expect(await deliveryOf(order_id)).toMatchObject({ alarmed_at: null })
  })

  test('is refused for riders who are not Active, food that is picked up, and what does not exist', async () => {
    const { delivery_id, rider: musa } = await assigned({ ready: true })
    const idle = await rider()
    const assign = (rider_id: string, id = delivery_id) =>
      assignDelivery(world.deps, admin, { delivery_id: id, rider_id })
    expect(await assign((await rider({ status: 'Pending' })).user_id)).toMatchObject({
      reason: 'rider_inactive',
    })
    expect(await assign(crypto.randomUUID())).toMatchObject({ reason: 'not_found' })
    expect(await assign('x')).toMatchObject({ reason: 'not_found' })
    expect(await assign(idle.user_id, 2 ** 40)).toMatchObject({ reason: 'not_found' })
    await pickUp(world.deps, musa, { delivery_id, packs: 2 })
    expect(await assign(idle.user_id)).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Picked up' },
    })
    expect(await unassignDelivery(world.deps, admin, { delivery_id, reason: 'because' })).toMatchObject({
      reason: 'not_allowed',
    })
    for (const who of [idle, { ...admin, role: 'vendor' as const }]) {
      expect(await assignDelivery(world.deps, who, { delivery_id, rider_id: idle.user_id })).toMatchObject({
        reason: 'not_found',
      })
      expect(await unassignDelivery(world.deps, who, { delivery_id, reason: 'because' })).toMatchObject({
        reason: 'not_found',
      })
    }
  })
})
