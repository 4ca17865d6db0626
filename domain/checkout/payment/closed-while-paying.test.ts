import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, jollofFor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { cases } from '../../cases/tables.ts'
import { keepCases } from '../../desk/keep-cases.ts'
import { whatWaits } from '../../desk/what-waits.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { orders } from '../../orders/tables.ts'
import { places, ways } from '../../places/tables.ts'
import { placeCheckout } from '../place-checkout.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { startPayment } from './start-payment.ts'

const world = await worldOfFile()
const bank = control(world)
const { db } = world.deps
const hall = eq(places.name, 'Jadesola Hall')
const way_there = eq(ways.walk_minutes, 13)

beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await insertRider(db)
})
afterEach(async () => {
  await db.update(places).set({ closed_at: null })
  await db.update(ways).set({ closed_from: null, closed_until: null, closed_at: null })
  expect(await findViolations(db)).toEqual([])
})

/** A checkout from the North Gate to the hall, of which Pay is pressed. */
async function pressedPay() {
  const kitchen = await insertVendor(db, { landmark: 'FUTA North Gate' })
  const cart = [jollofFor(kitchen)]
  const placed = await placeCheckout(world.deps, {
    idempotency_key: crypto.randomUUID(),
    form: ada,
    cart,
    place: nowhere,
  })
  if (!placed.ok) throw new Error(placed.reason)
  const { link_token } = placed.value
  const started = await startPayment(world.deps, link_token, { accepts_wait: true })
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!checkout) throw new Error('no checkout')
  return { started, checkout }
}
async function paid({ tx_ref, total }: typeof checkouts.$inferSelect) {
  await bank.pay({ tx_ref, amount: total / 100 })
  return settleCheckout(world.deps, { tx_ref })
}
const atTime = (time: string) => world.clock.set(new Date(`2026-03-10T${time}:00+01:00`))

test('a payment can come until its food would still be ridden before the way closes, and goes back after', async () => {
  await db.update(ways).set({ closed_from: '14:00', closed_until: '16:00' }).where(way_there)
  atTime('13:10')
  const { started, checkout } = await pressedPay()
  expect(started).toMatchObject({ ok: true })
  const until = checkout.payable_until?.getTime() ?? 0
  const clock_at = (time: string) => new Date(`2026-03-10T${time}:00+01:00`).getTime()
  expect(until).toBeGreaterThanOrEqual(clock_at('13:20'))
  expect(until).toBeLessThan(clock_at('13:40'))
  world.clock.set(new Date(until + 60_000))
  expect(await paid(checkout)).toBe('refunding')
  expect(await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))).toEqual([])
})

test('a way that closes too soon for any payment is refused before one begins', async () => {
  const { checkout } = await pressedPay()
  await db.update(ways).set({ closed_from: '12:32', closed_until: '16:00' }).where(way_there)
  const answer = await startPayment(world.deps, checkout.link_token, { accepts_wait: true })
  expect(answer).toMatchObject({ reason: 'out_of_reach', details: { place: 'Jadesola Hall' } })
})

test('a payment begins while it may come for ten minutes, and not for less', async () => {
  await db.update(ways).set({ closed_from: '14:00', closed_until: '16:00' }).where(way_there)
  atTime('13:10')
  const until = (await pressedPay()).checkout.payable_until?.getTime() ?? 0
  world.clock.set(new Date(until - 10 * 60_000))
  expect((await pressedPay()).started).toMatchObject({ ok: true })
  world.clock.set(new Date(until - 9 * 60_000))
  expect((await pressedPay()).started).toMatchObject({ reason: 'out_of_reach' })
})

test('a way that never closes, or that opens, leaves the whole hour', async () => {
  await db.update(ways).set({ closed_from: '05:00', closed_until: '12:00' }).where(way_there)
  const { checkout } = await pressedPay()
  expect(checkout.payable_until).toEqual(new Date(LUNCH_TIME.getTime() + 60 * 60_000))
})

test('a place that is closed before the money comes makes an order, a case, and a word to the customer', async () => {
  const { checkout } = await pressedPay()
  await db.update(places).set({ closed_at: LUNCH_TIME }).where(hall)
  expect(await paid(checkout)).toBe('paid')
  const [order] = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  const [message] = await db
    .select()
    .from(messages)
    .where(eq(messages.dedupe_key, `place_closed_sms:${checkout.id}`))
  expect(message?.body).toContain('Jadesola Hall closed while you paid')
  expect(message?.body).toContain('A gate, collect it, or your money back?')
  const cut_off = (await whatWaits(db, world.clock.now(), ['cut_off']))[0]?.lines
  expect(cut_off).toMatchObject([{ order_id: order?.id, about: 'Jadesola Hall', whose_phone: 'The customer' }])
  await keepCases(world.deps)
  const find = () =>
    db
      .select()
      .from(cases)
      .where(eq(cases.cause, `cut_off:${order?.id}`))
  expect(await find()).toMatchObject([{ status: 'Open', subject_kind: 'order', subject_id: String(order?.id) }])
  // It is over once the place is open again.
  await db.update(places).set({ closed_at: null }).where(hall)
  await keepCases(world.deps)
  expect(await find()).toMatchObject([{ status: 'Closed' }])
})

test('an order whose way an admin closed waits for a person too; where nothing changed nobody is told', async () => {
  const { checkout } = await pressedPay()
  expect(await paid(checkout)).toBe('paid')
  const waiting = async () => (await whatWaits(db, world.clock.now(), ['cut_off'])).flatMap(({ lines }) => lines)
  const of_checkout = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  const isOfIt = ({ order_id }: { order_id?: number }) => order_id === of_checkout[0]?.id
  expect((await waiting()).some(isOfIt)).toBe(false)
  const told = eq(messages.dedupe_key, `place_closed_sms:${checkout.id}`)
  expect(await db.select().from(messages).where(told)).toEqual([])
  await db.update(ways).set({ closed_at: LUNCH_TIME }).where(way_there)
  expect((await waiting()).some(isOfIt)).toBe(true)
})
