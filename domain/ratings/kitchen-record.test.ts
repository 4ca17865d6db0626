import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { some } from '../../test/movers.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../test/world.ts'
import { founderOf } from '../accounts/actor.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { order_keys } from '../delivery/tables.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../orders/acceptance/give-more-time.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { moveOrder } from '../orders/move-order.ts'
import { orders } from '../orders/tables.ts'
import { kitchenRecord } from './kitchen-record.ts'
import { rateOrder } from './rate-order.ts'

const DAY_SECONDS = 24 * 60 * 60

const world = await worldOfFile()
const bank = control(world)

type Kitchen = Awaited<ReturnType<typeof insertVendor>>

async function order(kitchen: Kitchen, quantity = 1) {
  const checkout = await startedCheckout(world, [jollofFor(kitchen, quantity)])
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [row] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  return row?.id ?? 0
}

const move = (order_id: number, verb: 'reject' | 'lapse' | 'cancel' | 'deliver', role: 'vendor' | 'system' | 'admin') =>
  world.deps.db.transaction((tx) =>
    moveOrder(tx, world.deps.announce, { order_id, verb, by: some(role), reason: 'x y', now: world.clock.now() }),
  )

async function cooked(kitchen: Kitchen, how: { said: number; took: number; more?: number }) {
  const actor = founderOf(kitchen)
  const order_id = await order(kitchen)
  await acceptOrder(world.deps, actor, { order_id, minutes: how.said })
  if (how.more) await giveMoreTime(world.deps, actor, { order_id, minutes: how.more })
  world.clock.advance(how.took * 60)
  await completeOrder(world.deps, actor, order_id)
  return order_id
}

test('a kitchen sees what it sold, kept, let pass and was rated for, by the day of the order', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const record = (unit: 'day' | 'week' | 'month', of = kitchen) =>
    kitchenRecord(world.deps.db, of.user_id, unit, world.clock.now())

  world.clock.set(new Date(LUNCH_TIME.getTime() - 40 * DAY_SECONDS * 1000))
  await order(kitchen, 2)
  // 23:30 on Monday on the campus, which is 22:30 of UTC; half an hour later it is Tuesday.
  world.clock.set(new Date('2026-03-09T22:30:00Z'))
  await cooked(kitchen, { said: 15, took: 20, more: 15 })
  world.clock.set(new Date('2026-03-09T23:05:00Z'))
  const rated = await cooked(kitchen, { said: 20, took: 12 })
  await move(await order(kitchen), 'reject', 'vendor')
  await move(await order(kitchen), 'lapse', 'system')
  await move(await order(kitchen), 'cancel', 'admin')
  await move(rated, 'deliver', 'admin')
  const [keys] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, rated))
  await rateOrder(world.deps, keys?.track_token ?? '', { food: '4', delivery: '1', line: '' })
  world.clock.set(LUNCH_TIME)

  const by_day = await record('day')
  expect(by_day.periods).toHaveLength(14)
  expect(by_day.periods.slice(-3)).toMatchObject([
    { begins: '2026-03-08', orders: 0, takings: 0, took_minutes: null, stars: null },
    // More time that it asked for does not make it punctual.
    { begins: '2026-03-09', orders: 1, takings: 1_500_00, ready: 1, in_time: 0, took_minutes: 20, said_minutes: 15 },
    { begins: '2026-03-10', orders: 4, takings: 1_500_00, rejected: 1, lapsed: 1, ready: 1, in_time: 1, stars: 4 },
  ])
  expect(by_day.all).toMatchObject({ orders: 5, takings: 3_000_00, ready: 2, in_time: 1, took_minutes: 16, rated: 1 })
  expect(by_day.best_dishes).toEqual([{ name: 'Jollof Rice', quantity: 2 }])

  const by_week = await record('week')
  expect(by_week.periods.map(({ begins, orders }) => [begins, orders]).slice(-7)).toEqual([
    ['2026-01-26', 1],
    ['2026-02-02', 0],
    ['2026-02-09', 0],
    ['2026-02-16', 0],
    ['2026-02-23', 0],
    ['2026-03-02', 0],
    ['2026-03-09', 5],
  ])
  const by_month = await record('month')
  expect(by_month.periods.map(({ begins }) => begins)).toEqual([
    ...['2025-04-01', '2025-05-01', '2025-06-01', '2025-07-01', '2025-08-01', '2025-09-01', '2025-10-01'],
    ...['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'],
  ])
  expect(by_month.periods.map(({ takings }) => takings).slice(-3)).toEqual([3_000_00, 0, 3_000_00])

  const nobody = await record('day', await insertVendor(world.deps.db))
  expect(nobody).toMatchObject({ all: { orders: 0, takings: 0, ready: 0 }, best_dishes: [] })
})
