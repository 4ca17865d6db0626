import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { vendorActor } from '../../../test/delivery.ts'
import { some } from '../../../test/movers.ts'
import { access_bank } from '../../../test/payouts-under-test.ts'
import { blank_promotion, codeRefused, newCode, phoneOf, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { createWorld, insertVendor, type World } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { vendors } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBack } from '../../orders/refunds/give-back.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { orders } from '../../orders/tables.ts'
import { requestPayout } from '../../payouts/request-payout.ts'
import { statementPage } from '../../payouts/statement.ts'
import { createPromotion, MOST_OF_KITCHEN } from '../../promotions/create-promotion.ts'
import { endPromotion } from '../../promotions/end-promotion.ts'
import { offersNow } from '../../promotions/offers.ts'
import { DELIVERY_SETTINGS } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'

let world: World
let admin: Actor
beforeAll(async () => {
  world = await createWorld()
  admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
})
afterAll(() => world.close())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { promotion, placing, paid, usesOf, balance } = promotionsUnderTest(
  () => world,
  () => admin,
)

/** A kitchen that gives 10 % to the platform. */
async function kitchenWithOwner() {
  const kitchen = await insertVendor(world.deps.db, { ...access_bank, commission_percent: 10 })
  return { kitchen, owner: vendorActor(kitchen) }
}
const orderOf = async (order_id: number) => {
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
  if (!order) throw new Error('no order')
  return order
}
const back = { reason: 'It was cold', request_key: '' }
const giveDishesBack = (order_id: number, quantity: number, borne_by: 'vendor' | 'platform' = 'vendor') =>
  giveBack(world.deps, admin, {
    ...{ ...back, request_key: randomUUID(), order_id, borne_by },
    lines: [{ item: 0, quantity }],
  })

describe('a code that a kitchen bears', () => {
  test('comes off its own dishes, its share and the commission; nobody else pays', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const other = await insertVendor(world.deps.db)
    const { code, id } = await promotion({ percent: '20' }, owner)
    const { checkout, placed } = await paid(code, [2, 1], { kitchens: [kitchen, other] })
    expect(checkout).toMatchObject({ subtotal: 4_500_00, discount: 600_00 })
    expect(placed).toMatchObject([
      { discount: 600_00, vendor_promotion: 600_00, commission: 240_00, vendor_share: 2_160_00 },
      { discount: 0, vendor_promotion: 0, vendor_share: 1_500_00 },
    ])
    const [order_id = 0] = placed.map((order) => order.id)
    expect(await balance('promotions', order_id)).toBe(0)
    expect(await balance(`vendor:${kitchen.user_id}`, order_id)).toBe(-2_160_00)
    expect(await usesOf(id)).toMatchObject({ used: 1, cost_kobo: 600_00 })
    const { lines } = await statementPage(world.deps.db, kitchen.user_id)
    expect(lines).toMatchObject([
      { kind: 'Promotion', order_id, amount: -600_00, balance_kobo: 2_160_00 },
      { kind: 'Sale', order_id, amount: 2_760_00, sold_kobo: 3_000_00 },
    ])
  })

  test('is paid out to the kobo', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const { code } = await promotion({ percent: '33' }, owner)
    const { placed } = await paid(code, [1], { kitchens: [kitchen] })
    const { announce, clock, db } = world.deps
    const [order_id = 0] = placed.map((order) => order.id)
    const move = { order_id, verb: 'deliver' as const, by: some('admin'), now: clock.now() }
    await db.transaction((tx) => moveOrder(tx, announce, move))
    // 1,500 less 495 is 1,005, less a tenth of that.
    expect(await requestPayout(world.deps, owner)).toMatchObject({ value: { amount: 904_50 } })
  })

  test('pays the delivery of a cart that is all its own', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const { code } = await promotion({ kind: 'free_delivery' }, owner)
    const { checkout, placed } = await paid(code, [1], { kitchens: [kitchen] })
    expect(checkout).toMatchObject({ delivery_fee: 600_00, discount: 600_00, total: 1_500_00, free_delivery: true })
    expect(placed).toMatchObject([{ vendor_promotion: 600_00, commission: 90_00, vendor_share: 810_00 }])
    const [order_id = 0] = placed.map((order) => order.id)
    expect([await balance('delivery_fees', order_id), await balance('promotions', order_id)]).toEqual([-600_00, 0])
    const other = await insertVendor(world.deps.db)
    expect(await placing(code, { kitchens: [kitchen, other] })).toEqual(
      codeRefused({ why: 'not_alone', vendor_name: kitchen.name }),
    )
  })

  test('counts for its dishes only, for whoever has not ordered there', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const { code } = await promotion({ percent: '10', minimum: '2000', first_order_only: true }, owner)
    expect(await placing(code)).toEqual(codeRefused({ why: 'other_kitchen', vendor_name: kitchen.name }))
    const other = await insertVendor(world.deps.db)
    expect(await placing(code, { kitchens: [kitchen, other] })).toEqual(
      codeRefused({ why: 'below_minimum', minimum_kobo: 2_000_00, missing_kobo: 500_00 }),
    )
    const phone = phoneOf(501)
    await paid('', [1], { phone })
    await paid(code, [2], { kitchens: [kitchen], phone })
    const cart = { kitchens: [kitchen, kitchen], phone }
    expect(await placing(code, cart)).toEqual(codeRefused({ why: 'not_first' }))
  })
})

describe('what goes back of it', () => {
  test('a dish at what was paid for it; the kitchen loses no more than it had', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const { code, id } = await promotion({ percent: '20' }, owner)
    const { placed } = await paid(code, [3], { kitchens: [kitchen] })
    const [order_id = 0] = placed.map((order) => order.id)
    expect(await giveDishesBack(order_id, 1)).toMatchObject({ value: [{ amount: 1_200_00, promotion: 300_00 }] })
    expect(await orderOf(order_id)).toMatchObject({ vendor_promotion: 600_00, vendor_share: 2_160_00 })
    expect(await usesOf(id)).toMatchObject({ cost_kobo: 600_00 })
    expect(await giveDishesBack(order_id, 1, 'platform')).toMatchObject({
      value: [{ amount: 1_200_00, promotion: 0 }],
    })
    expect(await orderOf(order_id)).toMatchObject({ vendor_promotion: 600_00, vendor_share: 2_160_00 })
  })

  test('all of it, when the kitchen rejects: the use is given back, the fee too', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    for (const form of [{ percent: '20' }, { kind: 'free_delivery' as const }]) {
      const { code, id } = await promotion(form, owner)
      const { placed } = await paid(code, [1], { kitchens: [kitchen] })
      const [order_id = 0] = placed.map((order) => order.id)
      await rejectOrder(world.deps, owner, { order_id, reason: 'No rice' })
      expect(await orderOf(order_id)).toMatchObject({ vendor_promotion: 0, vendor_share: 0, commission: 0 })
      expect(await usesOf(id)).toEqual({ used: 0, held: 0, cost_kobo: 0 })
    }
  })

  test('also when another kitchen of the cart is the last', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const { code, id } = await promotion({ percent: '20' }, owner)
    const other = await insertVendor(world.deps.db)
    const { placed } = await paid(code, [1, 1], { kitchens: [kitchen, other] })
    for (const [place, by] of [owner, vendorActor(other)].entries())
      await rejectOrder(world.deps, by, { order_id: placed[place]?.id ?? 0, reason: 'No rice' })
    expect(await usesOf(id)).toEqual({ used: 0, held: 0, cost_kobo: 0 })
  })

  test('the fee is the kitchen’s again where the platform bears a cancellation', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const { code } = await promotion({ kind: 'free_delivery' }, owner)
    const { placed } = await paid(code, [1], { kitchens: [kitchen] })
    const [order_id = 0] = placed.map((order) => order.id)
    const cancel = { order_id, reason: 'The road is flooded', refund_kobo: 'all' as const }
    await cancelOrder(world.deps, admin, { ...cancel, borne_by: 'platform' })
    expect(await orderOf(order_id)).toMatchObject({ vendor_promotion: 0, vendor_share: 1_350_00, commission: 150_00 })
  })

  test('the platform takes over what a kitchen has no share for: it never owes for a delivery', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const { code, id } = await promotion({ kind: 'free_delivery' }, owner)
    const { placed } = await paid(code, [2], { kitchens: [kitchen] })
    const [order_id = 0] = placed.map((order) => order.id)
    await giveDishesBack(order_id, 1)
    expect(await orderOf(order_id)).toMatchObject({ vendor_promotion: 600_00, vendor_share: 810_00 })
    await giveDishesBack(order_id, 1)
    expect(await orderOf(order_id)).toMatchObject({ vendor_promotion: 0, vendor_share: 0, commission: 0 })
    expect(await balance('promotions', order_id)).toBe(600_00)
    expect(await usesOf(id)).toMatchObject({ cost_kobo: 600_00 })
  })
})

test('is made and ended by who may in that kitchen, and by no other', async () => {
  const { kitchen, owner } = await kitchenWithOwner()
  const { id } = await promotion({ percent: '10' }, owner)
  for (const role of ['cook', 'support', 'tablet', 'nobody'] as const) {
    const other: Actor = { ...owner, kitchen: { vendor_id: kitchen.user_id, role } }
    expect(await createPromotion(world.deps, other, {} as never)).toMatchObject({ reason: 'not_found' })
    expect(await endPromotion(world.deps, other, id)).toMatchObject({ reason: 'not_found' })
  }
  const stranger = (await kitchenWithOwner()).owner
  expect(await endPromotion(world.deps, stranger, id)).toMatchObject({ reason: 'not_found' })
  const platforms = await promotion({ percent: '10' })
  expect(await endPromotion(world.deps, owner, platforms.id)).toMatchObject({ reason: 'not_found' })
  expect(await endPromotion(world.deps, admin, id)).toMatchObject({ ok: true })
})

test('a fee that would be more than 90 % of the dishes is not the kitchen’s', async () => {
  const { kitchen, owner } = await kitchenWithOwner()
  const { code } = await promotion({ kind: 'free_delivery' }, owner)
  const { db } = world.deps
  await db.insert(settings).values({ key: DELIVERY_SETTINGS.key, value: { minimum_fee_kobo: 1_400_00 } })
  expect(await placing(code, { kitchens: [kitchen] })).toEqual(
    codeRefused({ why: 'below_minimum', minimum_kobo: 1_556_00, missing_kobo: 56_00 }),
  )
  await db.delete(settings)
})

test('a kitchen makes so many promotions and no more, also by ending them, and one more a day later', async () => {
  const { owner } = await kitchenWithOwner()
  const make = (by = owner) => createPromotion(world.deps, by, { ...blank_promotion, code: newCode(), percent: '10' })
  const full = { ok: false, reason: 'full', details: { most: MOST_OF_KITCHEN } }
  for (let count = 0; count < MOST_OF_KITCHEN; count++) {
    const made = await make()
    if (!made.ok) throw new Error(made.reason)
    if (count < 10) expect(await endPromotion(world.deps, owner, made.value.id)).toMatchObject({ ok: true })
  }
  expect(await make()).toEqual(full)
  expect(await make(admin)).toMatchObject({ ok: true })
  expect(await make((await kitchenWithOwner()).owner)).toMatchObject({ ok: true })
  const now = world.clock.now()
  world.clock.set(new Date(now.getTime() + 24 * 3_600_000))
  for (let count = 0; count < 10; count++) expect(await make()).toMatchObject({ ok: true })
  expect(await make()).toEqual(full)
  world.clock.set(now)
})

test('a kitchen that presses at once makes no more than that, and what is over counts no more', async () => {
  const { owner } = await kitchenWithOwner()
  const make = () => promotion({ taken: 'itself', percent: '10', until: '2026-03-10' }, owner)
  const made = await Promise.allSettled(Array.from({ length: MOST_OF_KITCHEN + 5 }, make))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_OF_KITCHEN)
  const now = world.clock.now()
  world.clock.set(new Date(now.getTime() + 2 * 24 * 3_600_000))
  expect(await promotion({ taken: 'itself', percent: '10' }, owner)).toBeDefined()
  world.clock.set(now)
})

test('an offer of a kitchen that nobody let in is read by no page', async () => {
  const { kitchen, owner } = await kitchenWithOwner()
  await promotion({ taken: 'itself', percent: '10' }, owner)
  const ofIt = async () => {
    const { offers } = await offersNow(world.deps.db, world.clock.now())
    return offers.filter(({ vendor_id }) => vendor_id === kitchen.user_id).length
  }
  expect(await ofIt()).toBe(1)
  await world.deps.db.update(vendors).set({ status: 'Pending' }).where(eq(vendors.user_id, kitchen.user_id))
  expect(await ofIt()).toBe(0)
})
