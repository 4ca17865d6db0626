import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { aftermathOf } from '../../../test/aftermath.ts'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { orders } from '../../orders/tables.ts'
import { deliverFrom } from '../steps/deliver-from.ts'
import { markStep } from '../steps/mark-step.ts'
import { pickUp } from '../steps/take-step.ts'
import { acceptOffer, declineOffer } from './answer-offer.ts'
import { assignDelivery, unassignDelivery } from './assign-delivery.ts'
import { expireOffers } from './expire-offers.ts'
import { OFFER_SECONDS } from './make-offer.ts'
import { EXTENDED_SECONDS, extendOffer, withdrawOffer } from './overrule-offer.ts'

const ROUNDS = [1, 2, 3, 4, 5] as const

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { waiting, assigned, offer, offerRow, deliveryOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const rider = () => insertRider(world.deps.db)
const auditOf = async (subject: string) =>
  (await world.deps.db.select().from(audit_log).where(eq(audit_log.subject, subject))).map(({ action }) => action)
async function asked() {
  const placed = await waiting()
  const musa = await rider()
  return { ...placed, musa, offer_id: await offer(musa, [placed.delivery_id]) }
}

describe('an admin gives a rider time', () => {
  test('two minutes from now on, once however often it is pressed, and it is in the audit log', async () => {
    const { offer_id, musa, order_id } = await asked()
    world.clock.advance(OFFER_SECONDS - 1)
    const pressed = await Promise.all([1, 2, 3].map(() => extendOffer(world.deps, admin, offer_id)))
    expect(pressed.every(({ ok }) => ok)).toBe(true)
    expect(await auditOf(`offer:${offer_id}`)).toEqual(['offer_extended'])
    world.clock.advance(EXTENDED_SECONDS - 1)
    expect(await expireOffers(world.deps)).toBe(0)
    expect(await acceptOffer(world.deps, musa, offer_id)).toMatchObject({ ok: true })
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Assigned', rider_id: musa.user_id })
  })

  test('not to an offer whose time is over, nor to one that was answered', async () => {
    const over = await asked()
    world.clock.advance(OFFER_SECONDS)
    const late = { reason: 'offer_closed', details: { status: 'Expired' } }
    expect(await extendOffer(world.deps, admin, over.offer_id)).toMatchObject(late)
    await expireOffers(world.deps)
    expect(await extendOffer(world.deps, admin, over.offer_id)).toMatchObject(late)
    const declined = await asked()
    await declineOffer(world.deps, declined.musa, declined.offer_id)
    for (const overrule of [extendOffer, withdrawOffer]) {
      expect(await overrule(world.deps, admin, declined.offer_id)).toMatchObject({
        reason: 'offer_closed',
        details: { status: 'Declined' },
      })
    }
  })
})

test('an admin withdraws an offer: its delivery waits again, and its rider hears that it is gone', async () => {
  const { offer_id, musa, order_id } = await asked()
  expect(await withdrawOffer(world.deps, admin, offer_id)).toMatchObject({ ok: true })
  expect(await offerRow(offer_id)).toMatchObject({ status: 'Withdrawn' })
  expect(await deliveryOf(order_id)).toMatchObject({ status: 'Waiting', offer_id: null })
  expect(await acceptOffer(world.deps, musa, offer_id)).toMatchObject({
    reason: 'offer_closed',
    details: { status: 'Withdrawn' },
  })
  expect(await auditOf(`offer:${offer_id}`)).toEqual(['offer_withdrawn'])
})

describe('what an admin does about the rider whom the board showed is not done about another', () => {
  const reason = 'Musa called'
  const nextRider = async () => (await insertRider(world.deps.db, { name: 'Bola Ojo' })).user_id

  test('nobody was shown, and a rider took it meanwhile: it stays theirs', async () => {
    const { delivery_id, order_id, rider: musa } = await assigned()
    const rider_id = await nextRider()
    const give = { delivery_id, rider_id, seen_rider_id: '' }
    const stale = { reason: 'stale', details: { rider_id: musa.user_id } }
    expect(await assignDelivery(world.deps, admin, give)).toMatchObject(stale)
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Assigned', rider_id: musa.user_id })
    const seen = { ...give, seen_rider_id: musa.user_id }
    expect(await assignDelivery(world.deps, admin, seen)).toMatchObject({ ok: true })
    // Of two who give it to the same rider the second is told that it is done.
    expect(await assignDelivery(world.deps, admin, seen)).toMatchObject({ ok: true })
  })

  test('another rider has it, or none: it is neither taken back nor marked', async () => {
    const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
    const rider_id = await nextRider()
    const of_musa = { delivery_id, seen_rider_id: musa.user_id, reason }
    await assignDelivery(world.deps, admin, { delivery_id, rider_id })
    const stale = { reason: 'stale', details: { rider_id } }
    expect(await unassignDelivery(world.deps, admin, of_musa)).toMatchObject(stale)
    for (const verb of ['arrive', 'pick_up'] as const)
      expect(await markStep(world.deps, admin, { ...of_musa, verb })).toMatchObject(stale)
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Assigned', rider_id })
    const of_bola = { ...of_musa, seen_rider_id: rider_id }
    expect(await unassignDelivery(world.deps, admin, of_bola)).toMatchObject({ ok: true })
    const none = { reason: 'stale', details: { rider_id: null } }
    expect(await unassignDelivery(world.deps, admin, of_bola)).toMatchObject(none)
  })

  test('nor delivered, by which another would be paid', async () => {
    const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
    await markStep(world.deps, admin, { delivery_id, verb: 'pick_up', reason })
    const shown = (seen_rider_id: string) => deliverFrom(world.deps, admin, { order_id, seen_rider_id, reason })
    const stale = { reason: 'stale', details: { rider_id: musa.user_id } }
    for (const other of [await nextRider(), '']) expect(await shown(other)).toMatchObject(stale)
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Picked up' })
    expect(await shown(musa.user_id)).toMatchObject({ ok: true })
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Delivered', rider_id: musa.user_id })
    expect(await shown(musa.user_id)).toMatchObject({ reason: 'not_allowed', details: { status: 'Delivered' } })
  })
})

describe('an admin marks for a rider', () => {
  test('that they arrived and picked up; the order follows, and the rider keeps it', async () => {
    const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
    const mark = (verb: 'arrive' | 'pick_up') =>
      markStep(world.deps, admin, { delivery_id, verb, reason: 'Musa called' })
    expect(await mark('arrive')).toMatchObject({ value: { status: 'At vendor' } })
    expect(await mark('pick_up')).toMatchObject({ value: { status: 'Picked up', rider_id: musa.user_id } })
    const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
    expect(order?.status).toBe('Picked up')
    expect(await mark('pick_up')).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Picked up' },
    })
    expect(await auditOf(`delivery:${delivery_id}`)).toEqual(['delivery_arrived', 'delivery_picked_up'])
  })

  test('not without a reason, not before the food is ready, and not what nobody carries', async () => {
    const { delivery_id } = await assigned()
    const mark = (id: number, reason: string) =>
      markStep(world.deps, admin, { delivery_id: id, verb: 'pick_up', reason })
    expect(await mark(delivery_id, ' ')).toMatchObject({ reason: 'bad_reason' })
    expect(await mark(delivery_id, 'Musa called')).toMatchObject({
      reason: 'not_ready',
      details: { status: 'Accepted' },
    })
    const arrived = { delivery_id: (await waiting()).delivery_id, verb: 'arrive', reason: 'Called' } as const
    expect(await markStep(world.deps, admin, arrived)).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Waiting' },
    })
    expect(await auditOf(`delivery:${delivery_id}`)).toEqual([])
  })
})

test('whoever is no admin, and whatever does not exist, is answered alike', async () => {
  const { offer_id, musa, vendor, delivery_id } = await asked()
  const arrive = (actor: Actor, id: number) =>
    markStep(world.deps, actor, { delivery_id: id, verb: 'arrive', reason: 'Called' })
  for (const nobody of [musa, vendor]) {
    expect(await extendOffer(world.deps, nobody, offer_id)).toMatchObject({ reason: 'not_found' })
    expect(await withdrawOffer(world.deps, nobody, offer_id)).toMatchObject({ reason: 'not_found' })
    expect(await arrive(nobody, delivery_id)).toMatchObject({ reason: 'not_found' })
  }
  for (const missing of [999_999, Number.NaN]) {
    expect(await extendOffer(world.deps, admin, missing)).toMatchObject({ reason: 'not_found' })
    expect(await withdrawOffer(world.deps, admin, missing)).toMatchObject({ reason: 'not_found' })
    expect(await arrive(admin, missing)).toMatchObject({ reason: 'not_found' })
  }
})

test('who is told of a change: the rider who is asked, and the people of the order', async () => {
  const { offer_id, musa, delivery_id, order_id } = await asked()
  const causes = (work: () => Promise<unknown>) => aftermathOf(world.deps.db, work)
  world.clock.advance(30)
  const extended = await causes(() => extendOffer(world.deps, admin, offer_id))
  expect(extended.screens.has(musa.user_id)).toBe(true)
  expect(extended).toMatchObject({ admins: true, due: new Set(), orders: new Set() })
  const withdrawn = await causes(() => withdrawOffer(world.deps, admin, offer_id))
  expect(withdrawn.screens.has(musa.user_id)).toBe(true)
  expect([...withdrawn.orders]).toEqual([order_id])
  expect(withdrawn.due.has('dispatch')).toBe(true)
  const other = await insertRider(world.deps.db)
  const assigned = await causes(() => assignDelivery(world.deps, admin, { delivery_id, rider_id: other.user_id }))
  expect(assigned.screens.has(other.user_id)).toBe(true)
})

describe('while a rider acts on real connections', () => {
  test('an admin withdraws the offer that is being taken: one wins, the other is told', async () => {
    for (const _ of ROUNDS) {
      const { offer_id, musa, order_id } = await asked()
      const [taken, withdrawn] = await Promise.all([
        acceptOffer(world.deps, musa, offer_id),
        withdrawOffer(world.deps, admin, offer_id),
      ])
      expect(taken.ok).not.toBe(withdrawn.ok)
      expect((await deliveryOf(order_id)).status).toBe(taken.ok ? 'Assigned' : 'Waiting')
      const loser = taken.ok ? withdrawn : taken
      expect(loser).toMatchObject({ reason: 'offer_closed' })
    }
  })

  test('an admin gives time to the offer that ends: it is open or over, never both', async () => {
    for (const _ of ROUNDS) {
      const { offer_id, order_id } = await asked()
      const just_before = new Date(world.clock.now().getTime() + (OFFER_SECONDS - 1) * 1000)
      world.clock.advance(OFFER_SECONDS)
      const in_time = { ...world.deps, clock: { now: () => just_before } }
      const [extended] = await Promise.all([extendOffer(in_time, admin, offer_id), expireOffers(world.deps)])
      // The clock found the offer before either got its lock; it checks again once it holds the lock.
      const { status } = (await offerRow(offer_id)) ?? {}
      expect(status).toBe(extended.ok ? 'Open' : 'Expired')
      expect((await deliveryOf(order_id)).status).toBe(extended.ok ? 'Offered' : 'Waiting')
      if (extended.ok) await withdrawOffer(world.deps, admin, offer_id)
    }
  })

  test('an admin marks as picked up what the rider picks up: it happens once', async () => {
    for (const _ of ROUNDS) {
      const { delivery_id, order_id, rider: musa } = await assigned({ ready: true })
      const answers = await Promise.all([
        pickUp(world.deps, musa, { delivery_id, packs: 2 }),
        markStep(world.deps, admin, { delivery_id, verb: 'pick_up', reason: 'Musa called' }),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({
        reason: 'not_allowed',
        details: { status: 'Picked up' },
      })
      expect((await deliveryOf(order_id)).status).toBe('Picked up')
    }
  })
})
