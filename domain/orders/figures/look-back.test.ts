import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { vendorActor } from '../../../test/delivery.ts'
import { blank_promotion, phoneOf, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { DAY_MS } from '../../clock.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { rejectOrder } from '../refunds/reject-order.ts'
import { orders } from '../tables.ts'
import { broughtBy, lookBack } from './look-back.ts'

const world = await worldOfFile()
const { db } = world.deps
const admin = await insertAccount(db, 'admin', { admin_role: 'owner' })
const { promotion, paid } = promotionsUnderTest(
  () => world,
  () => admin,
)
afterEach(async () => expect(await findViolations(db)).toEqual([]))

const look = (vendor_id: string, form: Partial<typeof blank_promotion>) =>
  lookBack(db, vendor_id, { ...blank_promotion, code: 'LOOKBACK', ...form }, world.clock.now())

test('a kitchen sees what a promotion would have done, by every one of its terms', async () => {
  const kitchen = await insertVendor(db, { commission_percent: 10 })
  const [ada, bola] = [phoneOf(1), phoneOf(2)]
  world.clock.set(new Date(LUNCH_TIME.getTime() - 40 * DAY_MS))
  await paid('', [1], { phone: ada, kitchens: [kitchen] })
  world.clock.set(LUNCH_TIME)
  await paid('', [2], { phone: ada, kitchens: [kitchen] })
  await paid('', [1], { phone: bola, kitchens: [kitchen] })
  await paid('', [1, 1], { phone: bola, kitchens: [kitchen, await insertVendor(db)] })
  const { placed } = await paid('', [1], { phone: phoneOf(3), kitchens: [kitchen] })
  await rejectOrder(world.deps, vendorActor(kitchen), { order_id: placed[0]?.id ?? 0, reason: 'No rice' })

  const { user_id } = kitchen
  expect(await look(user_id, { percent: '50' })).toEqual({
    ...{ orders: 3, counted: 3, sold_kobo: 6_000_00, taken_off_kobo: 3_000_00 },
    // Of what is not sold no commission is taken.
    ...{ earned_kobo: 5_400_00, would_earn_kobo: 2_700_00, more_orders: 3 },
  })
  const counted = async (form: Parameters<typeof look>[1]) => {
    const seen = await look(user_id, form)
    return [seen?.counted, seen?.taken_off_kobo]
  }
  expect(await counted({ percent: '50', minimum: '3000' })).toEqual([1, 1_500_00])
  expect(await counted({ percent: '50', first_order_only: true })).toEqual([1, 750_00])
  expect(await counted({ percent: '50', hours_from: '13:00' })).toEqual([0, 0])
  expect(await counted({ percent: '50', most_uses: '1' })).toEqual([1, 1_500_00])
  expect(await counted({ percent: '50', most_uses_each: '1' })).toEqual([2, 2_250_00])
  expect(await counted({ percent: '50', budget: '2300' })).toEqual([2, 2_250_00])
  expect(await counted({ kind: 'amount', amount: '100' })).toEqual([3, 300_00])
  // A kitchen pays the delivery only of carts that are all its own.
  expect(await counted({ kind: 'free_delivery' })).toEqual([2, 1_200_00])
  expect(await look(user_id, { percent: '0' })).toBeNull()
  expect(await look((await insertVendor(db)).user_id, { percent: '50' })).toMatchObject({
    orders: 0,
    more_orders: null,
  })
})

test('another promotion that counted then is as if it had not, in what was earned too', async () => {
  const kitchen = await insertVendor(db, { commission_percent: 10 })
  const { code } = await promotion({ percent: '20' }, vendorActor(kitchen))
  await paid(code, [1], { phone: phoneOf(21), kitchens: [kitchen] })
  await paid('', [1], { phone: phoneOf(22), kitchens: [kitchen] })
  expect(await look(kitchen.user_id, { percent: '10' })).toEqual({
    ...{ orders: 2, counted: 2, sold_kobo: 3_000_00, taken_off_kobo: 300_00 },
    ...{ earned_kobo: 2_700_00, would_earn_kobo: 2_430_00, more_orders: 1 },
  })
  // Delivery that the kitchen paid is no part of it either.
  const other = await insertVendor(db)
  const free = await promotion({ kind: 'free_delivery' }, vendorActor(other))
  await paid(free.code, [1], { phone: phoneOf(23), kitchens: [other] })
  expect(await look(other.user_id, { percent: '10' })).toMatchObject({
    ...{ earned_kobo: 1_500_00, would_earn_kobo: 1_350_00 },
  })
})

test('what a promotion did is what its orders brought, without those that were cancelled', async () => {
  const kitchen = await insertVendor(db, { commission_percent: 10 })
  const { id, code } = await promotion({ percent: '20' }, vendorActor(kitchen))
  await paid('', [1], { phone: phoneOf(11), kitchens: [kitchen] })
  await paid(code, [1], { phone: phoneOf(11), kitchens: [kitchen] })
  await paid(code, [2], { phone: phoneOf(12), kitchens: [kitchen] })
  const { placed } = await paid(code, [1], { phone: phoneOf(13), kitchens: [kitchen] })
  await rejectOrder(world.deps, vendorActor(kitchen), { order_id: placed[0]?.id ?? 0, reason: 'No rice' })
  const brought = await broughtBy(db, kitchen.user_id, [id])
  expect(brought.get(id)).toEqual({ orders: 2, sold_kobo: 4_500_00, earned_kobo: 3_240_00, first_orders: 1 })
  expect((await broughtBy(db, kitchen.user_id, [])).size).toBe(0)
  expect((await broughtBy(db, (await insertVendor(db)).user_id, [id])).size).toBe(0)
  expect(await db.$count(orders, eq(orders.vendor_id, kitchen.user_id))).toBe(4)
})
