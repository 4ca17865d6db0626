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
import { deliverOrder } from '../../orders/deliver-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { dispatchBoard } from '../dispatch/dispatch-board.ts'
import { decideIncident, markComeBack } from '../incidents/decide-incident.ts'
import { payRiddenWay } from '../incidents/pay-ridden-way.ts'
import { ownWays } from '../incidents/ways-to-see.ts'
import { assignDelivery, unassignDelivery } from '../offers/assign-delivery.ts'
import { markStep } from './mark-step.ts'
import { recordSteps } from './record-steps.ts'
import { recorded_steps } from './tables.ts'
import { giveBackDelivery, handOver, pickUp } from './take-step.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { assigned, deliveryOf, orderStatus, pinOf, earnedBy } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const minutesAgo = (minutes: number) => new Date(world.clock.now().getTime() - minutes * 60_000).toISOString()
const outcomes = async (actor: Actor, steps: unknown[]) =>
  (await recordSteps(world.deps, actor, { sent_at: minutesAgo(0), steps })).map(({ outcome }) => outcome)
const waysOf = async (rider: Actor) =>
  (await ownWays(world.deps.db, rider.user_id)).map(({ reason, pay }) => [reason, pay])

/** Musa picked up and handed over where there is no network, and nobody knows. */
async function handedOver() {
  const placed = await assigned({ ready: true })
  const { pay } = await deliveryOf(placed.order_id)
  world.clock.advance(30 * 60)
  const pin = await pinOf(placed.order_id)
  const { delivery_id, step_key, order_id } = placed
  const step = (verb: 'arrive' | 'pick_up' | 'hand_over', minutes: number, proof = {}) =>
    signedStep(step_key, { delivery_id, verb, happened_at: minutesAgo(minutes), ...proof })
  const steps = [step('pick_up', 20, { packs: 2 }), step('hand_over', 5, { pin })]
  const give = async () => {
    const { user_id: rider_id } = await insertRider(world.deps.db, { name: 'Bola Ojo' })
    expect(await assignDelivery(world.deps, admin, { delivery_id, rider_id })).toMatchObject({ ok: true })
    return rider_id
  }
  const takeBack = () => unassignDelivery(world.deps, admin, { delivery_id, reason: 'He does not answer' })
  const proven = async () => {
    const { waiting, assigned: carried } = await dispatchBoard(world.deps.db, world.clock.now())
    return [...waiting, ...carried].find((row) => row.order_id === order_id)?.proven
  }
  return { ...placed, pay, pin, step, steps, give, takeBack, proven }
}

describe('a hand-over for the PIN, told once the delivery was taken away', () => {
  test('and given to another: it is kept, the admins are told, and the way waits to be paid, once', async () => {
    const { rider, order_id, delivery_id, pay, step, steps, pin, give, proven } = await handedOver()
    const bola = await give()
    expect(await proven()).toBeNull()
    expect(await outcomes(rider, steps)).toEqual(['not_found', 'told_late'])
    expect(await outcomes(rider, [...steps, step('hand_over', 4, { pin })])).toEqual([
      'not_found',
      ...['told_late', 'told_late'],
    ])
    expect(await deliveryOf(order_id)).toMatchObject({ status: 'Assigned', rider_id: bola })
    expect(await waysOf(rider)).toEqual([['told_late', pay]])
    expect(await proven()).toMatchObject({ at: new Date(minutesAgo(5)) })
    const bell = await world.deps.db.select().from(notifications).where(eq(notifications.order_id, order_id))
    expect(bell.filter(({ user_id, kind }) => user_id === admin.user_id && kind === 'told_late')).toMatchObject([
      {
        text: expect.stringMatching(
          new RegExp(`^Order ${order_id} was taken from .+, who handed it over with the PIN`),
        ),
      },
    ])
    // What the desk says to do: the next rider is spared, the order delivered, and who brought it paid.
    await unassignDelivery(world.deps, admin, { delivery_id, reason: 'The customer has it' })
    expect(await deliverOrder(world.deps, admin, { order_id })).toMatchObject({ ok: true })
    const [way] = await ownWays(world.deps.db, rider.user_id)
    expect(await payRiddenWay(world.deps, admin, way?.incident_id ?? 0)).toMatchObject({ ok: true })
    expect(await earnedBy(rider)).toBe(pay)
    expect(await proven()).toBeUndefined()
  })

  test('at the very moment, whoever is first: it is done or kept, never lost', async () => {
    for (const _ of [1, 2, 3]) {
      const { rider, order_id, steps, takeBack } = await handedOver()
      const [[, handed]] = await Promise.all([outcomes(rider, steps), takeBack()])
      const is_done = (await deliveryOf(order_id)).status === 'Delivered'
      expect(handed).toBe(is_done ? 'done' : 'told_late')
    }
  })

  test.each(['hand_on', 'bring_back'] as const)('by %s: what is owed is less what was paid', async (way_out) => {
    const { rider, order_id, delivery_id, pay, steps, proven } = await handedOver()
    await markStep(world.deps, admin, { delivery_id, verb: 'pick_up', reason: 'He called' })
    const decision = { delivery_id, reason: 'cannot_go_on', way_out, place: 'FUTA North Gate', words: 'No phone' }
    expect(await decideIncident(world.deps, admin, decision)).toMatchObject({ ok: true })
    if (way_out === 'bring_back')
      await markComeBack(world.deps, admin, { delivery_id, kitchen_closed: false, words: 'Seen' })
    expect(await outcomes(rider, steps)).toEqual(['not_found', 'told_late'])
    const paid = (await waysOf(rider)).reduce((sum, [, of_way]) => sum + Number(of_way), 0)
    expect(paid).toBe(pay)
    expect((await deliveryOf(order_id)).status).toBe('Waiting')
    expect(await proven()).not.toBeNull()
    // What the next rider's end pays is not mixed with it.
    const bola = await insertRider(world.deps.db)
    await assignDelivery(world.deps, admin, { delivery_id, rider_id: bola.user_id })
    await markStep(world.deps, admin, { delivery_id, verb: 'pick_up', reason: 'She called' })
    const lost = { delivery_id, reason: 'accident', way_out: 'write_off', words: 'She fell' }
    expect(await decideIncident(world.deps, admin, lost)).toMatchObject({ ok: true })
    expect(await earnedBy(bola)).toBe(pay)
    expect(await earnedBy(rider)).toBeLessThanOrEqual(pay ?? 0)
  })

  test('and given to the same rider again: nothing is owed besides, and the admins are told', async () => {
    const { rider, delivery_id, order_id, pay, steps, takeBack } = await handedOver()
    await takeBack()
    await assignDelivery(world.deps, admin, { delivery_id, rider_id: rider.user_id })
    expect(await outcomes(rider, steps)).toEqual(['bad_signature', 'told_late'])
    expect(await waysOf(rider)).toEqual([])
    await deliverOrder(world.deps, admin, { order_id })
    expect(await earnedBy(rider)).toBe(pay)
  })

  describe('and given to the same rider again after that', () => {
    async function hasItAgain() {
      const out = await handedOver()
      await out.takeBack()
      expect(await outcomes(out.rider, out.steps)).toEqual(['not_found', 'told_late'])
      const [way] = await ownWays(world.deps.db, out.rider.user_id)
      await assignDelivery(world.deps, admin, { delivery_id: out.delivery_id, rider_id: out.rider.user_id })
      return { ...out, agree: () => payRiddenWay(world.deps, admin, way?.incident_id ?? 0) }
    }

    test('and delivered: the delivery pays it, and the way is not paid besides', async () => {
      const { rider, order_id, pay, agree } = await hasItAgain()
      await deliverOrder(world.deps, admin, { order_id })
      expect(await agree()).toMatchObject({ reason: 'not_open' })
      expect(await earnedBy(rider)).toBe(pay)
      expect(await ownWays(world.deps.db, rider.user_id)).toMatchObject([{ refused_because: expect.any(String) }])
    })

    test('and delivered after an admin agreed: the delivery pays no part of it a second time', async () => {
      const { rider, order_id, pay, agree } = await hasItAgain()
      expect(await agree()).toMatchObject({ ok: true })
      await deliverOrder(world.deps, admin, { order_id })
      expect(await earnedBy(rider)).toBe(pay)
    })

    test('and called off: what was proven is paid, and the way to the kitchen is not paid besides', async () => {
      const { rider, delivery_id, order_id, pay, agree } = await hasItAgain()
      await markStep(world.deps, admin, { delivery_id, verb: 'arrive', reason: 'He called' })
      const call_off = { order_id, reason: 'The customer has it', refund_kobo: 'all', borne_by: 'platform' } as const
      expect(await cancelOrder(world.deps, admin, call_off)).toMatchObject({ ok: true })
      expect(await earnedBy(rider)).toBe(0)
      expect(await agree()).toMatchObject({ ok: true })
      expect(await earnedBy(rider)).toBe(pay)
    })
  })

  test('counts at a time at which the rider had it', async () => {
    const { rider, step, pin, takeBack } = await handedOver()
    await takeBack()
    expect(await outcomes(rider, [step('hand_over', 600, { pin })])).toEqual(['told_late'])
    const [way] = await ownWays(world.deps.db, rider.user_id)
    expect(way?.at.toISOString()).toBe(minutesAgo(30))
  })
})

describe('nobody makes up a hand-over of what was taken away', () => {
  test('not with a wrong PIN, which is counted once, and pauses it as at the door', async () => {
    const { rider, step, pin, takeBack } = await handedOver()
    await takeBack()
    const tries = Array.from({ length: 5 }, () => step('hand_over', 5, { pin: wrongPin(pin) }))
    expect(await outcomes(rider, [...tries, ...tries])).toEqual(Array(10).fill('wrong_pin'))
    const right = step('hand_over', 5, { pin })
    expect(await outcomes(rider, [right])).toEqual(['pin_paused'])
    world.clock.advance(15 * 60)
    expect(await outcomes(rider, [right])).toEqual(['told_late'])
    expect(JSON.stringify(await world.deps.db.select().from(recorded_steps))).not.toContain(`"${pin}"`)
  })

  test('not by trying: fifteen wrong ones end it, and whoever has it now hands it over all the same', async () => {
    const { rider, order_id, delivery_id, step, pin, give } = await handedOver()
    const bola: Actor = { user_id: await give(), email: 'bola@example.com', role: 'rider' }
    for (const _ of [1, 2, 3]) {
      const tries = Array.from({ length: 6 }, () => step('hand_over', 5, { pin: wrongPin(pin) }))
      expect((await outcomes(rider, tries)).slice(0, 5)).toEqual(Array(5).fill('wrong_pin'))
      world.clock.advance(15 * 60)
    }
    expect(await outcomes(rider, [step('hand_over', 5, { pin })])).toEqual(['pin_blocked'])
    expect(await pickUp(world.deps, bola, { delivery_id, packs: 2 })).toMatchObject({ ok: true })
    expect(await handOver(world.deps, bola, { delivery_id, pin: wrongPin(pin) })).toMatchObject({
      details: { tries_left: 4 },
    })
    expect(await handOver(world.deps, bola, { delivery_id, pin })).toMatchObject({ ok: true })
    expect(await orderStatus(order_id)).toBe('Delivered')
  })

  test('not without the key of the assignment that was lost, nor for another rider, nor without the PIN', async () => {
    const { rider, order_id, delivery_id, step, pin, steps, give } = await handedOver()
    await give()
    const { step_key } = await deliveryOf(order_id)
    const other_key = { delivery_id, verb: 'hand_over', happened_at: minutesAgo(5), pin } as const
    expect(await outcomes(rider, [signedStep(step_key ?? '', other_key)])).toEqual(['not_found'])
    expect(await outcomes(rider, [{ ...step('hand_over', 5, { pin }), happened_at: minutesAgo(9) }])).toEqual([
      'not_found',
    ])
    const photo = { no_pin_reason: 'Her phone is off', photo: `/images/${crypto.randomUUID()}.webp` }
    expect(await outcomes(rider, [step('hand_over', 5, photo), step('arrive', 25)])).toEqual(['not_found', 'not_found'])
    const stranger = await insertRider(world.deps.db)
    expect(await outcomes(stranger, steps)).toEqual(['not_found', 'not_found'])
    expect(await waysOf(rider)).toEqual([])
  })

  test('not by whom it was given back: that one said that it is another’s', async () => {
    const { rider, delivery_id, order_id, steps } = await handedOver()
    const back = { delivery_id, reason: 'My tyre is flat' }
    expect(await giveBackDelivery(world.deps, rider, back)).toMatchObject({ ok: true })
    expect(await outcomes(rider, steps)).toEqual(['not_found', 'not_found'])
    expect(await orderStatus(order_id)).toBe('Completed')
  })
})
