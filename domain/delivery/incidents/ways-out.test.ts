import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { incidentWorld, incident_words as words } from '../../../test/incidents.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo, sumKobo } from '../../money.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { orders } from '../../orders/tables.ts'
import { refunds } from '../../payments/tables.ts'
import { cancelPayout } from '../../payouts/cancel-payout.ts'
import { requestRiderPayout } from '../../payouts/request-rider-payout.ts'
import { assignDelivery } from '../offers/assign-delivery.ts'
import { lockCarriers } from '../riders/carriers.ts'
import { seeHandOver } from '../steps/see-hand-over.ts'
import { bringBack, handOver, pickUp } from '../steps/take-step.ts'
import { INCIDENTS } from './incident-settings.ts'
import { atClosedKitchen, consequenceOf, incident_reasons, ways_out } from './lifecycle.ts'
import { payRiddenWay, refuseRiddenWay } from './pay-ridden-way.ts'
import { payForWay } from './ridden-way.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { pickedUp, orderStatus, deliveryOf, earnedBy, pinOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { take, latestOf } = incidentWorld(world)

const ways = incident_reasons.flatMap((reason) =>
  ways_out.flatMap((way_out) => (consequenceOf(reason, way_out) ? [[reason, way_out] as const] : [])),
)

describe('every way out of the table', () => {
  const cases = ways.flatMap(([reason, way_out]) =>
    (way_out === 'bring_back' ? [false, true] : [false]).map((closed) => [reason, way_out, closed] as const),
  )

  test.each(cases)('%s, %s (kitchen closed: %s): money and pay add up to the kobo', async (reason, way_out, closed) => {
    const carried = await pickedUp()
    const { order_id, delivery_id, rider } = carried
    const { pay } = await deliveryOf(order_id)
    const planned = consequenceOf(reason, way_out)
    if (!planned || pay === null) throw new Error('not in the table')
    expect(await take(carried, reason, way_out)).toMatchObject({ ok: true })
    if (way_out === 'bring_back') {
      expect(await bringBack(world.deps, rider, { delivery_id, kitchen_closed: closed })).toMatchObject({ ok: true })
      expect(await bringBack(world.deps, rider, { delivery_id, kitchen_closed: closed })).toMatchObject({ ok: false })
    }
    const follows = closed ? atClosedKitchen(planned) : planned
    const incident = await latestOf(delivery_id)

    const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
    if (!order) throw new Error('no order')
    const back = await world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))
    const paid = kobo(order.total_price + order.delivery_fee)
    expect(sumKobo(back.map(({ amount }) => amount))).toBe(follows.money === 'stays' ? 0 : paid)
    if (follows.money !== 'stays') expect(back[0]?.borne_by).toBe(follows.money.back_from)

    if (follows.next === 'goes_on') {
      await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
      expect(await earnedBy(rider)).toBe(pay)
    }
    const is_delivered = follows.pay === 'delivered' || follows.pay === 'delivered_and_back'
    if (is_delivered) {
      expect(await earnedBy(rider)).toBe(pay)
      expect(await requestRiderPayout(world.deps, rider)).toMatchObject({ reason: 'nothing_to_pay' })
      await seeHandOver(world.deps, admin, delivery_id)
    }
    if (incident.pay !== null) {
      const whole = { whole: pay, there_and_back: kobo(pay * 1.5) }
      if (follows.pay === 'whole' || follows.pay === 'there_and_back') expect(incident.pay).toBe(whole[follows.pay])
      const earned = is_delivered ? pay : kobo(0)
      if (is_delivered) expect(incident.pay).toBe(pay * 0.5)
      expect(await earnedBy(rider)).toBe(earned)
      await payRiddenWay(world.deps, admin, incident.id)
      await payRiddenWay(world.deps, admin, incident.id)
      expect(await earnedBy(rider)).toBe(kobo(earned + incident.pay))
    }
    expect(await requestRiderPayout(world.deps, rider)).toMatchObject({ ok: true })

    if (follows.next === 'next_rider') {
      const next = await insertRider(world.deps.db)
      expect(await assignDelivery(world.deps, admin, { delivery_id, rider_id: next.user_id })).toMatchObject({
        ok: true,
      })
      expect(await pickUp(world.deps, next, { delivery_id, packs: 2 })).toMatchObject({ ok: true })
      const pin = await pinOf(order_id)
      expect(await handOver(world.deps, next, { delivery_id, pin })).toMatchObject({ ok: true })
      expect(await earnedBy(next)).toBe(pay)
    }
    const ended = follows.money === 'stays' ? 'Delivered' : 'Cancelled'
    expect(await orderStatus(order_id)).toBe(ended)
    expect((await deliveryOf(order_id)).status).toBe(ended)
  })

  test('a way is never paid twice, nor once it was refused, and a payout lets it go', async () => {
    const carried = await pickedUp()
    const { rider, delivery_id } = carried
    await take(carried, 'accident', 'write_off')
    const { id } = await latestOf(delivery_id)
    for (const stranger of [rider, carried.vendor])
      expect(await payRiddenWay(world.deps, stranger, id)).toMatchObject({ reason: 'not_found' })
    expect(await refuseRiddenWay(world.deps, admin, { incident_id: id, reason: '' })).toMatchObject({
      reason: 'bad_reason',
    })
    await Promise.all([1, 2, 3].map(() => payRiddenWay(world.deps, admin, id)))
    expect(await refuseRiddenWay(world.deps, admin, { incident_id: id, reason: words })).toMatchObject({
      reason: 'not_open',
    })
    const asked = await requestRiderPayout(world.deps, rider)
    if (!asked.ok) throw new Error(asked.reason)
    expect(await requestRiderPayout(world.deps, rider)).toMatchObject({ reason: 'nothing_to_pay' })
    await cancelPayout(world.deps, admin, { payout_id: asked.value.id, reason: words })
    expect(await requestRiderPayout(world.deps, rider)).toMatchObject({ value: { amount: asked.value.amount } })

    const other = await pickedUp()
    await take(other, 'accident', 'write_off')
    const refused = (await latestOf(other.delivery_id)).id
    await refuseRiddenWay(world.deps, admin, { incident_id: refused, reason: words })
    expect(await payRiddenWay(world.deps, admin, refused)).toMatchObject({ reason: 'not_open' })
    expect(await earnedBy(other.rider)).toBe(kobo(0))
  })

  test('an order that an admin cancels on its way is paid to its rider, by the same table, once', async () => {
    const deps = { ...world.deps, lockCarriers }
    const cancel = { reason: 'The gate is closed', refund_kobo: 'all' } as const
    const called_off = async (way: 'out' | 'back', borne_by: 'platform' | 'rider') => {
      const carried = await pickedUp()
      const { pay } = await deliveryOf(carried.order_id)
      if (way === 'back') await take(carried, 'wrong_food', 'bring_back')
      const { order_id } = carried
      expect(await cancelOrder(deps, admin, { ...cancel, order_id, borne_by })).toMatchObject({ ok: true })
      expect(await cancelOrder(deps, admin, { ...cancel, order_id, borne_by })).toMatchObject({ ok: false })
      return { ...carried, pay: pay ?? kobo(0) }
    }
    const unknown_way = { from: null, to: null, until: null }
    const out = await called_off('out', 'platform')
    expect(await earnedBy(out.rider)).toBe(out.pay)
    expect(await latestOf(out.delivery_id)).toMatchObject({ reason: 'called_off', way_out: null, pay: out.pay })
    const back = await called_off('back', 'platform')
    const there_and_back = payForWay(back.pay, 'there_and_back', unknown_way, INCIDENTS.default)
    expect(await earnedBy(back.rider)).toBe(there_and_back)
    // Whoever bears the food is paid for the way only once an admin says so.
    const eaten = await called_off('out', 'rider')
    expect(await latestOf(eaten.delivery_id)).toMatchObject({ pay: eaten.pay, booked_at: null })
  })

  test('the pay of a way is whole kobo, at most the way there and back, and no less than its least part', () => {
    const pay = fc.integer({ min: 0, max: 10_000_00 }).map((amount) => kobo(amount))
    const point = fc.option(
      fc.record({ latitude: fc.double({ min: 7, max: 8, noNaN: true }), longitude: fc.constant(5) }),
    )
    const percent = fc.integer({ min: 0, max: 100 })
    const kinds = fc.constantFrom('whole', 'there_and_back', 'ridden', 'delivered', null)
    fc.assert(
      fc.property(pay, kinds, point, point, point, percent, percent, (amount, kind, from, to, until, back, part) => {
        const shares = { ...INCIDENTS.default, way_back_percent: back, part_way_percent: part }
        const got = payForWay(amount, kind, { from, to, until }, shares)
        if (got === null) return
        expect(Number.isSafeInteger(got) && got > 0).toBe(true)
        expect(got).toBeLessThanOrEqual(Math.floor((amount * (100 + back)) / 100))
        if (kind === 'whole') expect(got).toBe(amount)
        if (kind === 'ridden') expect(got).toBeGreaterThanOrEqual(Math.floor((amount * part) / 100))
        if (kind === 'ridden') expect(got).toBeLessThanOrEqual(amount)
      }),
    )
  })
})
