import { afterEach, beforeEach, expect, test } from 'vitest'
import { vendorActor } from '../../test/delivery.ts'
import { blank_promotion, type PromotionForm, promotionsUnderTest } from '../../test/promotions.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { createPromotion } from './create-promotion.ts'
import { quoteOffers } from './quote-offers.ts'
import { promotions } from './tables.ts'

const world = await worldOfFile()
const { deps } = world
const admin = await insertAccount(deps.db, 'admin', { admin_role: 'owner' })
const { paid } = promotionsUnderTest(
  () => world,
  () => admin,
)
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await deps.db.update(promotions).set({ status: 'Ended' })
})
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

const offer = (form: Partial<PromotionForm>, by: Actor = admin) =>
  createPromotion(deps, by, { ...blank_promotion, taken: 'itself', ...form })
const quoted = async (kitchens: readonly { user_id: string }[], food = 1_500_00) => {
  const cart = { kitchens: kitchens.map(({ user_id }) => ({ vendor_id: user_id, food_kobo: kobo(food) })) }
  const { counted, besides } = await quoteOffers(deps.db, { ...cart, fee_kobo: kobo(600_00) }, world.clock.now())
  return { counted: counted.map(({ name, discount_kobo }) => [name, discount_kobo]), besides }
}

test('says what comes off whoever orders, as it then does, and what else could', async () => {
  const [one, other] = [await insertVendor(deps.db), await insertVendor(deps.db)]
  await offer({ percent: '20' }, vendorActor(one))
  await offer({ percent: '10' })
  await offer({ kind: 'amount', amount: '500', minimum: '2000' })
  await offer({ kind: 'free_delivery', first_order_only: true })
  await offer({ percent: '50', most_uses_each: '1' }, vendorActor(other))
  await offer({ percent: '60', hours_from: '20:00' })
  const [first, once] = ['Free delivery, on your first order', '₦500 off, for dishes of ₦2,000 and more']
  expect(await quoted([one])).toEqual({ counted: [['Offer: 20 % off', 300_00]], besides: [once, first] })
  expect(await quoted([other])).toEqual({ counted: [['Offer: 10 % off', 150_00]], besides: [once, first, '50 % off'] })
  expect((await quoted([one, other], 2_400_00)).counted).toEqual([['Offer: ₦500 off', 500_00]])
  const { checkout } = await paid('', [1], { kitchens: [one] })
  expect(checkout.discount).toBe(300_00 + 600_00)
})

test('what is used up is no offer any more', async () => {
  const kitchen = await insertVendor(deps.db)
  await offer({ percent: '20', most_uses: '1' })
  expect((await quoted([kitchen])).counted).toHaveLength(1)
  await paid('', [1], { kitchens: [kitchen] })
  expect(await quoted([kitchen])).toEqual({ counted: [], besides: [] })
})
