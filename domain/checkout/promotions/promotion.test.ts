import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { blank_promotion, codeRefused, newCode, phoneOf, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { audit_log } from '../../audit/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { marketplaceFigures } from '../../orders/figures/marketplace-figures.ts'
import { COMMISSION } from '../../payments/commission.ts'
import { orderMargin } from '../../payments/margin.ts'
import { payments, review_cases } from '../../payments/tables.ts'
import { createPromotion } from '../../promotions/create-promotion.ts'
import { endPromotion } from '../../promotions/end-promotion.ts'
import { settings } from '../../settings/tables.ts'
import { startPayment } from '../payment/start-payment.ts'
import { placeCheckout } from '../place-checkout.ts'
import { acceptShortPayment } from '../review/decide-review.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.deps.db.delete(settings)
})

const { promotion, placing, paid, usesOf, balance } = promotionsUnderTest(
  () => world,
  () => admin,
)

describe('a code at the checkout', () => {
  test('is read in any case and spacing, and takes its share off the dishes, never off the tip', async () => {
    await world.deps.db.insert(settings).values({ key: COMMISSION.key, value: { default_percent: 10 } })
    const { id, code } = await promotion({ percent: '20' })
    const { checkout, placed } = await paid(` ${code.toLowerCase().slice(0, 3)} ${code.toLowerCase().slice(3)}`, [2], {
      tip_kobo: 100_00,
    })
    expect(checkout).toMatchObject({ subtotal: 3_000_00, discount: 600_00, promotion_code: code, total: 3_100_00 })
    expect(placed).toMatchObject([
      { total_price: 3_000_00, discount: 600_00, vendor_share: 2_700_00, commission: 300_00, grand_total: 3_100_00 },
    ])
    expect(await balance('promotions', placed[0]?.id ?? 0)).toBe(600_00)
    expect(await usesOf(id)).toEqual({ used: 1, held: 0, cost_kobo: 600_00 })
    const margin = await orderMargin(world.deps.db, placed[0]?.id ?? 0)
    expect(margin?.lines.find(({ account }) => account === 'promotions')?.amount_kobo).toBe(-600_00)
    const [mail] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `receipt:${checkout.id}`))
    expect(mail?.body).toContain(`Promotion ${code}: -₦600`)
    expect((await marketplaceFigures(world.deps.db, world.clock.now())).revenue).toBe(3_000_00)
  })

  test('takes no more than its most, and never more than 90 % of the dishes', async () => {
    const capped = await promotion({ percent: '50', amount: '200' })
    expect((await paid(capped.code)).checkout.discount).toBe(200_00)
    const large = await promotion({ kind: 'amount', amount: '5000' })
    expect((await paid(large.code)).checkout).toMatchObject({ discount: 1_350_00, total: 750_00 })
  })

  test('makes the delivery free, and its riders earn as if it were paid', async () => {
    const { id, code } = await promotion({ kind: 'free_delivery' })
    const { checkout, placed } = await paid(code)
    expect(checkout).toMatchObject({ delivery_fee: 600_00, discount: 600_00, total: 1_500_00 })
    expect(placed).toMatchObject([{ discount: 0, free_delivery: true, delivery_fee: 600_00, grand_total: 1_500_00 }])
    const order_id = placed[0]?.id ?? 0
    expect([await balance('delivery_fees', order_id), await balance('promotions', order_id)]).toEqual([-600_00, 600_00])
    expect((await usesOf(id)).cost_kobo).toBe(600_00)
    expect(await placing(code, { collects: true })).toEqual(codeRefused({ why: 'no_fee' }))
  })

  test('that does not count is refused with why', async () => {
    expect(await placing('nonsense')).toEqual(codeRefused({ why: 'unknown' }))
    const later = await promotion({ percent: '10', from: '2099-01-01' })
    expect(await placing(later.code)).toMatchObject(codeRefused({ why: 'not_begun' }))
    const small = await promotion({ percent: '10', minimum: '2000' })
    expect(await placing(small.code)).toEqual(
      codeRefused({ why: 'below_minimum', minimum_kobo: 2_000_00, missing_kobo: 500_00 }),
    )
    const first = await promotion({ percent: '10', first_order_only: true })
    await paid('', [1], { phone: '0803 777 0001' })
    expect(await placing(first.code, { phone: '+234 803 777 0001' })).toEqual(codeRefused({ why: 'not_first' }))
    await paid(first.code, [1], { phone: '0803 777 0002' })
    const ended = await promotion({ percent: '10' })
    await endPromotion(world.deps, admin, ended.id)
    expect(await placing(ended.code)).toEqual(codeRefused({ why: 'ended' }))
    const today = await promotion({ percent: '10', until: '2099-12-31' })
    const before = world.clock.now()
    world.clock.set(new Date('2100-01-02T12:00:00Z'))
    expect(await placing(today.code)).toMatchObject({ ok: false })
    world.clock.set(before)
  })

  test('sent twice under one key is one order and one use, even the last', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses: '1' })
    const kitchen = await insertVendor(world.deps.db)
    const press = { idempotency_key: randomUUID(), form: ada, place: nowhere, cart: [jollofFor(kitchen)], code }
    const [first, second] = [await placeCheckout(world.deps, press), await placeCheckout(world.deps, press)]
    expect(first).toMatchObject({ ok: true })
    expect(second).toEqual(first)
    expect(await usesOf(id)).toMatchObject({ held: 1 })
  })
})

describe('the limits of a code', () => {
  test('the 101st of a hundred is told so', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses: '100' })
    for (let place = 0; place < 100; place++) {
      expect(await placing(code, { phone: phoneOf(place) })).toMatchObject({ ok: true })
    }
    expect(await placing(code, { phone: phoneOf(100) })).toEqual(codeRefused({ why: 'used_up' }))
    expect(await usesOf(id)).toMatchObject({ held: 100 })
  })

  test('of twenty who want the last use at once, one has it; the same with what is left of a budget', async () => {
    for (const limit of [{ most_uses: '1' }, { budget: '299' }]) {
      const { id, code } = await promotion({ percent: '10', ...limit })
      const all = await Promise.all(Array.from({ length: 20 }, (_, place) => placing(code, { phone: phoneOf(place) })))
      expect(all.filter(({ ok }) => ok)).toHaveLength(1)
      expect(all.filter((one) => !one.ok && one.reason === 'bad_code')).toHaveLength(19)
      expect(await usesOf(id)).toMatchObject({ held: 1 })
    }
  })

  test('count per phone number, however it is written; one who begins anew has it once', async () => {
    const { code } = await promotion({ percent: '10', most_uses_each: '1' })
    expect(await placing(code, { phone: '0803 444 0001' })).toMatchObject({ ok: true })
    await paid(code, [1], { phone: '+234 803 444 0001' })
    expect(await placing(code, { phone: '(0)8034440001' })).toEqual(codeRefused({ why: 'used_by_you' }))
    expect(await placing(code, { phone: '0803 444 0002' })).toMatchObject({ ok: true })
  })

  test('are free again for others when nobody pays, and who comes back then reads it before paying', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses: '1' })
    const late = await placing(code, { phone: phoneOf(1) })
    world.clock.advance(21 * 60)
    const quick = await placing(code, { phone: phoneOf(2) })
    const start = (placed: typeof late) =>
      startPayment(world.deps, placed.ok ? placed.value.link_token : '', { accepts_wait: true })
    expect(await start(late)).toMatchObject({ reason: 'promotion_gone', details: { code } })
    expect(await start(quick)).toMatchObject({ ok: true })
    expect(await usesOf(id)).toMatchObject({ held: 1 })
    world.clock.advance(2 * 60 * 60)
    expect(await start(late)).toMatchObject({ ok: true })
  })

  test('a payment that comes too late goes back, and its use is free', async () => {
    const { id, code } = await promotion({ percent: '10', most_uses: '1' })
    const checkout = await startedCheckout(world, undefined, { code })
    world.clock.advance(70 * 60)
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('refunding')
    expect(await usesOf(id)).toEqual({ used: 0, held: 0, cost_kobo: 0 })
    expect(await placing(code)).toMatchObject({ ok: true })
  })

  test('a short payment is accepted only while its use can be had', async () => {
    const { code } = await promotion({ percent: '10', most_uses: '1' })
    const short = async () => {
      const checkout = await startedCheckout(world, undefined, { code, phone: phoneOf(1) })
      await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 - 50 })
      await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
      const [found] = await world.deps.db
        .select({ id: review_cases.id })
        .from(review_cases)
        .innerJoin(payments, eq(payments.id, review_cases.payment_id))
        .where(eq(payments.tx_ref, checkout.tx_ref))
      return { case_id: found?.id ?? '', reason: 'She called us' }
    }
    const decision = await short()
    world.clock.advance(2 * 60 * 60)
    await paid(code, [1], { phone: phoneOf(2) })
    expect(await acceptShortPayment(world.deps, admin, decision)).toMatchObject({ reason: 'promotion_gone' })
  })
})

describe('an admin', () => {
  test('makes a code and ends it, and the log says so; others may not', async () => {
    const { id, code } = await promotion({ percent: '10', code: ' fresh ers 10 ' })
    expect(code).toBe('FRESHERS10')
    const again = { ...blank_promotion, code: 'Freshers 10', percent: '20' }
    expect(await createPromotion(world.deps, admin, again)).toMatchObject({ reason: 'code_taken' })
    expect(await endPromotion(world.deps, admin, id)).toMatchObject({ value: { status: 'Ended' } })
    expect(await endPromotion(world.deps, admin, id)).toMatchObject({ reason: 'not_allowed' })
    expect(await createPromotion(world.deps, admin, again)).toMatchObject({ ok: true })
    const log = await world.deps.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `promotion:${code}`))
    expect(log.map(({ action }) => action)).toEqual(['promotion_created', 'promotion_ended', 'promotion_created'])
    for (const admin_role of ['operations', 'support', 'read_only'] as const) {
      const other = await insertAccount(world.deps.db, 'admin', { admin_role })
      expect(await createPromotion(world.deps, other, again)).toMatchObject({ reason: 'not_found' })
      expect(await endPromotion(world.deps, other, id)).toMatchObject({ reason: 'not_found' })
    }
  })

  test.each([
    [{ percent: '95' }, 'percent'],
    [{ percent: '' }, 'percent'],
    [{ kind: 'amount' }, 'amount'],
    [{ percent: '10', code: 'a!' }, 'code'],
    [{ percent: '10', most_uses: '0' }, 'most_uses'],
    [{ percent: '10', budget: '0' }, 'budget'],
    [{ percent: '10', until: '2020-01-01' }, 'until'],
    [{ percent: '10', from: '2099-02-01', until: '2099-01-01' }, 'until'],
  ] as const)('is told what is wrong with %j', async (form, field) => {
    const answer = await createPromotion(world.deps, admin, { ...blank_promotion, code: newCode(), ...form })
    expect(answer).toMatchObject({ reason: 'fields', details: { [field]: expect.any(String) } })
  })
})

test('what is held for an order that is never paid is forgotten with it', async () => {
  const { code } = await promotion({ percent: '10' })
  const placed = await placing(code)
  const link_token = placed.ok ? placed.value.link_token : ''
  await world.deps.db.delete(checkouts).where(eq(checkouts.link_token, link_token))
})
