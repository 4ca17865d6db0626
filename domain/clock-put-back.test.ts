import { count, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld } from '../test/delivery.ts'
import { sendDueRefunds } from '../test/due-work.ts'
import { missingDishUnderTest } from '../test/missing-dish.ts'
import { refundsUnderTest } from '../test/refunds-under-test.ts'
import { insertRider } from '../test/rider.ts'
import { closeCohortDays } from './analytics/cohorts.ts'
import { cohort_days } from './analytics/tables.ts'
import { EXTENDED_SECONDS } from './delivery/offers/overrule-offer.ts'
import { LEASE_SECONDS, leaseUntil } from './due.ts'
import { findViolations } from './invariants/invariants.ts'
import { messages } from './notifications/tables.ts'
import { closeDays } from './orders/figures/close-days.ts'
import { UNDO_SECONDS } from './orders/lifecycle.ts'
import { carryOutRejections, holdRejection } from './orders/refunds/hold-rejection.ts'
import { daily_figures, missing_dishes, orders } from './orders/tables.ts'
import { closeMonths } from './payments/close-months.ts'
import { account_months } from './payments/tables.ts'
import { pullBackDueTimes } from './pull-back-due-times.ts'

/** What people and the provider see of a clock of ours that goes back. */

const HOUR = 3600
const DAY = 24 * HOUR

const { scene, mark, missingOf, order } = await missingDishUnderTest()
const { world } = scene()
const { db } = world.deps
const { waiting, offer, offerRow } = deliveryWorld(world)
const { askedRefund, refundRow, refundsAtProvider, timesBooked } = refundsUnderTest(world)

/** As each process of the app does once it sees it, and two minutes later again. */
async function clockGoesBack(seconds: number): Promise<void> {
  world.clock.advance(-seconds)
  await pullBackDueTimes(db, world.clock.now(), { all: true })
}
const secondsFromNow = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000)

afterEach(() => world.clock.advance(4 * HOUR))

test.each([HOUR, 30])('a refund that is on its way when the clock goes back by %i s goes out once', async (back) => {
  const { refund_id, transaction_id } = await askedRefund()
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const slow: typeof world.deps.payments.refund = async (request) => {
    await arrival
    return world.deps.payments.refund(request)
  }
  /** It does not list yet what has just come, or is still to come. */
  const findRefund = () => Promise.resolve(null)
  const first = sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, refund: slow } })
  await expect.poll(async () => (await refundRow(refund_id)).attempts).toBe(1)
  await clockGoesBack(back)
  const again = () => sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, findRefund } })
  for (const seconds of [0, 50]) {
    world.clock.advance(seconds)
    await again()
  }
  arrive()
  await first
  world.clock.advance(HOUR)
  await sendDueRefunds(world.deps)
  expect(await refundsAtProvider(transaction_id)).toHaveLength(1)
  expect(await timesBooked(refund_id)).toBe(1)
  expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', attempts: 1 })
})

test('a refund without an answer is tried again a minute and a half after the clock went back', async () => {
  const { refund_id } = await askedRefund()
  const unknown = () => Promise.reject(new Error('no answer'))
  await sendDueRefunds({ ...world.deps, payments: { ...world.deps.payments, refund: unknown } })
  await clockGoesBack(2 * HOUR)
  expect(await refundRow(refund_id)).toMatchObject({ next_attempt_at: secondsFromNow(90) })
  world.clock.advance(90)
  await sendDueRefunds(world.deps)
  expect((await refundRow(refund_id)).status).toBe('Done')
})

test('who is to choose keeps their time, and waits no longer than anybody is ever given', async () => {
  await mark()
  const answer_by = (await missingOf())[0]?.answer_by
  await clockGoesBack(60)
  expect((await missingOf())[0]).toMatchObject({ outcome: null, answer_by })
  await clockGoesBack(5 * HOUR)
  expect((await missingOf())[0]).toMatchObject({ outcome: null, answer_by: secondsFromNow(HOUR) })
})

test('who may choose until an order of a later time is begun keeps all of it', async () => {
  const begin_at = secondsFromNow(50 * HOUR)
  await db.update(orders).set({ begin_at }).where(eq(orders.id, scene().order_id))
  const missing_id = await mark()
  await clockGoesBack(2 * HOUR)
  expect(await missingOf()).toMatchObject([{ answer_by: begin_at }])
  await db
    .update(missing_dishes)
    .set({ answer_by: secondsFromNow(HOUR) })
    .where(eq(missing_dishes.id, missing_id))
})

test('a rejection can be taken back for its ten seconds', async () => {
  const { vendor, order_id } = scene()
  await holdRejection(world.deps, vendor, { order_id, reason: 'Out of rice' })
  await clockGoesBack(HOUR)
  expect(await carryOutRejections(world.deps)).toBe(0)
  world.clock.advance(UNDO_SECONDS)
  expect(await carryOutRejections(world.deps)).toBe(1)
  expect((await order()).status).toBe('Cancelled')
})

test('a text message goes out neither before its kitchen can undo the news, nor beside its own sending', async () => {
  const { order_id } = await waiting()
  const accepted = eq(messages.dedupe_key, `accepted_sms:${order_id}`)
  const message = async () => (await db.select().from(messages).where(accepted))[0]
  const next_attempt_at = secondsFromNow(UNDO_SECONDS)
  expect(await message()).toMatchObject({ next_attempt_at })
  await clockGoesBack(5)
  expect(await message()).toMatchObject({ next_attempt_at })
  await clockGoesBack(HOUR)
  expect(await message()).toMatchObject({ next_attempt_at: secondsFromNow(LEASE_SECONDS) })
  world.clock.advance(LEASE_SECONDS)
  await db
    .update(messages)
    .set({ attempts: 1, next_attempt_at: leaseUntil(world.clock.now()) })
    .where(accepted)
  await clockGoesBack(HOUR)
  expect(await message()).toMatchObject({ next_attempt_at: secondsFromNow(LEASE_SECONDS) })
})

test('no rider misses an offer that is open', async () => {
  const { delivery_id } = await waiting()
  const offer_id = await offer(await insertRider(db), [delivery_id])
  const expires_at = (await offerRow(offer_id))?.expires_at
  await clockGoesBack(20)
  expect(await offerRow(offer_id)).toMatchObject({ status: 'Open', expires_at })
  await clockGoesBack(HOUR)
  expect(await offerRow(offer_id)).toMatchObject({ status: 'Open', expires_at: secondsFromNow(EXTENDED_SECONDS) })
})

test('a day and a month that a clock ahead has closed are counted once they are over', async () => {
  const close = async () => {
    for (const work of [closeDays, closeMonths, closeCohortDays]) await work(world.deps)
  }
  world.clock.advance(40 * DAY)
  await close()
  await clockGoesBack(40 * DAY)
  for (const table of [daily_figures, account_months, cohort_days]) expect(await db.select().from(table)).toEqual([])
  await waiting()
  expect(await findViolations(db)).toEqual([])
  world.clock.advance(DAY)
  await close()
  const [ordered] = await db.select({ orders: count() }).from(orders)
  expect(await db.select().from(daily_figures)).toMatchObject([{ day: '2026-03-10', ...ordered }])
  world.clock.advance(40 * DAY)
  await close()
  expect(await findViolations(db)).toEqual([])
})
