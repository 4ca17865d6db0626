import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Kitchen, vendorActor } from '../../../test/delivery.ts'
import { done, leave_out, missingDishUnderTest, refusedWith } from '../../../test/missing-dish.ts'
import { insertVendor, type World } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { markSoldOut } from '../../catalog/menu/mark-sold-out.ts'
import { food } from '../../catalog/tables.ts'
import { readBell } from '../../notifications/bell/bell.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../acceptance/accept-order.ts'
import { escalateUnaccepted } from '../acceptance/escalate-unaccepted.ts'
import { completeOrder } from '../complete-order.ts'
import { holdRejection } from '../refunds/hold-rejection.ts'
import { rejectOrder } from '../refunds/reject-order.ts'
import { findMissing } from './find-missing.ts'
import { markMissing } from './mark-missing.ts'

const { scene, people, mark, choose, swapFor, dishId } = await missingDishUnderTest()
let world: World
let kitchen: Kitchen
let vendor: Actor
let order_id: number
beforeEach(() => {
  ;({ world, kitchen, vendor, order_id } = scene())
})

async function soldOutUntil() {
  const [dish] = await world.deps.db
    .select()
    .from(food)
    .where(eq(food.id, await dishId('Jollof Rice')))
  return dish?.sold_out_until ?? null
}

describe('the kitchen', () => {
  test('says it once: of two staff the second is told', async () => {
    const both = await Promise.all([
      markMissing(world.deps, vendor, { order_id, item: 0, quantity: null, keeps_selling: false }),
      markMissing(world.deps, vendor, { order_id, item: 0, quantity: null, keeps_selling: false }),
    ])
    expect(both.map((one) => (one.ok ? 'marked' : one.reason)).toSorted()).toEqual(['marked', 'missing_already'])
    const more = { order_id, item: 0, quantity: 1, keeps_selling: false }
    expect(await markMissing(world.deps, vendor, more)).toMatchObject(refusedWith('missing_already'))
  })

  test.each([
    [{ quantity: 3 }, 'more_missing_than_left'],
    [{ quantity: 0 }, 'bad_item'],
    [{ item: 7 }, 'bad_item'],
    [{ item: Number.NaN }, 'bad_item'],
    [{ order_id: Number.NaN }, 'not_found'],
  ])('cannot mark %o', async (wrong, reason) => {
    const right = { order_id, item: 0, quantity: 1, keeps_selling: false }
    expect(await markMissing(world.deps, vendor, { ...right, ...wrong })).toMatchObject(refusedWith(reason))
    const stranger = vendorActor(await insertVendor(world.deps.db))
    expect(await markMissing(world.deps, stranger, right)).toMatchObject(refusedWith('not_found'))
  })

  test('cannot mark anything once the food is ready, is being rejected, or is over', async () => {
    const wanted = { order_id, item: 0, quantity: 1, keeps_selling: false }
    await holdRejection(world.deps, vendor, { order_id, reason: 'Out of rice' })
    expect(await markMissing(world.deps, vendor, wanted)).toMatchObject(refusedWith('being_rejected'))
    await acceptOrder(world.deps, vendor, { order_id, minutes: 20 })
    await completeOrder(world.deps, vendor, order_id)
    const [other] = await people.paidOrders([kitchen])
    await rejectOrder(world.deps, vendor, { order_id: other?.id ?? 0, reason: 'Out of rice' })
    const of_other = { ...wanted, order_id: other?.id ?? 0 }
    expect(await markMissing(world.deps, vendor, of_other)).toMatchObject(refusedWith('not_allowed'))
  })

  test('finds it after all: nobody need choose, and nothing is told that was not yet', async () => {
    const id = await mark()
    const before = await world.deps.db.$count(messages, like(messages.dedupe_key, `dish_missing_sms:${id}`))
    const both = [findMissing(world.deps, vendor, { order_id, missing_id: id }), choose(id, leave_out)]
    const answers = await Promise.all(both)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect([before, await world.deps.db.$count(messages, like(messages.dedupe_key, `dish_missing_sms:${id}`))]).toEqual(
      [1, 0],
    )
    const stranger = vendorActor(await insertVendor(world.deps.db))
    expect(await findMissing(world.deps, stranger, { order_id, missing_id: id })).toMatchObject(
      refusedWith('not_found'),
    )
    expect(await findMissing(world.deps, vendor, { order_id, missing_id: id })).toMatchObject({ ok: false })
  })

  test('finds it after all, and it is on sale again where this had sold it out', async () => {
    const isSoldOut = async () => (await soldOutUntil()) !== null
    const find = (missing_id: number) => findMissing(world.deps, vendor, { order_id, missing_id })
    const first = await mark({ quantity: 1 })
    expect(await isSoldOut()).toBe(true)
    world.clock.advance(1)
    const second = await mark({ quantity: 1 })
    await find(second)
    expect(await isSoldOut()).toBe(true)
    await find(first)
    expect(await isSoldOut()).toBe(false)
  })

  test.each(['before', 'afterwards'])('finds it after all, and it stays as somebody there set it %s', async (when) => {
    const sellOut = async () => markSoldOut(world.deps, vendor, await dishId('Jollof Rice'), 'today')
    if (when === 'before') await sellOut()
    world.clock.advance(1)
    const id = await mark()
    world.clock.advance(1)
    if (when === 'afterwards') await sellOut()
    await findMissing(world.deps, vendor, { order_id, missing_id: id })
    expect(await soldOutUntil()).not.toBeNull()
  })

  test('hears nothing of a new order while its customer chooses, and hears it again after the last one', async () => {
    const rings = async () => (await readBell(world.deps.db, vendor, world.clock.now())).ringing
    expect(await rings()).toBe(1)
    const first = await mark({ quantity: 1 })
    expect(await rings()).toBe(0)
    world.clock.advance(30)
    await choose(first, await swapFor('Zobo', 1_000_00))
    expect(await rings()).toBe(1)
    const second = await mark({ quantity: 1 })
    world.clock.advance(30)
    const zobo = await markMissing(world.deps, vendor, { order_id, item: 1, quantity: 1, keeps_selling: true })
    if (!zobo.ok) throw new Error(zobo.reason)
    await choose(second, leave_out)
    expect(await rings()).toBe(0)
    await findMissing(world.deps, vendor, { order_id, missing_id: zobo.value.id })
    expect(await rings()).toBe(1)
  })

  test('is not done before its customer has chosen, and is not given up meanwhile', async () => {
    world.clock.advance(14 * 60)
    await escalateUnaccepted(world.deps)
    const id = await mark({ quantity: 1 })
    world.clock.advance(120)
    expect(await completeOrder(world.deps, vendor, order_id)).toMatchObject(refusedWith('awaits_choice'))
    expect(await escalateUnaccepted(world.deps)).toBe(0)
    await choose(id, leave_out)
    expect(await escalateUnaccepted(world.deps)).toBe(0)
    expect(await acceptOrder(world.deps, vendor, { order_id, minutes: 20 })).toMatchObject(done)
  })
})
