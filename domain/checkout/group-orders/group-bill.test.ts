import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada } from '../../../test/ada.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { groupsUnder, jollof, press, zobo } from '../../../test/group-orders.ts'
import { blank_promotion, newCode, type PromotionForm, phoneOf } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { choicesText, nameWithChoices } from '../../catalog/menu/option-groups.ts'
import { food } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { the_customer } from '../../lifecycle.ts'
import { kobo, sumKobo } from '../../money.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { decideMissing } from '../../orders/missing-dish/decide-missing.ts'
import { markMissing } from '../../orders/missing-dish/mark-missing.ts'
import { giveBack } from '../../orders/refunds/give-back.ts'
import { createPromotion } from '../../promotions/create-promotion.ts'
import { promotions } from '../../promotions/tables.ts'
import { ORDER_RULES } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { addDish } from './change-lines.ts'
import { openGroupAgain } from './steer-group.ts'

const world = await worldOfFile()
const { deps } = world
const admin = await insertAccount(deps.db, 'admin', { admin_role: 'owner' })
const { started, linkOf, begin, pay, orderOf, page } = groupsUnder(world)
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await deps.db.update(promotions).set({ status: 'Ended' })
})
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

async function promotion(form: Partial<PromotionForm>, by: Actor = admin) {
  const made = await createPromotion(deps, by, { ...blank_promotion, code: newCode(), ...form })
  if (!made.ok) throw new Error(made.reason)
  return made.value
}
const partsOfPage = async (asking: Parameters<typeof page>[0]) => {
  const { members, bill } = await page(asking)
  const parts = members.map(({ part_kobo }) => part_kobo)
  expect(sumKobo(parts)).toBe(bill.total_kobo)
  return { parts, bill }
}

test('parts are what is paid: with a kitchen’s offer, a code, free delivery and a tip, before and after', async () => {
  const { starter, joins, vendor } = await started()
  const friends = [starter, await joins('Tunde'), await joins('Bola')]
  for (const friend of friends) await addDish(deps, friend, jollof, press())
  await addDish(deps, friends[1] ?? starter, zobo, press())
  expect((await partsOfPage(starter)).parts).toEqual([1_700_00, 2_200_00, 1_700_00])
  await promotion({ taken: 'itself', percent: '20' }, vendorActor(vendor))
  const with_offer = await partsOfPage(starter)
  expect(with_offer.bill.off).toEqual([{ name: 'Offer: 20 % off', discount_kobo: 1_000_00, pays_delivery: false }])
  expect(with_offer.parts).toEqual([1_400_00, 1_800_00, 1_400_00])
  // What depends on who pays is not promised before.
  await promotion({ taken: 'itself', kind: 'free_delivery', first_order_only: true })
  expect((await partsOfPage(starter)).bill.total_kobo).toBe(4_600_00)

  const link = await linkOf(starter, { tip_kobo: 100_01 })
  const stored = await partsOfPage(friends[2] ?? starter)
  expect(stored.bill).toMatchObject({ tip_kobo: 100_01, total_kobo: 4_100_01, fee_kobo: 600_00 })
  expect(stored.parts).toEqual([1_233_34, 1_633_34, 1_233_33])
  await begin(link)
  await pay(link)
  expect((await orderOf(link))?.grand_total).toBeDefined()
  expect(await partsOfPage(starter)).toEqual(stored)
})

test('a code that the payer typed counts for all, and is forgotten with what was stored', async () => {
  const { starter, joins } = await started()
  const tunde = await joins('Tunde')
  await addDish(deps, starter, jollof, press())
  await addDish(deps, tunde, jollof, press())
  const { code } = await promotion({ percent: '50' })
  await linkOf(starter, { code: code ?? '', form: { ...ada, phone: phoneOf(7001) } })
  const stored = await partsOfPage(tunde)
  expect(stored.bill.off.map(({ name }) => name)).toContain(`Promotion ${code}`)
  await openGroupAgain(deps, starter)
  await addDish(deps, tunde, zobo, press())
  expect((await partsOfPage(tunde)).bill.off.map(({ name }) => name)).not.toContain(`Promotion ${code}`)
})

test('what went back of somebody’s dish is no part of theirs, and the rest is nobody’s', async () => {
  const { starter, joins, vendor } = await started()
  const tunde = await joins('Tunde')
  await addDish(deps, starter, jollof, press())
  await addDish(deps, tunde, jollof, press())
  await addDish(deps, tunde, zobo, press())
  const link = await linkOf(starter)
  await begin(link)
  await pay(link)
  const order = await orderOf(link)
  const paid = await partsOfPage(starter)
  await acceptOrder(deps, vendorActor(vendor), { order_id: order?.id ?? 0, minutes: 15 })
  const give = { order_id: order?.id ?? 0, borne_by: 'platform' as const, reason: 'No zobo', request_key: randomUUID() }
  const item = order?.items.findIndex(({ name }) => name === 'Zobo') ?? 0
  const lines = [{ item, quantity: 1 }]
  expect(await giveBack(deps, admin, { ...give, lines, with_delivery_fee: true })).toMatchObject({ ok: true })
  const after = await partsOfPage(starter)
  expect(after.bill.back_kobo).toBe(kobo(paid.bill.total_kobo - after.bill.total_kobo))
  // The zobo was Tunde's, and the delivery has gone back to all.
  expect(after.parts).toEqual([1_500_00, 1_500_00])
})

test('a dish that comes instead is whose the missing one was, who owes so much less', async () => {
  const { starter, joins, vendor } = await started()
  const friends = [starter, await joins('Tunde'), await joins('Bola')]
  for (const friend of friends) await addDish(deps, friend, jollof, press())
  const [rice] = await deps.db
    .insert(food)
    .values({ vendor_id: vendor.user_id, name: 'Fried Rice', price: kobo(1_200_00) })
    .returning()
  const link = await linkOf(starter)
  await begin(link)
  await pay(link)
  const { id: order_id = 0, items = [] } = (await orderOf(link)) ?? {}
  const item = items.findIndex(({ options }) => choicesText(options) === 'for Tunde')
  const marked = await markMissing(deps, vendorActor(vendor), { order_id, item, quantity: null, keeps_selling: true })
  if (!marked.ok) throw new Error(marked.reason)
  const choice = { kind: 'swap' as const, dish_id: rice?.id ?? 0, back_kobo: 300_00 }
  const decision = { order_id, missing_id: marked.value.id, choice, by: the_customer }
  expect(await decideMissing(deps, decision)).toMatchObject({ ok: true })
  expect((await orderOf(link))?.items.map(nameWithChoices)).toEqual([
    ...['Jollof Rice (for Ada)', 'Fried Rice (for Tunde)', 'Jollof Rice (for Bola)'],
  ])
  expect((await partsOfPage(starter)).parts).toEqual([1_700_00, 1_400_00, 1_700_00])
})

test('a dish that goes back leaves nobody with less than nothing, where what came off does not divide', async () => {
  const { starter, joins, vendor } = await started()
  const friends = [starter, await joins('Tunde'), await joins('Bola')]
  for (const friend of friends) await addDish(deps, friend, jollof, press())
  await promotion({ taken: 'itself', kind: 'amount', amount: '100' }, vendorActor(vendor))
  await promotion({ taken: 'itself', kind: 'free_delivery' })
  const link = await linkOf(starter)
  await begin(link)
  await pay(link)
  expect((await partsOfPage(starter)).parts).toEqual([1_466_66, 1_466_67, 1_466_67])
  const order = await orderOf(link)
  for (const place of [0, 2, 1]) {
    const give = { order_id: order?.id ?? 0, borne_by: 'platform' as const, reason: 'Cold', request_key: randomUUID() }
    expect(await giveBack(deps, admin, { ...give, lines: [{ item: place, quantity: 1 }] })).toMatchObject({ ok: true })
    const { parts } = await partsOfPage(starter)
    for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
    expect(parts[place]).toBe(0)
  }
})

test('what a small order costs, and what is missing to the least, is said', async () => {
  const small = { small_order_below_kobo: 2_500_00, small_order_fee_kobo: 200_00 }
  await deps.db.insert(settings).values({ key: ORDER_RULES.key, value: { minimum_order_kobo: 1_800_00, ...small } })
  const { starter } = await started()
  await addDish(deps, starter, jollof, press())
  expect(await page(starter)).toMatchObject({
    minimum: { minimum_kobo: 1_800_00, missing_kobo: 300_00 },
    small_order: { below_kobo: 2_500_00, besides_kobo: 200_00 },
  })
  await addDish(deps, starter, zobo, press())
  expect(await page(starter)).toMatchObject({ minimum: null })
})
