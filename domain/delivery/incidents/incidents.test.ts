import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { incidentWorld, incident_place as place, incident_words as words } from '../../../test/incidents.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { signedStep } from '../../../test/signed-step.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { giveBack } from '../../orders/refunds/give-back.ts'
import { refunds } from '../../payments/tables.ts'
import { requestRiderPayout } from '../../payouts/request-rider-payout.ts'
import { rateOrder } from '../../ratings/rate-order.ts'
import { riderRecord } from '../../ratings/rider-record.ts'
import { kitchenBoard } from '../kitchen/kitchen-board.ts'
import { comesBack, takeFoodBack } from '../kitchen/take-food-back.ts'
import { assignDelivery } from '../offers/assign-delivery.ts'
import { lockCarriers } from '../riders/carriers.ts'
import { riderDesk } from '../riders/rider-desk.ts'
import { recordSteps } from '../steps/record-steps.ts'
import { bringBack, handOver, takeOwnWayOut, waitAtDoor } from '../steps/take-step.ts'
import { order_keys, riders } from '../tables.ts'
import { judgeLateness } from '../windows/judge-lateness.ts'
import { keptPromises } from '../windows/kept-promises.ts'
import { decideIncident, markComeBack } from './decide-incident.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { pickedUp, assigned, orderStatus, deliveryOf, earnedBy, lastMove, metAt } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { photoOf, take, latestOf, smsAbout, newsOf } = incidentWorld(world)

test('what goes back is what the admin confirmed, also where the database asked for it once more', async () => {
  const { delivery_id, order_id } = await pickedUp()
  let tries = 0
  const announce: typeof world.deps.announce = async (tx, event, now) => {
    await world.deps.announce(tx, event, now)
    if (event.kind !== 'order_cancelled' || ++tries > 1) return
    await tx.execute(sql`do $$ begin raise exception 'undone' using errcode = '40001'; end $$`)
  }
  const written_off = { delivery_id, reason: 'damaged_food', way_out: 'write_off', words }
  const confirmed = { ...written_off, confirmed_kobo: 3_600_00 }
  expect(await decideIncident({ ...world.deps, announce }, admin, confirmed)).toMatchObject({ ok: true })
  expect(tries).toBe(2)
  expect(await world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))).toMatchObject([
    { amount: 3_600_00 },
  ])
})

describe('an absent customer', () => {
  test('is told that the rider waits, and until when; nothing else is possible sooner', async () => {
    const { rider, delivery_id, order_id } = await pickedUp()
    expect(await waitAtDoor(world.deps, rider, delivery_id)).toMatchObject({ reason: 'too_soon' })
    const left = (photo: string) =>
      takeOwnWayOut(world.deps, rider, {
        delivery_id,
        incident: { reason: 'customer_absent', way_out: 'leave', place },
        photo,
      })
    world.clock.advance(5 * 60)
    expect(await left(await photoOf(rider))).toMatchObject({ reason: 'wait_first', details: { until: null } })
    const began = world.clock.now()
    expect(await waitAtDoor(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
    world.clock.advance(60)
    expect(await waitAtDoor(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
    const until = new Date(began.getTime() + 10 * 60_000)
    expect(await left(await photoOf(rider))).toMatchObject({ reason: 'wait_first', details: { until } })
    const incident = await latestOf(delivery_id)
    expect(incident).toMatchObject({ waits_until: until, way_out: null })
    expect(await smsAbout(incident.id, 'waits')).toContain('is at your door')
    const desk = await riderDesk(world.deps.db, rider.user_id, world.clock.now())
    expect(desk?.deliveries[0]).toMatchObject({ incident: { waits_until: until } })
    expect(desk?.deliveries[0]?.places).toContain(place)

    world.clock.set(until)
    expect(await left('')).toMatchObject({ reason: 'bad_photo' })
    expect(await left('/images/of-somebody-else.webp')).toMatchObject({ reason: 'bad_photo' })
    expect(await left(await photoOf(rider))).toMatchObject({ ok: true })
    expect(await smsAbout(incident.id, 'leave')).toContain(`left at ${place}`)
    expect(await lastMove(order_id)).toMatchObject({ verb: 'leave', role: 'rider', reason: `left at ${place}` })
    expect(await left(await photoOf(rider))).toMatchObject({ reason: 'not_allowed', details: { status: 'Delivered' } })
  })

  test('who meets the rider at another place reads that the rider waits there', async () => {
    const { rider, delivery_id, order_id } = await pickedUp()
    await metAt(order_id, 'Independence Stop')
    world.clock.advance(5 * 60)
    expect(await waitAtDoor(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
    expect(await smsAbout((await latestOf(delivery_id)).id, 'waits')).toContain('is at Independence Stop with order')
  })

  test('who comes while the rider waits, or on the way back, gets the food for the PIN', async () => {
    for (const until of ['waits', 'bring_back']) {
      const { rider, delivery_id, pin, order_id } = await pickedUp()
      world.clock.advance(5 * 60)
      await waitAtDoor(world.deps, rider, delivery_id)
      if (until === 'bring_back') {
        world.clock.advance(10 * 60)
        const incident = { reason: 'customer_absent', way_out: 'bring_back' }
        await takeOwnWayOut(world.deps, rider, { delivery_id, incident })
        const again = { ...incident, way_out: 'again' }
        expect(await takeOwnWayOut(world.deps, rider, { delivery_id, incident: again })).toMatchObject({
          reason: 'not_allowed',
        })
      }
      expect(await handOver(world.deps, rider, { delivery_id, pin })).toMatchObject({ ok: true })
      expect(await deliveryOf(order_id)).toMatchObject({ status: 'Delivered', incident_id: null })
    }
  })

  test('was promised in time, when the rider was at the door in time: no fee goes back', async () => {
    const carried = await pickedUp()
    const { rider, vendor, order_id } = carried
    const from = world.clock.now()
    await take(carried, 'customer_absent', 'again')
    world.clock.advance(6 * 3600)
    await judgeLateness(world.deps)
    await handOver(world.deps, rider, carried)
    const { db } = world.deps
    expect(await db.select().from(refunds).where(eq(refunds.order_id, order_id))).toEqual([])
    const until = new Date(world.clock.now().getTime() + 1000)
    expect(await keptPromises(db, { from, until }, vendor.user_id)).toEqual({ delivered: 1, kept: 1 })
    const { delivered } = await riderRecord(db, rider.user_id, world.clock.now())
    expect(delivered).toMatchObject({ in_time: 1, late: 0 })
  })

  test('and its food is back: refused where nobody said that it goes back, and right once with it', async () => {
    const { rider, delivery_id, step_key } = await pickedUp()
    const happened_at = world.clock.now().toISOString()
    const incident = { reason: 'wrong_food', way_out: 'bring_back', words }
    const photo = await photoOf(rider)
    const out = signedStep(step_key, { delivery_id, verb: 'way_out', happened_at, incident, photo })
    const back = () => signedStep(step_key, { delivery_id, verb: 'back', happened_at })
    const first = back()
    const outcomes = async (steps: unknown[]) =>
      (await recordSteps(world.deps, rider, { sent_at: happened_at, steps })).map(({ outcome }) => outcome)
    expect(await outcomes([first])).toEqual(['not_allowed'])
    expect(await outcomes([out, back()])).toEqual(['done', 'done'])
    expect(await outcomes([back()])).toEqual(['not_allowed'])
  })

  test('by steps that a phone kept: its clock counts, and nobody is called to a door that is left', async () => {
    const { rider, delivery_id, order_id, step_key } = await pickedUp()
    const start_ms = world.clock.now().getTime()
    const at = (minutes: number) => new Date(start_ms + minutes * 60_000).toISOString()
    const photo = await photoOf(rider)
    const incident = { reason: 'customer_absent', way_out: 'leave', place }
    world.clock.advance(30 * 60)
    const steps = [
      signedStep(step_key, { delivery_id, verb: 'wait', happened_at: at(6) }),
      signedStep(step_key, { delivery_id, verb: 'way_out', happened_at: at(17), incident, photo }),
    ]
    const forged = { ...steps[1], id: crypto.randomUUID(), incident: { ...incident, place: 'Elsewhere' } }
    const queue = { sent_at: world.clock.now().toISOString(), steps: [steps[0], forged, steps[1]] }
    const outcomes = (await recordSteps(world.deps, rider, queue)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['done', 'bad_signature', 'done'])
    expect((await recordSteps(world.deps, rider, queue)).map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(await orderStatus(order_id)).toBe('Delivered')
    const { id } = await latestOf(delivery_id)
    expect(await smsAbout(id, 'waits')).toBeUndefined()
    expect(await smsAbout(id, 'leave')).toContain(place)
  })
})

describe('what a rider says', () => {
  test('is believed of the own delivery only, once the food is picked up, with what the table asks for', async () => {
    const early = await assigned({ ready: true })
    const { rider, delivery_id, vendor } = await pickedUp()
    const other = await insertRider(world.deps.db)
    const photo = await photoOf(rider)
    const said = (actor: Actor, incident: object, of = delivery_id, shown = photo) =>
      takeOwnWayOut(world.deps, actor, { delivery_id: of, incident: { words, place, ...incident }, photo: shown })
    const hand_on = { reason: 'cannot_go_on', way_out: 'hand_on' }
    for (const stranger of [other, vendor, admin]) {
      expect(await said(stranger, hand_on)).toMatchObject({ reason: 'not_found' })
      expect(await waitAtDoor(world.deps, stranger, delivery_id)).toMatchObject({ reason: 'not_found' })
      const back = { delivery_id, kitchen_closed: true }
      expect(await bringBack(world.deps, stranger, back)).toMatchObject({ reason: 'not_found' })
    }
    expect(await said(early.rider, hand_on, early.delivery_id)).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Assigned' },
    })
    expect(await said(rider, { ...hand_on, way_out: 'leave' })).toMatchObject({ reason: 'bad_way_out' })
    expect(await said(rider, { ...hand_on, reason: 'bored' })).toMatchObject({ reason: 'bad_way_out' })
    expect(await said(rider, { ...hand_on, place: 'Under a tree' })).toMatchObject({ reason: 'bad_place' })
    expect(await said(rider, { ...hand_on, words: ' ' })).toMatchObject({ reason: 'bad_reason' })
    const damaged = { reason: 'damaged_food', way_out: 'write_off' }
    expect(await said(rider, damaged, delivery_id, '')).toMatchObject({ reason: 'bad_photo' })
    const wrong = { reason: 'wrong_food', way_out: 'bring_back' }
    expect(await said(rider, wrong, delivery_id, '')).toMatchObject({ reason: 'bad_photo' })
    expect(await bringBack(world.deps, rider, { delivery_id, kitchen_closed: false })).toMatchObject({
      reason: 'not_allowed',
    })
  })

  test('after an accident nothing more is asked of the rider: what was not picked up goes to another', async () => {
    const carried = await pickedUp()
    const next = await assigned({ rider: carried.rider })
    await take(carried, 'accident', 'hand_on')
    expect((await deliveryOf(next.order_id)).status).toBe('Waiting')
    const [rider] = await world.deps.db.select().from(riders).where(eq(riders.user_id, carried.rider.user_id))
    expect(rider?.on_duty_since).toBeNull()
    expect(await newsOf(admin.user_id, 'incident')).toContainEqual(
      expect.stringContaining(`Order ${carried.order_id}: its rider had an accident`),
    )
    const { id } = await latestOf(carried.delivery_id)
    expect(await smsAbout(id, 'hand_on')).toContain('Another rider brings your order')
    const other = await insertRider(world.deps.db)
    await assignDelivery(world.deps, admin, { delivery_id: carried.delivery_id, rider_id: other.user_id })
    const desk = await riderDesk(world.deps.db, other.user_id, world.clock.now())
    expect(desk?.deliveries[0]).toMatchObject({ handed_on_by: 'Musa', ready: true, vendor: { landmark: place } })
  })

  test('a kitchen is told what comes back, and to keep it for the next rider', async () => {
    const carried = await pickedUp()
    await take(carried, 'cannot_go_on', 'bring_back')
    expect(await newsOf(carried.vendor.user_id, 'food_comes_back')).toContainEqual(
      expect.stringContaining('keep it warm'),
    )
    const board = () => kitchenBoard(world.deps.db, carried.vendor.user_id, world.clock.now())
    expect((await board()).orders).toMatchObject([{ status: 'Picked up', way_out: 'bring_back' }])
    await bringBack(world.deps, carried.rider, { delivery_id: carried.delivery_id, kitchen_closed: false })
    expect((await board()).orders).toMatchObject([{ status: 'Completed', way_out: null }])
  })

  test('a kitchen that has it back says so itself, once, for a rider whose phone is off', async () => {
    const carried = await pickedUp()
    const back = (actor: Actor) => takeFoodBack(world.deps, actor, carried.order_id)
    expect(await back(carried.vendor)).toMatchObject({ reason: 'not_allowed', details: { status: 'Picked up' } })
    await take(carried, 'wrong_food', 'bring_back')
    expect(await comesBack(world.deps.db, carried.order_id)).toBe(true)
    for (const stranger of [(await pickedUp()).vendor, carried.rider, admin])
      expect(await back(stranger)).toMatchObject({ reason: 'not_found' })
    expect(await back(carried.vendor)).toMatchObject({ ok: true })
    expect(await back(carried.vendor)).toMatchObject({ reason: 'not_allowed', details: { status: 'Cancelled' } })
    expect(await comesBack(world.deps.db, carried.order_id)).toBe(false)
    expect(await orderStatus(carried.order_id)).toBe('Cancelled')
  })

  test('stays with the rider who bears a refund of it', async () => {
    const carried = await pickedUp()
    const { order_id, delivery_id, rider } = carried
    const given = { order_id, amount_kobo: 100_00, reason: words, borne_by: 'rider' as const }
    await giveBack({ ...world.deps, lockCarriers }, admin, { ...given, request_key: crypto.randomUUID() })
    expect(await take(carried, 'cannot_go_on', 'hand_on')).toMatchObject({ reason: 'rider_bears' })
    expect(await handOver(world.deps, rider, { delivery_id, pin: carried.pin })).toMatchObject({ ok: true })
  })
})

describe('an admin', () => {
  test('decides for a rider whose phone died at the door, at once, and the way is paid', async () => {
    const { rider, delivery_id, order_id, vendor } = await pickedUp()
    const decision = { delivery_id, reason: 'customer_absent', way_out: 'bring_back', words: 'He called me' }
    for (const stranger of [rider, vendor])
      expect(await decideIncident(world.deps, stranger, decision)).toMatchObject({ reason: 'not_found' })
    expect(await decideIncident(world.deps, admin, { ...decision, words: '' })).toMatchObject({ reason: 'bad_reason' })
    expect(await decideIncident(world.deps, admin, decision)).toMatchObject({ ok: true })
    const back = { delivery_id, kitchen_closed: true, words: 'He called me' }
    expect(await markComeBack(world.deps, rider, back)).toMatchObject({ reason: 'not_found' })
    expect(await markComeBack(world.deps, admin, back)).toMatchObject({ ok: true })
    expect(await markComeBack(world.deps, admin, back)).toMatchObject({ reason: 'not_allowed' })
    const incident = await latestOf(delivery_id)
    expect(await earnedBy(rider)).toBe(((await deliveryOf(order_id)).pay ?? 0) + (incident.pay ?? 0))
    expect(await smsAbout(incident.id, 'back')).toContain('the restaurant was closed')
    expect(await orderStatus(order_id)).toBe('Delivered')
    expect(await lastMove(order_id)).toMatchObject({ verb: 'not_taken', reason: 'the restaurant was closed' })
    const [keys] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
    const stars = { food: '1', delivery: '1', line: '' }
    expect(await rateOrder(world.deps, keys?.track_token ?? '', stars)).toMatchObject({ reason: 'not_delivered' })
  })

  test('decides otherwise than the rider chose', async () => {
    const carried = await pickedUp()
    const { delivery_id, order_id } = carried
    await take(carried, 'customer_absent', 'bring_back')
    const left = { delivery_id, reason: 'customer_absent', way_out: 'leave', place, words: 'She asked for it' }
    expect(await decideIncident(world.deps, admin, left)).toMatchObject({ ok: true })
    expect(await orderStatus(order_id)).toBe('Delivered')
    expect(await requestRiderPayout(world.deps, carried.rider)).toMatchObject({ ok: true })
  })

  test('of two who decide at once, one decides', async () => {
    const { delivery_id } = await pickedUp()
    const decision = { delivery_id, reason: 'accident', way_out: 'write_off', words }
    const answers = await Promise.all([1, 2, 3].map(() => decideIncident(world.deps, admin, decision)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})
