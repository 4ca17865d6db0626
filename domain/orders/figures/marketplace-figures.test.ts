import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { acceptShortPayment } from '../../checkout/review/decide-review.ts'
import { settleCheckout } from '../../checkout/settlement/settle-checkout.ts'
import { campusDate, campusMonth } from '../../clock.ts'
import { whatWaits } from '../../desk/what-waits.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { sumKobo } from '../../money.ts'
import { accountMovements } from '../../payments/account-movements.ts'
import { review_cases } from '../../payments/tables.ts'
import { completeOrder } from '../complete-order.ts'
import { deliverOrder } from '../deliver-order.ts'
import { cancelOrder } from '../refunds/cancel-order.ts'
import { giveBack } from '../refunds/give-back.ts'
import { daily_figures, orders } from '../tables.ts'
import { closeDays } from './close-days.ts'
import { marketplaceFigures } from './marketplace-figures.ts'

const MINUTE = 60
const DAY = 24 * 60 * 60
const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { kitchen, paidOrders } = vendorsUnderTest(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const figures = () => marketplaceFigures(world.deps.db, world.clock.now())

describe("a marketplace's figures", () => {
  test('begin at nothing, with fourteen quiet days', async () => {
    expect(await figures()).toMatchObject({ orders: 0, revenue: 0, slowest: [] })
    expect((await figures()).days).toHaveLength(14)
    expect(await closeDays(world.deps)).toBe(0)
  })

  test('count the delivery fee once per checkout, and what went back not at all', async () => {
    const owners = [await kitchen(), await kitchen()]
    const [first] = await paidOrders(owners)
    expect(await figures()).toMatchObject({ orders: 2, revenue: 7_200_00, own_revenue: 1_200_00 })
    await cancelOrder(world.deps, admin, {
      order_id: first?.id ?? 0,
      reason: 'Out of rice',
      refund_kobo: 'all',
      borne_by: 'vendor',
    })
    expect(await figures()).toMatchObject({ orders: 2, revenue: 3_600_00, own_revenue: 600_00 })
    const [alone] = await paidOrders([owners[0] ?? admin])
    await giveBack(world.deps, admin, {
      order_id: alone?.id ?? 0,
      amount_kobo: 500_00,
      reason: 'A spoon was missing',
      borne_by: 'platform',
      request_key: crypto.randomUUID(),
    })
    expect(await figures()).toMatchObject({ orders: 3, revenue: 6_700_00, own_revenue: 1_200_00 })
  })

  test('tell turnover from what of it is the platform’s own: commission, and fees less the riders’ pay', async () => {
    const before = await figures()
    const owner = await kitchen({ commission_percent: 10 })
    const [order] = await paidOrders([owner])
    const paid = await figures()
    expect(paid.revenue - before.revenue).toBe(3_600_00)
    expect(paid.own_revenue - before.own_revenue).toBe(300_00 + 600_00)
    await giveBack(world.deps, admin, {
      order_id: order?.id ?? 0,
      amount_kobo: 1_000_00,
      with_delivery_fee: true,
      reason: 'It came cold',
      borne_by: 'vendor',
      request_key: crypto.randomUUID(),
    })
    const after = await figures()
    expect(after.own_revenue - before.own_revenue).toBe(200_00)
    const month = campusMonth(campusDate(world.clock.now()).slice(0, 7))
    if (!month) throw new Error('no month')
    const books = await accountMovements(world.deps.db, month)
    const own = books.filter(({ account }) => account === 'commission' || account === 'delivery_fees')
    expect(after.own_revenue).toBe(-sumKobo(own.map(({ closing_kobo: closing }) => closing)))
  })

  test('count a short payment once it is accepted, as much as was paid, and what goes back of it', async () => {
    const { deps } = world
    const before = await figures()
    const owner = await kitchen({ commission_percent: 10 })
    const checkout = await startedCheckout(world, [jollofFor(owner)], { tip_kobo: 50_00 })
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 - 200 })
    expect(await settleCheckout(deps, { tx_ref: checkout.tx_ref })).toBe('review')
    expect((await figures()).revenue).toBe(before.revenue)
    const [open] = await deps.db.select().from(review_cases).where(eq(review_cases.status, 'Open'))
    const decision = { case_id: open?.id ?? '', reason: 'The customer called.' }
    expect(await acceptShortPayment(deps, admin, decision)).toMatchObject({ ok: true })
    const paid = await figures()
    // Of ₦3,650 the tip was not paid, and ₦150 of the rest.
    expect(paid.revenue - before.revenue).toBe(3_450_00)
    expect(paid.own_revenue - before.own_revenue).toBe(300_00 + 600_00)
    expect(paid.orders - before.orders).toBe(1)
    const [order] = await deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    const cancelled = { order_id: order?.id ?? 0, reason: 'Out of rice', refund_kobo: 'all' } as const
    expect(await cancelOrder(deps, admin, { ...cancelled, borne_by: 'vendor' })).toMatchObject({
      value: { refund: { amount: 3_450_00 } },
    })
    expect((await figures()).revenue).toBe(before.revenue)
  })

  test('say who is slow', async () => {
    const owner = await kitchen({ name: 'Iya Slow' })
    for (const minutes of [20, 34, 50]) {
      const [order] = await paidOrders([owner])
      world.clock.advance(minutes * MINUTE)
      await completeOrder(world.deps, owner, order?.id ?? 0)
      await deliverOrder(world.deps, admin, { order_id: order?.id ?? 0 })
    }
    const { slowest } = await figures()
    expect(slowest[0]).toEqual({ vendor_id: owner.user_id, name: 'Iya Slow', minutes: 34, orders: 3 })
  })

  test('stay the same when a day is closed, and a closed day is closed once', async () => {
    const before = await figures()
    world.clock.advance(DAY)
    const [order] = await paidOrders([await kitchen()])
    expect(await closeDays(world.deps)).toBe(1)
    expect(await closeDays(world.deps)).toBe(0)
    const after = await figures()
    expect(after).toMatchObject({ orders: before.orders + 1, revenue: before.revenue + 3_600_00 })
    expect(after.days.at(-2)).toEqual(before.days.at(-1))
    expect(after.days.at(-1)).toMatchObject({ orders: 1, revenue: 3_600_00 })
    // A later refund counts on its own day; a past day does not change.
    await cancelOrder(world.deps, admin, {
      order_id: order?.id ?? 0,
      reason: 'Out of rice',
      refund_kobo: 'all',
      borne_by: 'vendor',
    })
    expect(await figures()).toMatchObject({ revenue: before.revenue })
  })

  test('skip no day, also when nobody ordered or nobody counted for a while', async () => {
    world.clock.advance(3 * DAY)
    const answers = await Promise.all([closeDays(world.deps), closeDays(world.deps)])
    expect(Math.max(...answers)).toBe(3)
    const days = await world.deps.db.select().from(daily_figures).orderBy(daily_figures.day)
    expect(days.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'])
    expect(days[2]).toMatchObject({ orders: 0, revenue: 0 })
  })

  test('a day that has just ended waits for its last commits', async () => {
    const midnight = new Date('2026-03-14T23:00:00Z')
    expect(midnight > LUNCH_TIME).toBe(true)
    world.clock.set(new Date(midnight.getTime() + 5 * 60_000))
    expect(await closeDays(world.deps)).toBe(0)
    world.clock.set(new Date(midnight.getTime() + 11 * 60_000))
    expect(await closeDays(world.deps)).toBe(1)
  })
})

test('what waits for an admin is counted, once it has waited long enough', async () => {
  const waiting = async () =>
    (await whatWaits(world.deps.db, world.clock.now())).map(({ kind, count }) => [kind, count])
  const before = Object.fromEntries(await waiting())
  await paidOrders([await kitchen()])
  expect(Object.fromEntries(await waiting())).toEqual(before)
  world.clock.advance(11 * MINUTE)
  await kitchen({ status: 'Pending' })
  await kitchen({ status: 'Pending', name: null })
  const after = Object.fromEntries(await waiting())
  expect(after).toEqual({
    ...before,
    orders_unaccepted: (before.orders_unaccepted ?? 0) + 1,
    vendors_pending: 1,
  })
})
