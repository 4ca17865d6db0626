import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { some } from '../../../test/movers.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { giveBack } from '../../orders/refunds/give-back.ts'
import { sayPacks } from '../kitchen/say-packs.ts'
import { riderDesk } from '../riders/rider-desk.ts'
import { arriveAtVendor, handOver, pickUp } from './take-step.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { assigned, waiting, pickedUp, deliveryOf, pinOf, orderStatus, lastMove, earnedBy } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

describe('step by step', () => {
  test('to the vendor, picked up with the count of packs, handed over: the order moves along and pays', async () => {
    const { rider, delivery_id, order_id } = await assigned({ ready: true })
    expect(await arriveAtVendor(world.deps, rider, delivery_id)).toMatchObject({
      value: { status: 'At vendor' },
    })
    expect(await pickUp(world.deps, rider, { delivery_id, packs: 2 })).toMatchObject({
      value: { status: 'Picked up', packs: 2 },
    })
    expect(await lastMove(order_id)).toMatchObject({
      verb: 'pick_up',
      role: 'rider',
      user_id: rider.user_id,
      reason: '2 packs',
    })
    expect(await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })).toMatchObject({
      value: { status: 'Delivered' },
    })
    expect(await lastMove(order_id)).toMatchObject({ verb: 'hand_over', reason: 'with the PIN' })
    expect(await earnedBy(rider)).toBe(480_00)
    expect(await handOver(world.deps, rider, { delivery_id, pin: '0000' })).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Delivered' },
    })
  })

  test('the vendor may be skipped, but not the kitchen: food that is not ready is not picked up', async () => {
    const { rider, delivery_id, order_id } = await assigned()
    expect(await pickUp(world.deps, rider, { delivery_id, packs: 2 })).toMatchObject({
      reason: 'not_ready',
      details: { status: 'Accepted' },
    })
    expect(await orderStatus(order_id)).toBe('Accepted')
  })

  test('what was given back of an order is not counted, carried or asked about', async () => {
    const { rider, delivery_id, order_id } = await assigned({ ready: true })
    const given = await giveBack(world.deps, admin, {
      order_id,
      lines: [{ item: 0, quantity: 1 }],
      reason: 'Too little rice',
      borne_by: 'vendor',
      request_key: randomUUID(),
    })
    expect(given).toMatchObject({ ok: true })
    const [shown] = (await riderDesk(world.deps.db, rider.user_id, world.clock.now()))?.deliveries ?? []
    expect(shown).toMatchObject({ packs: 1, items: [{ quantity: 1 }] })
    expect(await pickUp(world.deps, rider, { delivery_id, packs: 1 })).toMatchObject({
      value: { status: 'Picked up', packs: 1 },
    })
    expect(await lastMove(order_id)).toMatchObject({ reason: '1 pack' })
  })

  test.each([0, -1, 1.5, 100, Number.NaN])('%s packs are refused', async (packs) => {
    const { rider, delivery_id } = await assigned({ ready: true })
    expect(await pickUp(world.deps, rider, { delivery_id, packs })).toMatchObject({ reason: 'bad_packs' })
  })

  test('packs that do not add up are asked about, and taken with the reason, which the history keeps', async () => {
    const { rider, delivery_id, order_id } = await assigned({ ready: true })
    for (const packs_reason of [undefined, '', ' x ']) {
      const counted = { delivery_id, packs: 3, ...(packs_reason === undefined ? {} : { packs_reason }) }
      expect(await pickUp(world.deps, rider, counted)).toMatchObject({
        reason: 'packs_differ',
        details: { packs: 2 },
      })
    }
    expect(await orderStatus(order_id)).toBe('Completed')
    const packs_reason = 'The soup has a pack of its own'
    expect(await pickUp(world.deps, rider, { delivery_id, packs: 3, packs_reason })).toMatchObject({
      value: { status: 'Picked up', packs: 3 },
    })
    expect(await lastMove(order_id)).toMatchObject({ reason: `3 packs instead of 2: ${packs_reason}` })
  })

  test('the kitchen’s word on its packs is what the rider counts', async () => {
    const { rider, delivery_id, order_id, vendor } = await assigned({ ready: true })
    const say = (packs: number, reason: string, who: Actor = vendor) =>
      sayPacks(world.deps, who, { order_id, packs, reason })
    expect(await say(0, 'Two portions share a box')).toMatchObject({ reason: 'bad_packs' })
    expect(await say(1, ' x ')).toMatchObject({ reason: 'no_packs_reason' })
    expect(await say(1, 'Two portions share a box', rider)).toMatchObject({ reason: 'not_found' })
    expect(await say(1, 'Two portions share a box')).toMatchObject({ ok: true })
    const [shown] = (await riderDesk(world.deps.db, rider.user_id, world.clock.now()))?.deliveries ?? []
    expect(shown).toMatchObject({ packs: 1, packs_reason: 'Two portions share a box' })
    expect(await pickUp(world.deps, rider, { delivery_id, packs: 2 })).toMatchObject({
      reason: 'packs_differ',
      details: { packs: 1 },
    })
    expect(await pickUp(world.deps, rider, { delivery_id, packs: 1 })).toMatchObject({ ok: true })
    expect(await lastMove(order_id)).toMatchObject({ reason: '1 pack' })
    expect(await say(2, 'One more box')).toMatchObject({ reason: 'not_allowed', details: { status: 'Picked up' } })
  })

  test('nothing is handed over before it is picked up', async () => {
    const { rider, delivery_id, order_id } = await assigned({ ready: true })
    expect(await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Assigned' },
    })
  })

  test("another rider's delivery answers like one that never was", async () => {
    const { delivery_id, order_id } = await assigned({ ready: true })
    const stranger = await insertRider(world.deps.db)
    const pin = await pinOf(order_id)
    for (const who of [stranger, admin, { ...stranger, role: 'vendor' as const }]) {
      for (const id of [delivery_id, 2 ** 40, Number.NaN]) {
        expect(await arriveAtVendor(world.deps, who, id)).toMatchObject({ reason: 'not_found' })
        expect(await pickUp(world.deps, who, { delivery_id: id, packs: 2 })).toMatchObject({
          reason: 'not_found',
        })
        expect(await handOver(world.deps, who, { delivery_id: id, pin })).toMatchObject({
          reason: 'not_found',
        })
      }
    }
  })

  test('what an admin delivers or cancels ends the delivery; who carries delivered food is paid', async () => {
    const moved = (order_id: number, verb: 'deliver' | 'cancel') =>
      world.deps.db.transaction((tx) =>
        moveOrder(tx, world.deps.announce, {
          order_id,
          verb,
          by: some('admin'),
          reason: 'Called',
          now: world.clock.now(),
        }),
      )
    const carried = await pickedUp()
    await moved(carried.order_id, 'deliver')
    expect(await deliveryOf(carried.order_id)).toMatchObject({ status: 'Delivered' })
    expect(await earnedBy(carried.rider)).toBe(480_00)
    const unclaimed = await waiting()
    await moved(unclaimed.order_id, 'deliver')
    expect(await deliveryOf(unclaimed.order_id)).toMatchObject({ status: 'Delivered', rider_id: null })
    const dropped = await assigned()
    await moved(dropped.order_id, 'deliver')
    expect(await earnedBy(dropped.rider)).toBe(480_00)
  })
})
