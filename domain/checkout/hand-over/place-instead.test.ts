import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { codeRefused, phoneOf, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { orders } from '../../orders/tables.ts'
import { latestLink, txRefByLink } from '../checkout-by-link.ts'
import { checkoutSummary } from '../checkout-summary.ts'
import { endPayLink, makePayLink, payRequest, startPaymentForAnother, txRefByPayLink } from '../payment/pay-link.ts'
import { startPayment } from '../payment/start-payment.ts'
import { placeCheckout } from '../place-checkout.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { placeAgain } from './place-instead.ts'

const world = await worldOfFile()
const { db } = world.deps
const admin = await insertAccount(db, 'admin', { admin_role: 'owner' })
const bank = control(world)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(db)).toEqual([]))

const { promotion, usesOf } = promotionsUnderTest(
  () => world,
  () => admin,
)

let people = 100
/** What somebody orders, so many plates of it, with a code or without. */
async function wish(plates: number, how: { code?: string; phone?: string } = {}) {
  const { code = '', phone = phoneOf(++people) } = how
  const cart = [jollofFor(await insertVendor(db), plates)]
  return { idempotency_key: randomUUID(), form: { ...ada, phone }, cart, place: nowhere, code }
}
const linkOf = (placed: Awaited<ReturnType<typeof placeCheckout>>) => {
  if (!placed.ok) throw new Error(placed.reason)
  return placed.value.link_token
}
const start = (link: string) => startPayment(world.deps, link, { accepts_wait: true })
const again = async (link: string, wanted: Awaited<ReturnType<typeof wish>>) =>
  linkOf(await placeAgain(world.deps, link, wanted))
async function pay(link: string, outcome: 'successful' | 'failed' | 'pending' = 'successful') {
  const tx_ref = (await txRefByLink(db, link)) ?? ''
  const total = (await checkoutSummary(db, link))?.total ?? 0
  await bank.pay({ tx_ref, amount: total / 100, outcome })
  return settleCheckout(world.deps, { tx_ref })
}

test('what was changed before it was paid cannot be paid any more, and leads to what it became', async () => {
  const first = linkOf(await placeCheckout(world.deps, await wish(1)))
  const second = await again(first, await wish(2))
  const third = await again(second, await wish(3))
  expect(await start(first)).toEqual({ ok: false, reason: 'replaced' })
  for (const link of [first, second, third]) expect(await latestLink(db, link)).toBe(third)
  expect(await checkoutSummary(db, first)).toMatchObject({ is_replaced: true, state: 'open' })
  expect(await start(third)).toMatchObject({ ok: true })
  expect(await pay(third)).toBe('paid')
  // From a page that was open all the while, something else is ordered beside it.
  const fourth = await again(first, await wish(1))
  expect(await start(fourth)).toMatchObject({ ok: true })
  expect(await latestLink(db, first)).toBe(third)
})

test('money that comes by a window of the one before goes back, and one order is cooked', async () => {
  const wanted = await wish(1)
  const first = linkOf(await placeCheckout(world.deps, wanted))
  await start(first)
  const second = await again(first, { ...wanted, idempotency_key: randomUUID() })
  await start(second)
  expect(await pay(first)).toBe('refunding')
  expect(await pay(second)).toBe('paid')
  const cooked = await db
    .select({ link: checkouts.link_token })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .where(inArray(checkouts.link_token, [first, second]))
  expect(cooked).toEqual([{ link: second }])
})

test('whoever was asked to pay it pays what it became, by the same link, and waits as was agreed', async () => {
  const first = linkOf(await placeCheckout(world.deps, await wish(1)))
  const made = await makePayLink(world.deps, first, { greeting: 'Lunch?', accepts_wait: true })
  const token = made.ok ? made.value.token : ''
  const before = await payRequest(world.deps, token)
  const second = await again(first, await wish(2))
  const total = (await checkoutSummary(db, second))?.total
  const asked = await payRequest(world.deps, token)
  expect(asked).toMatchObject({ state: 'open', dishes: 2, total, greeting: 'Lunch?', before: 'nothing' })
  const email = 'mummy@example.com'
  // A page that shows the order as it was pays nothing.
  const by = (shown = '') => startPaymentForAnother(world.deps, token, { email, shown })
  expect(await by(before?.shown)).toMatchObject({ reason: 'changed' })
  const started = await by(asked?.shown)
  expect(started).toMatchObject({ ok: true, value: { tx_ref: await txRefByLink(db, second), total } })
  expect(await makePayLink(world.deps, first, { greeting: '', accepts_wait: true })).toMatchObject({
    reason: 'replaced',
  })
  await endPayLink(db, first)
  expect(await payRequest(world.deps, token)).toBe(null)
})

test('whoever has paid the order before reads that it goes back, by the reference they come back with', async () => {
  const first = linkOf(await placeCheckout(world.deps, await wish(1)))
  const made = await makePayLink(world.deps, first, { greeting: '', accepts_wait: true })
  const token = made.ok ? made.value.token : ''
  await start(first)
  const paid_ref = (await txRefByLink(db, first)) ?? ''
  const second = await again(first, await wish(2))
  const own_ref = await txRefByLink(db, second)
  expect(await txRefByPayLink(db, token, paid_ref)).toBe(paid_ref)
  const stranger = linkOf(await placeCheckout(world.deps, await wish(1)))
  for (const said of ['', 'CHOW-1', (await txRefByLink(db, stranger)) ?? '']) {
    expect(await txRefByPayLink(db, token, said)).toBe(own_ref)
  }
  expect(await pay(first)).toBe('refunding')
  expect(await payRequest(world.deps, token)).toMatchObject({ state: 'open', before: 'goes_back' })
})

test('the place in a slot that it had is free for what it became', async () => {
  const kitchen = await insertVendor(db, { slot_orders: 1 })
  const slot_from = new Date(LUNCH_TIME.getTime() + 120 * 60_000)
  const wanted = async (plates: number) => ({ ...(await wish(1)), cart: [jollofFor(kitchen, plates)], slot_from })
  const first = linkOf(await placeCheckout(world.deps, await wanted(1)))
  expect(await start(first)).toMatchObject({ ok: true })
  expect(await placeCheckout(world.deps, await wanted(1))).toMatchObject({ reason: 'slot_full' })
  expect(await start(await again(first, await wanted(2)))).toMatchObject({ ok: true })
})

test('what the release before began to pay of it goes back all the same', async () => {
  const first = linkOf(await placeCheckout(world.deps, await wish(1)))
  await again(first, await wish(2))
  const payable_until = new Date(LUNCH_TIME.getTime() + 3_600_000)
  await db.update(checkouts).set({ payable_until }).where(eq(checkouts.link_token, first))
  expect(await pay(first)).toBe('refunding')
})

test('one’s own code counts for what it became, also after a window that was closed or declined', async () => {
  const { id, code } = await promotion({ percent: '10', most_uses_each: '1' })
  for (const declined of [false, true]) {
    const phone = phoneOf(++people)
    const first = linkOf(await placeCheckout(world.deps, await wish(1, { code, phone })))
    await start(first)
    if (declined) expect(await pay(first, 'failed')).toBe('failed')
    const second = await again(first, await wish(2, { code, phone }))
    expect(await checkoutSummary(db, second)).toMatchObject({ discount: 300_00 })
    expect(await start(second)).toMatchObject({ ok: true })
  }
  expect(await usesOf(id)).toMatchObject({ held: 2 })
})

test('where money may be on its way, it is ordered beside it, and that one stays as it is', async () => {
  const { code } = await promotion({ percent: '10', most_uses_each: '1' })
  const phone = phoneOf(++people)
  const first = linkOf(await placeCheckout(world.deps, await wish(1, { code, phone })))
  await start(first)
  expect(await pay(first, 'pending')).toBe('pending')
  const wanted = await wish(2, { code, phone })
  expect(await placeAgain(world.deps, first, wanted)).toEqual(codeRefused({ why: 'used_by_you' }))
  const second = await again(first, { ...wanted, code: '' })
  expect(await latestLink(db, first)).toBe(first)
  expect(await start(first)).toMatchObject({ ok: true })
  expect(await start(second)).toMatchObject({ ok: true })
})

test('two presses at once make one, and of two wishes at once the second takes the place of the first', async () => {
  const first = linkOf(await placeCheckout(world.deps, await wish(1)))
  const wanted = await wish(2)
  const same = await Promise.all([again(first, wanted), again(first, wanted)])
  expect(new Set(same).size).toBe(1)
  const others = await Promise.all([again(first, await wish(1)), again(first, await wish(3))])
  expect(new Set(others).size).toBe(2)
  const last = await latestLink(db, first)
  expect(others).toContain(last)
  for (const link of [first, ...same, ...others]) {
    expect(await start(link)).toMatchObject(link === last ? { ok: true } : { reason: 'replaced' })
  }
})

test('what leads nowhere changes nothing of what is ordered', async () => {
  for (const link of ['', 'x'.repeat(24), "'; drop"]) {
    expect(await start(await again(link, await wish(1)))).toMatchObject({ ok: true })
  }
})
