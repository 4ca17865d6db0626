import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { codeRefused, phoneOf, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { payments, review_cases } from '../../payments/tables.ts'
import { endPromotion } from '../../promotions/end-promotion.ts'
import { promotion_uses, promotions } from '../../promotions/tables.ts'
import { startPayment } from '../payment/start-payment.ts'
import { placeCheckout } from '../place-checkout.ts'
import { acceptShortPayment } from '../review/decide-review.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { promotion, placing, paid, usesOf } = promotionsUnderTest(
  () => world,
  () => admin,
)

type Placed = Awaited<ReturnType<typeof placeCheckout>>
const linkOf = (placed: Placed) => {
  if (!placed.ok) throw new Error(placed.reason)
  return placed.value.link_token
}
const start = (placed: Placed) => startPayment(world.deps, linkOf(placed), { accepts_wait: true })

describe('a use that is held', () => {
  test('is not held by a payment that did not begin, as its slot was full', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses_each: '1' })
    const kitchen = await insertVendor(world.deps.db, { slot_orders: 1 })
    const at = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
    const placeAt = (minutes: number) =>
      placeCheckout(world.deps, {
        ...{ idempotency_key: randomUUID(), form: { ...ada, phone: phoneOf(1) }, place: nowhere, code },
        ...{ cart: [jollofFor(kitchen)], slot_from: at(minutes) },
      })
    const placed = await placeAt(120)
    await startedCheckout(world, [jollofFor(kitchen)], { slot_from: at(120) })
    expect(await start(placed)).toMatchObject({ reason: 'slot_full' })
    expect(await start(await placeAt(135))).toMatchObject({ ok: true })
    expect(await usesOf(id)).toMatchObject({ held: 1 })
  })

  test('is gone for who read the time before it was let go, and waited for the lock', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses_each: '1' })
    const phone = phoneOf(2)
    const first = await placing(code, { phone })
    const second = await placing(code, { phone })
    expect(await start(second)).toMatchObject({ ok: true })
    world.clock.set(new Date(LUNCH_TIME.getTime() - 60_000))
    expect(await start(first)).toMatchObject({ reason: 'promotion_gone' })
    expect(await usesOf(id)).toMatchObject({ held: 1 })
  })

  test('is looked at with the time of the lock, not of the request', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses: '1' })
    const slow = await placing(code, { phone: phoneOf(3) })
    world.clock.set(new Date(LUNCH_TIME.getTime() + 21 * 60_000))
    expect(await start(await placing(code, { phone: phoneOf(4) }))).toMatchObject({ ok: true })
    // The first question is what the request asks before it waits.
    let asked = 0
    const clock = { now: () => (asked++ === 0 ? LUNCH_TIME : world.clock.now()) }
    const late = await startPayment({ ...world.deps, clock }, linkOf(slow), { accepts_wait: true })
    expect(late).toMatchObject({ reason: 'promotion_gone' })
    expect(await usesOf(id)).toMatchObject({ held: 1 })
  })
})

describe('a promotion for some hours', () => {
  const hours = { percent: '10', hours_from: '11:00', hours_until: '12:30' }
  // The last minute of its hours by the time of the campus.
  const last_minute = new Date('2026-03-10T12:29:00+01:00')
  const at = (minutes: number) => world.clock.set(new Date(last_minute.getTime() + minutes * 60_000))
  const gone = { reason: 'promotion_gone' }

  test.each([
    ['code', 'code'],
    ['offer', 'itself'],
  ] as const)('as a %s can be paid after them within the 20 minutes, and the payment finished', async (_, taken) => {
    const { id, code } = await promotion({ ...hours, taken })
    at(0)
    const placed = await placing(code, { phone: phoneOf(700) })
    at(20)
    expect(await start(placed)).toMatchObject({ ok: true })
    at(79)
    expect(await start(placed)).toMatchObject({ ok: true })
    const [checkout] = await world.deps.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.link_token, linkOf(placed)))
    // Beginning it again makes the window no longer.
    expect(checkout?.payable_until).toEqual(new Date(last_minute.getTime() + 80 * 60_000))
    await control(world).pay({ tx_ref: checkout?.tx_ref ?? '', amount: (checkout?.total ?? 0) / 100 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout?.tx_ref ?? '' })).toBe('paid')
    expect(await usesOf(id)).toMatchObject({ used: 1 })
    await endPromotion(world.deps, admin, id)
  })

  test.each([
    ['that was let go at another hour', 21],
    ['that was let go on another day', 10 * 24 * 60 + 360],
  ])('is gone where it is held no more: %s, and there again in its hours', async (_, minutes) => {
    const { code } = await promotion(hours)
    at(0)
    const placed = await placing(code, { phone: phoneOf(701) })
    at(minutes)
    expect(await start(placed)).toMatchObject(gone)
    at(24 * 60)
    expect(await start(placed)).toMatchObject({ ok: true })
  })

  test('is gone where its payment ran out after them', async () => {
    const { code } = await promotion(hours)
    at(0)
    const placed = await placing(code, { phone: phoneOf(702) })
    expect(await start(placed)).toMatchObject({ ok: true })
    for (const minutes of [61, 66]) {
      at(minutes)
      expect(await start(placed)).toMatchObject(gone)
    }
  })

  test('is kept where too little was paid in them, and an admin accepts that after them', async () => {
    const { id, code } = await promotion(hours)
    at(0)
    const placed = await placing(code, { phone: phoneOf(703) })
    expect(await start(placed)).toMatchObject({ ok: true })
    const [checkout] = await world.deps.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.link_token, linkOf(placed)))
    await control(world).pay({ tx_ref: checkout?.tx_ref ?? '', amount: (checkout?.total ?? 0) / 100 - 1 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout?.tx_ref ?? '' })).toBe('review')
    at(3 * 60)
    const [found] = await world.deps.db
      .select({ case_id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.checkout_id, checkout?.id ?? ''))
    const decided = { case_id: found?.case_id ?? '', reason: 'A naira' }
    expect(await acceptShortPayment(world.deps, admin, decided)).toMatchObject({ ok: true })
    expect(await usesOf(id)).toMatchObject({ used: 1 })
  })
})

describe('a promotion that is over', () => {
  test.each([
    ['was ended', (id: number) => endPromotion(world.deps, admin, id)],
    [
      'has ended',
      (id: number) => world.deps.db.update(promotions).set({ ends_at: LUNCH_TIME }).where(eq(promotions.id, id)),
    ],
  ])('as it %s is paid in the window that is open, which grows no longer', async (_, end) => {
    const { id, code } = await promotion({ percent: '10' })
    const checkout = await startedCheckout(world, undefined, { code, phone: phoneOf(5) })
    const idle = await placing(code, { phone: phoneOf(6) })
    await end(id)
    const rows = async () => ({
      use: (await world.deps.db.select().from(promotion_uses).where(eq(promotion_uses.checkout_id, checkout.id)))[0],
      until: (await world.deps.db.select().from(checkouts).where(eq(checkouts.id, checkout.id)))[0]?.payable_until,
    })
    const before = await rows()
    const again = () => startPayment(world.deps, checkout.link_token, { accepts_wait: true })
    world.clock.advance(30 * 60)
    expect(await again()).toMatchObject({ ok: true })
    expect(await rows()).toEqual(before)
    expect(await start(idle)).toMatchObject({ reason: 'promotion_gone', details: { code, was_begun: false } })
    world.clock.advance(31 * 60)
    expect(await again()).toMatchObject({ reason: 'promotion_gone', details: { was_begun: true } })
  })
})

test('a code for a first order is asked for again when its payment begins', async () => {
  const { code } = await promotion({ percent: '10', first_order_only: true })
  const other = await promotion({ percent: '20', first_order_only: true })
  const phone = phoneOf(7)
  const placed = await placing(code, { phone })
  await paid(other.code, [1], { phone })
  expect(await start(placed)).toMatchObject({ reason: 'promotion_gone' })
  expect(await placing(code, { phone })).toEqual(codeRefused({ why: 'not_first' }))
})

test('a payment that came short with one is accepted while it holds it, and not once it ordered another', async () => {
  const bank = control(world)
  const [some, other] = [
    await promotion({ percent: '10', first_order_only: true }),
    await promotion({ percent: '20', first_order_only: true }),
  ]
  const short = async (phone: string) => {
    const checkout = await startedCheckout(world, undefined, { code: some.code, phone })
    await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 - 100 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('review')
    const [row] = await world.deps.db
      .select({ case_id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.checkout_id, checkout.id))
    return { case_id: row?.case_id ?? '', reason: 'A hundred short' }
  }
  const [at_once, later, too_late] = [await short(phoneOf(11)), await short(phoneOf(12)), await short(phoneOf(13))]
  expect(await acceptShortPayment(world.deps, admin, at_once)).toMatchObject({ ok: true })
  world.clock.advance(66 * 60)
  await paid(other.code, [1], { phone: phoneOf(13) })
  expect(await acceptShortPayment(world.deps, admin, later)).toMatchObject({ ok: true })
  expect(await acceptShortPayment(world.deps, admin, too_late)).toMatchObject({ reason: 'promotion_gone' })
})

describe('of two promotions for a first order', () => {
  test.each(['one after the other', 'at once'])('a phone has one, when it pays both %s', async (how) => {
    const [some, other] = [
      await promotion({ percent: '10', first_order_only: true }),
      await promotion({ percent: '20', first_order_only: true }),
    ]
    const phone = phoneOf(how === 'at once' ? 8 : 9)
    const placed = [await placing(some.code, { phone }), await placing(other.code, { phone })]
    const started =
      how === 'at once'
        ? await Promise.all(placed.map(start))
        : [await start(placed[0] as Placed), await start(placed[1] as Placed)]
    expect(started.filter(({ ok }) => ok)).toHaveLength(1)
    expect(started.find(({ ok }) => !ok)).toMatchObject({ reason: 'promotion_gone' })
    const third = await promotion({ percent: '30', first_order_only: true })
    expect(await placing(third.code, { phone })).toEqual(codeRefused({ why: 'first_is_paid' }))
  })

  test('each counts where they are of two kitchens, and neither beside one of every kitchen', async () => {
    const kitchens = await Promise.all([insertVendor(world.deps.db), insertVendor(world.deps.db)])
    const phone = phoneOf(10)
    for (const kitchen of kitchens) {
      const { code } = await promotion({ percent: '10', first_order_only: true }, vendorActor(kitchen))
      expect(await start(await placing(code, { phone, kitchens: [kitchen] }))).toMatchObject({ ok: true })
    }
    const { code } = await promotion({ percent: '30', first_order_only: true })
    expect(await placing(code, { phone })).toEqual(codeRefused({ why: 'first_is_paid' }))
    world.clock.advance(66 * 60)
    expect(await placing(code, { phone })).toMatchObject({ ok: true })
  })
})

test('a new code has at least six characters, so that guessing finds none', async () => {
  await expect(promotion({ percent: '10', code: 'ABC12' })).rejects.toThrow('fields')
  expect(await promotion({ percent: '10', code: 'ABC 123' })).toMatchObject({ code: 'ABC123' })
})
