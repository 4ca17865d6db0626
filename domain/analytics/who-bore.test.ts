import { randomUUID } from 'node:crypto'
import { and, eq, inArray, like, notInArray, type SQL, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { vendorActor } from '../../test/delivery.ts'
import { promotionsUnderTest } from '../../test/promotions.ts'
import { insertRider } from '../../test/rider.ts'
import { ridesUnderTest } from '../../test/rides.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import { DAY_MS } from '../clock.ts'
import { assignDelivery } from '../delivery/offers/assign-delivery.ts'
import { lockCarriers } from '../delivery/riders/carriers.ts'
import { deliveries } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { cancelOrder } from '../orders/refunds/cancel-order.ts'
import { giveBack } from '../orders/refunds/give-back.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { accounts, own_accounts, paid_kinds } from '../payments/ledger.ts'
import { marginsIn } from '../payments/margin.ts'
import { journal_entries, journals } from '../payments/tables.ts'
import { sumBorne, whoBore } from './who-bore.ts'

const world = await worldOfFile()
const { db } = world.deps
const admin = await insertAccount(db, 'admin', { admin_role: 'owner' })
const { promotion } = promotionsUnderTest(
  () => world,
  () => admin,
)
const { accepted, closing, joined } = ridesUnderTest(world)
afterEach(async () => expect(await findViolations(db)).toEqual([]))

const sumOf = async (where: SQL | undefined) => {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${journal_entries.amount}), 0)`.mapWith(journal_entries.amount) })
    .from(journal_entries)
    .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
    .where(where)
  return row?.sum ?? 0
}

test('who bore what adds up to the ledger, to the kobo', async () => {
  const now = world.clock.now()
  const period = { from: new Date(now.getTime() - 2 * DAY_MS), until: new Date(now.getTime() + 2 * DAY_MS) }
  expect(await whoBore(db, period)).toEqual([])
  const kitchen = await insertVendor(db, { commission_percent: 10 })
  await promotion({ kind: 'percent', percent: '33', code: 'FRESH33' })
  const [one, two, three] = [
    await accepted(kitchen, { code: 'FRESH33' }),
    await accepted(kitchen),
    await joined(kitchen),
  ]
  await rejectOrder(world.deps, vendorActor(kitchen), { order_id: three.id, reason: 'Out of rice' })
  await closing()
  const rider = await insertRider(db)
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.order_id, one.id))
  await assignDelivery(world.deps, admin, { delivery_id: delivery?.id ?? 0, rider_id: rider.user_id })
  await deliverOrder(world.deps, admin, { order_id: one.id, reason: 'Seen' })
  world.clock.set(new Date(world.clock.now().getTime() + DAY_MS))
  for (const borne_by of ['vendor', 'platform', 'rider'] as const) {
    const given = await giveBack({ ...world.deps, lockCarriers }, admin, {
      ...{ order_id: one.id, amount_kobo: 77_77, reason: 'It came cold', borne_by, request_key: randomUUID() },
    })
    expect(given).toMatchObject({ ok: true })
  }
  await cancelOrder(world.deps, admin, {
    ...{ order_id: two.id, reason: 'Rain', refund_kobo: 'all', borne_by: 'platform' },
  })

  const rows = await whoBore(db, period)
  const days = [...new Set(rows.map(({ day }) => day))]
  expect(days).toEqual(['2026-03-10', '2026-03-11'])
  // Earned by sales, less what the platform bore, is the margin of each day.
  const margins = await marginsIn(db, period)
  const income = and(
    inArray(journal_entries.account, [accounts.commission, accounts.delivery_fees]),
    notInArray(journals.kind, ['order_refunded', 'order_given_back']),
  )
  for (const day of days) {
    const on_day = sql`to_char(${journals.recorded_at} + interval '1 hour', 'YYYY-MM-DD') = ${day}`
    const earned = -(await sumOf(and(income, on_day)))
    const margin = margins.find((row) => row.day === day)?.margin_kobo ?? 0
    expect(earned - sumBorne(rows, { day, by: 'platform' })).toBe(margin)
  }
  const { promotions, rider_top_ups, provider_fees, platform_losses, tips, refunds_due } = accounts
  expect(sumBorne(rows, { what: 'promotions', by: 'platform' })).toBe(
    await sumOf(eq(journal_entries.account, promotions)),
  )
  expect(sumBorne(rows, { what: 'provider_fees' })).toBe(await sumOf(eq(journal_entries.account, provider_fees)))
  expect(await sumOf(eq(journal_entries.account, platform_losses))).toBeGreaterThan(0)
  expect(sumBorne(rows, { what: 'complaints', by: 'riders' })).toBe(77_77)
  expect(sumBorne(rows, { what: 'complaints', by: 'kitchens' })).toBe(69_99)
  // The rest of what the kitchen bore was its commission, and the platform bore a whole one.
  expect(sumBorne(rows, { what: 'complaints', by: 'platform' })).toBe(77_77 + 7_78)
  expect(sumBorne(rows, { what: 'shared_rides', by: 'platform' })).toBeGreaterThanOrEqual(180_00)
  expect(await sumOf(eq(journal_entries.account, rider_top_ups))).toBe(
    sumBorne(rows, { what: 'shared_rides' }) - 180_00 + sumBorne(rows, { what: 'rider_pay' }),
  )
  // All that went back to customers was borne by somebody, but for tips.
  const back = inArray(journals.kind, ['order_refunded', 'order_given_back'])
  const borne_back = await sumOf(and(back, notInArray(journal_entries.account, [refunds_due, tips])))
  expect(borne_back).toBe(-(await sumOf(and(back, inArray(journal_entries.account, [refunds_due, tips])))))
  const kitchens = await sumOf(
    and(
      like(journal_entries.account, 'vendor:%'),
      sql`(${back} or ${inArray(journals.kind, [...paid_kinds])} and ${journal_entries.amount} > 0)`,
    ),
  )
  expect(sumBorne(rows, { by: 'kitchens' })).toBe(kitchens)
  expect(own_accounts).toContain('promotions')
})
