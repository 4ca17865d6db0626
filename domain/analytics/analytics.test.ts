import { desc, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { deliveryWorld, vendorActor } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { assignDelivery } from '../delivery/offers/assign-delivery.ts'
import { goOffDuty, goOnDuty } from '../delivery/riders/go-on-duty.ts'
import { suspendRider } from '../delivery/riders/suspend-rider.ts'
import { rider_duties } from '../delivery/riders/tables.ts'
import { usesOfRiders } from '../delivery/riders/used-hours.ts'
import { handOver, pickUp } from '../delivery/steps/take-step.ts'
import { order_keys } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { lapseOrder } from '../orders/acceptance/lapse-order.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { closeDays } from '../orders/figures/close-days.ts'
import { orders } from '../orders/tables.ts'
import { orderMargin } from '../payments/margin.ts'
import { rateOrder } from '../ratings/rate-order.ts'
import { riderRecord } from '../ratings/rider-record.ts'
import { figuresByDay, together } from './by-day.ts'
import { figuresByKitchen } from './by-kitchen.ts'
import { closeCohortDays, cohorts } from './cohorts.ts'
import { customersIn } from './customers.ts'
import { askedPeriod, daysOf } from './period.ts'
import { cohort_days } from './tables.ts'

const world = await worldOfFile()
const { db } = world.deps
const bank = control(world)
const { deliveryOf, pinOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(db)).toEqual([]))

type Kitchen = Awaited<ReturnType<typeof insertVendor>>

async function order(kitchen: Kitchen, phone = '+2348031234567'): Promise<number> {
  const checkout = await startedCheckout(world, [jollofFor(kitchen)])
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [row] = await db
    .update(orders)
    .set({ customer_phone: phone })
    .where(eq(orders.checkout_id, checkout.id))
    .returning()
  return row?.id ?? 0
}

const at = (campus: string) => world.clock.set(new Date(`${campus}:00+01:00`))
const asked = (from: string, to: string, against = 'before') => askedPeriod({ from, to, against }, world.clock.now())

test('a period is whole days, never longer than a year, and is compared with the days before or a year before', () => {
  at('2026-03-10T12:00')
  const usual = askedPeriod({}, world.clock.now())
  expect([daysOf(usual.period).at(0), daysOf(usual.period).at(-1)]).toEqual(['2026-02-11', '2026-03-10'])
  expect(usual.compared && daysOf(usual.compared).at(-1)).toBe('2026-02-10')
  expect(daysOf(asked('2026-03-01', '2026-03-02').period)).toEqual(['2026-03-01', '2026-03-02'])
  const year = asked('2026-03-02', '2026-03-08', 'year').compared
  expect(year && daysOf(year)).toEqual(daysOf(asked('2025-03-03', '2025-03-09').period))
  expect(asked('2026-03-02', '2026-03-08', 'none').compared).toBeNull()
  // What cannot be is the nearest that can.
  expect(daysOf(asked('2026-03-08', '2026-03-02').period)).toEqual(['2026-03-02'])
  expect(daysOf(asked('2020-01-01', '2030-01-01').period)).toHaveLength(366)
  expect(daysOf(askedPeriod({ from: 'x', to: '2026-02-31', against: 'y' }, world.clock.now()).period)).toHaveLength(28)
})

test('days, kitchens and customers tell of the same orders, also once the days are closed', async () => {
  const [good, slow] = [await insertVendor(db, { name: 'Good' }), await insertVendor(db, { name: 'Slow' })]
  const rider = await insertRider(db, { on_duty_since: null })
  at('2026-03-08T12:00')
  await order(slow, '+2348030000001')
  at('2026-03-09T23:30')
  expect((await goOnDuty(world.deps, rider)).ok).toBe(true)
  const first = await order(good, '+2348030000001')
  await acceptOrder(world.deps, vendorActor(good), { order_id: first, minutes: 15 })
  world.clock.advance(10 * 60)
  await completeOrder(world.deps, vendorActor(good), first)
  const { id: delivery_id } = await deliveryOf(first)
  const admin = await insertAccount(db, 'admin')
  await assignDelivery(world.deps, admin, { delivery_id, rider_id: rider.user_id })
  expect(await pickUp(world.deps, rider, { delivery_id, packs: 2 })).toMatchObject({ ok: true })
  world.clock.advance(10 * 60)
  expect((await handOver(world.deps, rider, { delivery_id, pin: await pinOf(first) })).ok).toBe(true)
  const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, first))
  await rateOrder(world.deps, key?.track_token ?? '', { food: '4', delivery: '5', line: '' })
  at('2026-03-10T00:30')
  const second = await order(slow, '+2348030000002')
  await acceptOrder(world.deps, vendorActor(slow), { order_id: second, minutes: 15 })
  world.clock.advance(40 * 60)
  await completeOrder(world.deps, vendorActor(slow), second)
  const lost = await order(slow, '+2348030000003')
  expect((await lapseOrder(world.deps, lost)).ok).toBe(true)
  at('2026-03-10T12:00')
  const { period } = asked('2026-03-09', '2026-03-10')

  const days = await figuresByDay(db, period)
  expect(days.map(({ day, orders: placed, delivered, kept }) => [day, placed, delivered, kept])).toEqual([
    ['2026-03-09', 1, 1, 1],
    ['2026-03-10', 2, 0, 0],
  ])
  const { all, kitchens } = await figuresByKitchen(db, period)
  expect(together(days).orders).toBe(all.orders)
  expect(kitchens.map(({ name, orders: placed, lost: of_them }) => [name, placed, of_them])).toEqual([
    ['Slow', 2, 1],
    ['Good', 1, 0],
  ])
  expect(kitchens[1]).toMatchObject({ ready_minutes: { p50: 10, p90: 10 }, stars: 4, rated: 1, delivered: 1, kept: 1 })
  expect(kitchens[0]).toMatchObject({ ready_minutes: { p50: 40 }, stars: null, sold_kobo: kobo(3000_00) })
  expect(all.ready_minutes?.p50).toBe(25)
  expect(kitchens[1]?.margin_kobo).toBe((await orderMargin(db, first))?.margin_kobo)
  expect(together(days).margin_kobo).toBe(all.margin_kobo)
  // One ordered on Sunday already; what lapsed is nobody's order.
  expect(await customersIn(db, period)).toEqual({ orders: 2, repeated: 1, customers: 2, first_timers: 1 })

  at('2026-03-12T12:00')
  await closeDays(world.deps)
  const later = await figuresByDay(db, period)
  expect(later).toEqual(days)
})

test('hours on duty are written down, and what part of them had an order in hand', async () => {
  const rider = await insertRider(db, { name: 'Hours', on_duty_since: null })
  const uses = async () => {
    const { period } = asked('2026-03-20', '2026-03-21', 'none')
    return (await usesOfRiders(db, period, world.clock.now())).find(({ name }) => name === 'Hours')
  }
  at('2026-03-19T23:00')
  await goOnDuty(world.deps, rider)
  at('2026-03-20T01:00')
  // Of the two hours one was in the period.
  expect(await uses()).toMatchObject({ duty_minutes: 60, in_hand_minutes: 0, delivered: 0 })
  await goOffDuty(world.deps, rider)
  at('2026-03-20T12:00')
  expect(await uses()).toMatchObject({ duty_minutes: 60 })
  await goOnDuty(world.deps, rider)
  at('2026-03-20T12:30')
  const admin = await insertAccount(db, 'admin')
  await suspendRider(world.deps, admin, { rider_id: rider.user_id, reason: 'Lost the helmet' })
  at('2026-03-20T18:00')
  expect(await uses()).toMatchObject({ duty_minutes: 90 })
  // The rider reads the same of the four weeks until today, with which the admins' page begins.
  const usual = askedPeriod({}, world.clock.now()).period
  const [seen] = await usesOfRiders(db, usual, world.clock.now(), rider.user_id)
  const { hours } = await riderRecord(db, rider.user_id, world.clock.now())
  expect(hours).toMatchObject({ duty_minutes: 150 })
  expect(seen).toMatchObject(hours)
  expect(await db.$count(rider_duties, eq(rider_duties.rider_id, rider.user_id))).toBe(2)
})

test('who came for the first time in a month is counted in the months in which they come back', async () => {
  at('2026-06-03T12:00')
  const kitchen = await insertVendor(db)
  for (const phone of ['+2348030000011', '+2348030000012']) await order(kitchen, phone)
  at('2026-08-03T12:00')
  await order(kitchen, '+2348030000011')
  await order(kitchen, '+2348030000011')
  const told = await cohorts(db, world.clock.now())
  expect(told.map(({ month }) => month)).toEqual(['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'])
  expect(told[3]).toEqual({ month: '2026-06', customers: 2, came_back: [0, 1] })
  expect(told[5]).toEqual({ month: '2026-08', customers: 0, came_back: [] })

  // Written down day by day it is the same, also by two at once, and the newest days are counted until they are over.
  const written = await Promise.all([closeCohortDays(world.deps), closeCohortDays(world.deps)])
  expect(written.reduce((sum, days) => sum + days, 0)).toBeGreaterThan(100)
  expect(await cohorts(db, world.clock.now())).toEqual(told)
  at('2026-08-05T12:00')
  expect(await closeCohortDays(world.deps)).toBe(2)
  expect(await closeCohortDays(world.deps)).toBe(0)
  expect(await cohorts(db, world.clock.now())).toEqual(told)
  // Who has ordered in a month already is not told again as one who came back in it.
  await order(kitchen, '+2348030000011')
  expect(await cohorts(db, world.clock.now())).toEqual(told)
  const [last] = await db.select().from(cohort_days).orderBy(desc(cohort_days.day)).limit(1)
  expect(last).toEqual({ day: '2026-08-03', first_month: '2026-08', ordered: 0 })
})
