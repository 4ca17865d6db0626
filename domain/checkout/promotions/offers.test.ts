import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { vendorActor } from '../../../test/delivery.ts'
import { codeRefused, type PromotionForm, phoneOf, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { createWorld, insertVendor, LUNCH_TIME, type World } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { endPromotion } from '../../promotions/end-promotion.ts'
import { promotionLines } from '../../promotions/hold-use.ts'
import { lockPromotions } from '../../promotions/lock-promotions.ts'
import { offersFor, offersNow } from '../../promotions/offers.ts'
import { promotions } from '../../promotions/tables.ts'
import { checkoutSummary } from '../checkout-summary.ts'
import { startPayment } from '../payment/start-payment.ts'

let world: World
let admin: Actor
beforeAll(async () => {
  world = await createWorld()
  admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.update(promotions).set({ status: 'Ended' }).where(eq(promotions.status, 'Active'))
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { promotion, placing, paid, usesOf } = promotionsUnderTest(
  () => world,
  () => admin,
)
const offer = (form: Partial<PromotionForm>, by?: Actor) => promotion({ taken: 'itself', ...form }, by)
const namesOf = async (checkout_id: string) =>
  (await promotionLines(world.deps.db, checkout_id)).map(({ name }) => name)

test('an offer applies by itself, one off the dishes and one off the delivery, each borne by its own', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const dishes = await offer({ percent: '20' }, vendorActor(kitchen))
  const ride = await offer({ kind: 'free_delivery' })
  await offer({ percent: '10' })
  const { checkout, placed } = await paid('', [1], { kitchens: [kitchen] })
  expect(checkout).toMatchObject({ discount: 900_00, free_delivery: true, total: 1_200_00, promotion_code: null })
  expect(await namesOf(checkout.id)).toEqual(['Offer: 20 % off', 'Offer: Free delivery'])
  expect(placed).toMatchObject([{ discount: 300_00, vendor_promotion: 300_00, free_delivery: true }])
  expect([await usesOf(dishes.id), await usesOf(ride.id)]).toMatchObject([
    { used: 1, cost_kobo: 300_00 },
    { used: 1, cost_kobo: 600_00 },
  ])
  const cancel = { order_id: placed[0]?.id ?? 0, reason: 'No gas', refund_kobo: 'all' as const }
  await cancelOrder(world.deps, admin, { ...cancel, borne_by: 'vendor' })
  const nothing = { used: 0, held: 0, cost_kobo: 0 }
  expect([await usesOf(dishes.id), await usesOf(ride.id)]).toEqual([nothing, nothing])
})

test('a code counts where it saves more, and else is not used up', async () => {
  await offer({ percent: '20' })
  const larger = await promotion({ percent: '30' })
  const smaller = await promotion({ percent: '20' })
  const with_larger = await paid(larger.code)
  expect(with_larger.checkout).toMatchObject({ discount: 450_00, promotion_code: larger.code })
  const with_smaller = await paid(smaller.code)
  expect(with_smaller.checkout).toMatchObject({ discount: 300_00, promotion_code: smaller.code })
  expect(await namesOf(with_smaller.checkout.id)).toEqual(['Offer: 20 % off'])
  expect(await usesOf(smaller.id)).toEqual({ used: 0, held: 0, cost_kobo: 0 })
})

test('what has days and hours counts then, by the time of the campus', async () => {
  // LUNCH_TIME is a Tuesday on the campus.
  const hours = { percent: '10', hours_from: '11:00', hours_until: '14:00' }
  const at = (time: string) => world.clock.set(new Date(`2026-03-10T${time}:00+01:00`))
  at('09:00')
  const code = (await promotion({ ...hours, days: ['1'] })).code
  const off = await offer({ ...hours, days: ['1'] })
  const seen = async () => offersFor((await offersNow(world.deps.db, world.clock.now())).offers, 'anybody')
  at('10:59')
  expect(await placing(code)).toEqual(codeRefused({ why: 'not_now', when: 'Tue, 11:00 to 14:00' }))
  expect(await seen()).toEqual([])
  expect((await offersNow(world.deps.db, world.clock.now())).until).toEqual(new Date('2026-03-10T11:00:00+01:00'))
  at('11:00')
  expect(await seen()).toEqual(['10 % off'])
  expect((await paid('')).checkout).toMatchObject({ discount: 150_00 })
  at('14:00')
  expect((await paid('')).checkout).toMatchObject({ discount: 0 })
  world.clock.set(new Date('2026-03-11T12:00:00+01:00'))
  expect(await placing(code)).toMatchObject({ reason: 'bad_code' })
  expect(await usesOf(off.id)).toMatchObject({ used: 1 })
})

test('of fifty at once one has the last use or the last naira of a budget; the others pay the price', async () => {
  for (const limit of [{ most_uses: '1' }, { budget: '299' }]) {
    const { id } = await offer({ percent: '10', ...limit })
    const code = await promotion({ percent: '50', ...limit, ...('budget' in limit ? { budget: '1499' } : {}) })
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, place) => placing(place % 2 ? code.code : '', { phone: phoneOf(700 + place) })),
    )
    expect(all.filter((one, place) => !one.ok && place % 2 === 0)).toEqual([])
    expect(all.filter((one, place) => one.ok && place % 2 === 1)).toHaveLength(1)
    expect([await usesOf(id), await usesOf(code.id)]).toMatchObject([{ held: 1 }, { held: 1 }])
    expect((await offersNow(world.deps.db, world.clock.now())).offers).toHaveLength('most_uses' in limit ? 0 : 1)
    await world.deps.db.update(promotions).set({ status: 'Ended' })
    world.clock.advance(3600)
  }
})

test('of fifty who come back after their hold ran out, one takes the last use as its payment begins', async () => {
  const { id } = await offer({ percent: '10', most_uses: '1' })
  const links: string[] = []
  for (let place = 0; place < 50; place++) {
    const placed = await placing('', { phone: phoneOf(900 + place) })
    links.push(placed.ok ? placed.value.link_token : '')
    world.clock.advance(21 * 60)
  }
  const begun = await Promise.all(links.map((link) => startPayment(world.deps, link, { accepts_wait: true })))
  expect(begun.filter(({ ok }) => ok)).toHaveLength(1)
  expect(begun.filter((one) => !one.ok && one.reason === 'promotion_gone')).toHaveLength(49)
  expect(await usesOf(id)).toMatchObject({ held: 1 })
})

test('an offer without limits lets nobody wait, and is not ended while somebody takes it', async () => {
  const { id } = await offer({ percent: '10' })
  const { db } = world.deps
  const ended: string[] = []
  let ending: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await lockPromotions(tx, eq(promotions.id, id))
    expect(await placing('', { phone: phoneOf(980) })).toMatchObject({ ok: true })
    ending = endPromotion(world.deps, admin, id).then(() => ended.push('ended'))
    expect(await placing('', { phone: phoneOf(981) })).toMatchObject({ ok: true })
    ended.push('taken')
  })
  await ending
  expect(ended).toEqual(['taken', 'ended'])
})

test('an offer that does not count is said with why, where it would have saved more', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const leftOut = async (how: Parameters<typeof placing>[1] = {}) => {
    const placed = await placing('', { kitchens: [kitchen], ...how })
    const summary = placed.ok && (await checkoutSummary(world.deps.db, placed.value.link_token))
    return summary ? summary.offers_left_out : null
  }
  await offer({ percent: '10' })
  await offer({ percent: '20', most_uses_each: '1' })
  await offer({ percent: '5', first_order_only: true })
  await offer({ kind: 'free_delivery', minimum: '2000' })
  const phone = phoneOf(990)
  const minimum = { name: 'Offer: Free delivery', why: 'below_minimum', minimum_kobo: 2_000_00, missing_kobo: 500_00 }
  expect(await leftOut({ phone })).toEqual([minimum])
  await paid('', [1], { kitchens: [kitchen], phone })
  // What takes off less than what counts needs no word: 5 % on a first order.
  expect(await leftOut({ phone })).toEqual([{ name: 'Offer: 20 % off', why: 'used_by_you' }, minimum])
  await offer({ percent: '90', budget: '1' })
  expect(await leftOut({ phone: phoneOf(991) })).toEqual([minimum, { name: 'Offer: 90 % off', why: 'used_up' }])
  await offer({ kind: 'free_delivery' }, vendorActor(kitchen))
  expect(await leftOut({ phone: phoneOf(992), kitchens: [kitchen, await insertVendor(world.deps.db)] })).toEqual([
    { name: 'Offer: 90 % off', why: 'used_up' },
  ])
})

test('one that is gone when its payment begins is said by name', async () => {
  const { id } = await offer({ percent: '10' })
  const placed = await placing('')
  await world.deps.db.update(promotions).set({ status: 'Ended' }).where(eq(promotions.id, id))
  const started = await startPayment(world.deps, placed.ok ? placed.value.link_token : '', { accepts_wait: true })
  expect(started).toMatchObject({ reason: 'promotion_gone', details: { name: 'Offer: 10 % off', code: null } })
})
