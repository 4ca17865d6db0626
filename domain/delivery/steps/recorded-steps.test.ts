import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld, wrongPin } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { signedStep } from '../../../test/signed-step.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { notifications } from '../../notifications/tables.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { closeDays } from '../../orders/figures/close-days.ts'
import { decideIncident } from '../incidents/decide-incident.ts'
import { payRiddenWay, refuseRiddenWay } from '../incidents/pay-ridden-way.ts'
import { ownWays } from '../incidents/ways-to-see.ts'
import { delivery_history, order_promises } from '../tables.ts'
import { keptPromisesByDay } from '../windows/kept-promises.ts'
import { markStep } from './mark-step.ts'
import { recordSteps } from './record-steps.ts'
import { recorded_steps } from './tables.ts'
import { takeOwnWayOut } from './take-step.ts'

const world = await worldOfFile()
const { assigned, deliveryOf, pinOf, lastMove, earnedBy } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

describe('steps that waited for a network', () => {
  const minutesAgo = (minutes: number) => new Date(world.clock.now().getTime() - minutes * 60_000).toISOString()
  const send = (actor: Actor, steps: unknown[], sent_at = minutesAgo(0)) =>
    recordSteps(world.deps, actor, { sent_at, steps })
  const outcomes = async (actor: Actor, steps: unknown[], sent_at?: string) =>
    (await send(actor, steps, sent_at)).map(({ outcome }) => outcome)

  async function offline() {
    const placed = await assigned({ ready: true })
    world.clock.advance(30 * 60)
    const pin = await pinOf(placed.order_id)
    const { delivery_id, step_key } = placed
    const step = (verb: Parameters<typeof signedStep>[1]['verb'], minutes: number, proof = {}) =>
      signedStep(step_key, { delivery_id, verb, happened_at: minutesAgo(minutes), ...proof })
    return { ...placed, pin, step }
  }

  test('are taken in order, at the times when they were done, and once', async () => {
    const { rider, order_id, pin, step } = await offline()
    const steps = [step('arrive', 20), step('pick_up', 15, { packs: 2 }), step('hand_over', 5, { pin })]
    expect(await outcomes(rider, steps)).toEqual(['done', 'done', 'done'])
    expect((await deliveryOf(order_id)).closed_at?.toISOString()).toBe(minutesAgo(5))
    expect((await lastMove(order_id))?.moved_at.toISOString()).toBe(minutesAgo(5))
    expect(await outcomes(rider, steps)).toEqual(['done', 'done', 'done'])
    expect(await earnedBy(rider)).toBe(480_00)
    expect(JSON.stringify(await world.deps.db.select().from(recorded_steps))).not.toContain(pin)
  })

  test('give a delivery back at the time when its rider did, with the reason, and once', async () => {
    const { rider, order_id, delivery_id, step } = await offline()
    const back = step('give_back', 10, { incident: { words: 'My tyre is flat' } })
    expect(
      await outcomes(rider, [step('arrive', 20), step('give_back', 15, { incident: { words: ' ' } }), back]),
    ).toEqual(['done', 'bad_reason', 'done'])
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Waiting', rider_id: null })
    const moves = await world.deps.db
      .select()
      .from(delivery_history)
      .where(eq(delivery_history.delivery_id, delivery_id))
      .orderBy(delivery_history.id)
    expect(moves.at(-1)).toMatchObject({ verb: 'give_back', reason: 'My tyre is flat' })
    expect(moves.at(-1)?.moved_at.toISOString()).toBe(minutesAgo(10))
    // Its answer was lost, and it is sent again: the delivery is not this rider's any more.
    expect(await outcomes(rider, [back])).toEqual(['done'])
  })

  test('sent from two places at once are taken once', async () => {
    const { rider, pin, step } = await offline()
    const steps = [step('arrive', 20), step('pick_up', 15, { packs: 2 }), step('hand_over', 5, { pin })]
    const answers = await Promise.all([1, 2, 3].map(() => outcomes(rider, steps)))
    expect(answers.at(0)).toEqual(['done', 'done', 'done'])
    expect(new Set(answers.map(String)).size).toBe(1)
  })

  test('from a phone whose clock is hours off stand at the right time', async () => {
    const { rider, order_id, step_key, delivery_id } = await offline()
    const ahead = (minutes: number) => new Date(world.clock.now().getTime() + (180 - minutes) * 60_000).toISOString()
    const arrive = signedStep(step_key, { delivery_id, verb: 'arrive', happened_at: ahead(10) })
    expect(await outcomes(rider, [arrive], ahead(0))).toEqual(['done'])
    expect((await deliveryOf(order_id)).at_vendor_at?.toISOString()).toBe(minutesAgo(10))
  })

  test('from a phone whose clock was set right before it sent them are done, at times that can be', async () => {
    const { rider, order_id, pin, step } = await offline()
    const taken = (await deliveryOf(order_id)).assigned_at?.toISOString()
    // The clock is two hours behind when they are done, and right when they are sent.
    const behind = [step('arrive', 140), step('pick_up', 135, { packs: 2 }), step('hand_over', 125, { pin })]
    expect(await outcomes(rider, behind)).toEqual(['done', 'done', 'done'])
    const { at_vendor_at, picked_up_at, closed_at } = await deliveryOf(order_id)
    expect([at_vendor_at, picked_up_at, closed_at].map((at) => at?.toISOString())).toEqual(Array(3).fill(taken))
    const { rider: other, order_id: second, step: hers } = await offline()
    expect(await outcomes(other, [hers('arrive', -120)])).toEqual(['done'])
    expect((await deliveryOf(second)).at_vendor_at?.toISOString()).toBe(minutesAgo(0))
  })

  test('whose step before them an admin has marked meanwhile are done after it', async () => {
    const { rider, order_id, delivery_id, pin, step } = await offline()
    const admin = await insertAccount(world.deps.db, 'admin')
    const mark = { delivery_id, verb: 'pick_up', reason: 'Called: no network' } as const
    expect(await markStep(world.deps, admin, mark)).toMatchObject({ ok: true })
    const steps = [step('pick_up', 15, { packs: 2 }), step('hand_over', 5, { pin })]
    expect(await outcomes(rider, steps)).toEqual(['not_allowed', 'done'])
    expect((await deliveryOf(order_id)).closed_at?.toISOString()).toBe(minutesAgo(0))
  })

  test('of a time that no calendar has are taken all the same', async () => {
    const { rider, step_key, delivery_id } = await offline()
    const happened_at = '0001-01-01T00:00:00Z'
    const arrive = signedStep(step_key, { delivery_id, verb: 'arrive', happened_at })
    expect(await outcomes(rider, [arrive], '9999-12-31T23:59:59Z')).toEqual(['done'])
  })

  test('out of the lifecycle or badly signed are refused one by one', async () => {
    const { rider, pin, step, step_key, delivery_id } = await offline()
    const forged = { ...step('arrive', 20), happened_at: minutesAgo(1) }
    const other_key = signedStep(`${step_key}x`, { delivery_id, verb: 'arrive', happened_at: minutesAgo(9) })
    const too_soon = step('hand_over', 20, { pin })
    const good = step('arrive', 10)
    const queue = [forged, other_key, too_soon, { id: 'x' }, null, good]
    expect(await outcomes(rider, queue)).toEqual([
      'bad_signature',
      'bad_signature',
      'held_up',
      'malformed',
      'malformed',
      'done',
    ])
    expect(await outcomes(rider, [good], 'yesterday')).toEqual(['malformed'])
  })

  test('told after the figures of their day were written count as kept, once, on the day it was', async () => {
    const noon = new Date('2026-04-01T12:00:00Z')
    world.clock.set(noon)
    await closeDays(world.deps)
    const kept = async () => (await keptPromisesByDay(world.deps.db, world.clock.now(), 14)).slice(-3)
    const before = (await kept()).at(-1)?.delivered ?? 0
    const { rider, order_id, pin, step } = await offline()
    const steps = [step('pick_up', 15, { packs: 2 }), step('hand_over', 5, { pin })]
    const sent_at = minutesAgo(0)
    world.clock.advance(24 * 3600)
    expect(await closeDays(world.deps)).toBe(1)
    const a_day_later = (iso: string) => new Date(Date.parse(iso) + 24 * 3_600_000).toISOString()
    expect(await outcomes(rider, steps, a_day_later(sent_at))).toEqual(['done', 'done'])
    expect((await lastMove(order_id))?.moved_at.toISOString()).toBe(minutesAgo(24 * 60 + 5))
    world.clock.advance(24 * 3600)
    expect(await closeDays(world.deps)).toBe(1)
    const [day, next_day] = await kept()
    expect([day?.delivered, day?.kept]).toEqual([before + 1, before + 1])
    expect(next_day).toMatchObject({ delivered: 0 })
  })

  test('never leave the customer a window that is over', async () => {
    const { rider, order_id, step } = await offline()
    await outcomes(rider, [step('arrive', 25), step('pick_up', 24, { packs: 2 })])
    const [promise] = await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, order_id))
    expect(promise?.promised_until.getTime()).toBeGreaterThan(world.clock.now().getTime())
  })

  test('a wrong PIN counts once, however often the step is sent', async () => {
    const { rider, pin, step } = await offline()
    const queue = [step('pick_up', 15, { packs: 2 }), step('hand_over', 5, { pin: wrongPin(pin) })]
    expect(await send(rider, queue)).toMatchObject([
      { outcome: 'done' },
      { outcome: 'wrong_pin', details: { tries_left: 4 } },
    ])
    expect(await send(rider, queue)).toMatchObject([
      { outcome: 'done' },
      { outcome: 'wrong_pin', details: { tries_left: 4 } },
    ])
    expect(await outcomes(rider, [step('hand_over', 5, { pin })])).toEqual(['done'])
  })

  test('the right PIN that comes while wrong ones pause it says until when, and is right later', async () => {
    const { rider, pin, step } = await offline()
    const wrong = Array.from({ length: 5 }, () => step('hand_over', 5, { pin: wrongPin(pin) }))
    await send(rider, [step('pick_up', 15, { packs: 2 }), ...wrong])
    const right = step('hand_over', 4, { pin })
    const until = new Date(world.clock.now().getTime() + 15 * 60_000)
    for (const _ of [1, 2])
      expect(await send(rider, [right])).toMatchObject([{ outcome: 'pin_paused', details: { until } }])
    world.clock.advance(15 * 60)
    expect(await outcomes(rider, [right])).toEqual(['done'])
  })

  test('food that the kitchen had not marked as ready can be sent again later', async () => {
    const { rider, order_id, delivery_id, step_key, vendor } = await assigned()
    const step = signedStep(step_key, { delivery_id, verb: 'pick_up', happened_at: minutesAgo(0), packs: 2 })
    expect(await outcomes(rider, [step])).toEqual(['not_ready'])
    await completeOrder(world.deps, vendor, order_id)
    expect(await outcomes(rider, [step])).toEqual(['done'])
  })

  test('what was done after it waits with it, and is right later', async () => {
    const { rider, order_id, delivery_id, step_key, vendor } = await assigned()
    const pin = await pinOf(order_id)
    const happened_at = minutesAgo(0)
    const steps = [
      signedStep(step_key, { delivery_id, verb: 'pick_up', happened_at, packs: 2 }),
      signedStep(step_key, { delivery_id, verb: 'hand_over', happened_at, pin }),
    ]
    expect(await outcomes(rider, steps)).toEqual(['not_ready', 'held_up'])
    await completeOrder(world.deps, vendor, order_id)
    expect(await outcomes(rider, steps)).toEqual(['done', 'done'])
  })

  test('a hand-over that comes without the pick-up before it is held up, and right later', async () => {
    const { rider, pin, step } = await offline()
    const [picked, handed] = [step('pick_up', 15, { packs: 2 }), step('hand_over', 5, { pin })]
    expect(await outcomes(rider, [handed])).toEqual(['held_up'])
    expect(await outcomes(rider, [picked, handed])).toEqual(['done', 'done'])
    expect(await outcomes(rider, [step('hand_over', 1, { pin })])).toEqual(['not_allowed'])
  })

  test('a hand-over for the PIN, told once the order was given up, changes nothing; the admins are told', async () => {
    const { rider, order_id, delivery_id, pin, step } = await offline()
    const admin = await insertAccount(world.deps.db, 'admin')
    expect(await outcomes(rider, [step('pick_up', 15, { packs: 2 })])).toEqual(['done'])
    const lost = { delivery_id, reason: 'accident', way_out: 'write_off', words: 'His phone is dead' }
    expect(await decideIncident(world.deps, admin, lost)).toMatchObject({ ok: true })
    const wrong = step('hand_over', 6, { pin: wrongPin(pin) })
    const right = step('hand_over', 5, { pin })
    expect(await outcomes(rider, [wrong, right])).toEqual(['not_allowed', 'told_late'])
    expect(await outcomes(rider, [right])).toEqual(['told_late'])
    const bell = await world.deps.db.select().from(notifications).where(eq(notifications.kind, 'told_late'))
    expect(bell.filter(({ user_id }) => user_id === admin.user_id)).toMatchObject([
      { order_id, text: expect.stringContaining(`Order ${order_id} was given up, but`) },
    ])
    expect((await deliveryOf(order_id)).status).toBe('Cancelled')
  })

  test('a hand-over for the PIN that was never paid waits to be paid, once', async () => {
    const { rider, delivery_id, order_id, pin, step } = await offline()
    const admin = await insertAccount(world.deps.db, 'admin')
    await outcomes(rider, [step('pick_up', 15, { packs: 2 })])
    const incident = { reason: 'accident', way_out: 'write_off', words: 'A dog ran into me' }
    expect(await takeOwnWayOut(world.deps, rider, { delivery_id, incident })).toMatchObject({ ok: true })
    const [lost] = await ownWays(world.deps.db, rider.user_id)
    await refuseRiddenWay(world.deps, admin, { incident_id: lost?.incident_id ?? 0, reason: 'You ate it yourself' })
    const pays = async () => (await ownWays(world.deps.db, rider.user_id)).map(({ reason, pay }) => [reason, pay])
    const { pay } = await deliveryOf(order_id)
    const [one, two] = [step('hand_over', 5, { pin }), step('hand_over', 4, { pin })]
    expect(await outcomes(rider, [one, two, one])).toEqual(['told_late', 'told_late', 'told_late'])
    expect(await pays()).toEqual([
      ['told_late', pay],
      ['accident', pay],
    ])
    const [way] = await ownWays(world.deps.db, rider.user_id)
    expect(await payRiddenWay(world.deps, admin, way?.incident_id ?? 0)).toMatchObject({ ok: true })
    expect(await payRiddenWay(world.deps, admin, way?.incident_id ?? 0)).toMatchObject({ ok: true })
    expect(await earnedBy(rider)).toBe(pay)
  })

  test('a late hand-over that an admin refused does not come back with another step', async () => {
    const { rider, delivery_id, pin, step } = await offline()
    const admin = await insertAccount(world.deps.db, 'admin')
    await outcomes(rider, [step('pick_up', 15, { packs: 2 })])
    const incident = { reason: 'accident', way_out: 'write_off', words: 'A dog ran into me' }
    await takeOwnWayOut(world.deps, rider, { delivery_id, incident })
    const newest = async () => (await ownWays(world.deps.db, rider.user_id))[0]?.incident_id ?? 0
    const refuses = async (reason: string) =>
      refuseRiddenWay(world.deps, admin, { incident_id: await newest(), reason })
    const reasons = async () => (await ownWays(world.deps.db, rider.user_id)).map(({ reason }) => reason)
    await refuses('You ate it yourself')
    await outcomes(rider, [step('hand_over', 5, { pin })])
    await refuses('It was seen elsewhere')
    await outcomes(rider, [step('hand_over', 4, { pin })])
    expect(await reasons()).toEqual(['told_late', 'accident'])
  })

  test('nobody finds the PIN of an order that was given up by trying', async () => {
    const { rider, delivery_id, pin, step } = await offline()
    const admin = await insertAccount(world.deps.db, 'admin')
    await outcomes(rider, [step('pick_up', 15, { packs: 2 })])
    const lost = { delivery_id, reason: 'accident', way_out: 'write_off', words: 'His phone is dead' }
    expect(await decideIncident(world.deps, admin, lost)).toMatchObject({ ok: true })
    const tries = Array.from({ length: 5 }, () => step('hand_over', 5, { pin: wrongPin(pin) }))
    const right = step('hand_over', 5, { pin })
    expect(await outcomes(rider, [...tries, right])).toEqual([...Array(5).fill('not_allowed'), 'pin_paused'])
  })

  test("another rider's steps are nothing, nor are those of another role", async () => {
    const { step, rider } = await offline()
    const steps = [step('arrive', 10)]
    const stranger = await insertRider(world.deps.db)
    expect(await outcomes(stranger, steps)).toEqual(['not_found'])
    expect(await outcomes({ ...rider, role: 'vendor' }, steps)).toEqual(['not_found'])
    await send(rider, steps)
    expect(await outcomes(stranger, steps)).toEqual(['not_found'])
  })
})
