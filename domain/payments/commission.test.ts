import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { founderOf } from '../accounts/actor.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { orders } from '../orders/tables.ts'
import { settings } from '../settings/tables.ts'
import { COMMISSION, commissionLeft, commissionOf, vendorTerms } from './commission.ts'
import { journal_entries, journals, payments } from './tables.ts'

const world = await worldOfFile()

afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.deps.db.delete(settings)
})

const setForAll = (default_percent: number) =>
  world.deps.db.insert(settings).values({ key: COMMISSION.key, value: { default_percent } })

async function paidOrders(kitchens: { user_id: string }[]) {
  const checkout = await startedCheckout(
    world,
    kitchens.map((kitchen) => jollofFor(kitchen)),
  )
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const placed = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
  const [payment] = await world.deps.db.select().from(payments).where(eq(payments.checkout_id, checkout.id))
  return { placed, payment_id: payment?.id ?? '' }
}

async function balances(subject: string) {
  const rows = await world.deps.db
    .select({ account: journal_entries.account, amount: sql`sum(amount)`.mapWith(journal_entries.amount) })
    .from(journal_entries)
    .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
    .where(eq(journals.subject, subject))
    .groupBy(journal_entries.account)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

describe('the rate of a vendor', () => {
  test('is nothing, or the setting for all, or its own', async () => {
    const plain = await insertVendor(world.deps.db)
    const special = await insertVendor(world.deps.db, { commission_percent: 2.5 })
    const free = await insertVendor(world.deps.db, { commission_percent: 0 })
    const ids = [plain.user_id, special.user_id, free.user_id]
    expect([...(await vendorTerms(world.deps.db, ids)).values()].map((terms) => terms.percent()).sort()).toEqual([
      0, 0, 2.5,
    ])
    await setForAll(10)
    const terms = await vendorTerms(world.deps.db, ids)
    expect(ids.map((id) => terms.get(id)?.percent())).toEqual([10, 2.5, 0])
  })

  test('comes with whether it may sell now, for each vendor that there is', async () => {
    const [active, inactive] = [
      await insertVendor(world.deps.db),
      await insertVendor(world.deps.db, { status: 'Inactive', commission_percent: 5 }),
    ]
    const terms = await vendorTerms(world.deps.db, [active.user_id, inactive.user_id, crypto.randomUUID()])
    expect(terms.size).toBe(2)
    expect(terms.get(active.user_id)?.is_active).toBe(true)
    expect(terms.get(inactive.user_id)?.is_active).toBe(false)
    expect(terms.get(inactive.user_id)?.percent()).toBe(5)
  })

  test.each([
    [3_000_00, 10, 300_00],
    [99, 10, 9],
    [100, 0.5, 0],
    [200, 0.5, 1],
    [3_333_33, 12.34, 411_33],
    [9_999_999_999_99, 33.33, 3_332_999_999_99],
    [3_000_00, 0, 0],
    [3_000_00, 100, 3_000_00],
  ])('of a sale of %i kobo at %d %% keeps %i kobo', (sale, percent, kept) => {
    expect(commissionOf(kobo(sale), percent)).toBe(kept)
  })

  test.each([-1, 100.01, Number.NaN])('is never %d', (percent) => {
    expect(() => commissionOf(kobo(100), percent)).toThrow(new RangeError(`Not a commission: ${percent} %`))
  })

  test('leaves of a commission never more than of the sale, and nothing of nothing', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(100), fc.nat(10_000_000), (sale, percent, other) => {
        const [whole, part] = sale > other ? [sale, other] : [other, sale]
        const commission = commissionOf(kobo(whole), percent)
        const left = commissionLeft(commission, kobo(whole), kobo(part))
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(Math.min(commission, part))
        expect(commissionLeft(commission, kobo(whole), kobo(whole))).toBe(commission)
        expect(commissionLeft(commission, kobo(whole), 0)).toBe(0)
      }),
    )
    expect(commissionLeft(0, 0, 0)).toBe(0)
  })
})

test('a sale is shared between vendor and platform in the rate of the moment it was paid', async () => {
  await setForAll(10)
  const plain = await insertVendor(world.deps.db)
  const special = await insertVendor(world.deps.db, { commission_percent: 2.5 })
  const { placed, payment_id } = await paidOrders([plain, special])
  expect(placed).toMatchObject([
    { total_price: 3_000_00, commission: 300_00, vendor_share: 2_700_00 },
    { total_price: 3_000_00, commission: 75_00, vendor_share: 2_925_00 },
  ])
  expect(await balances(`payment:${payment_id}`)).toMatchObject({
    [`vendor:${plain.user_id}`]: -2_700_00,
    [`vendor:${special.user_id}`]: -2_925_00,
    commission: -375_00,
    delivery_fees: -1_200_00,
  })
})

test('a sale that is rejected leaves the platform no commission', async () => {
  await setForAll(10)
  const kitchen = await insertVendor(world.deps.db)
  const [order] = (await paidOrders([kitchen])).placed
  const actor = founderOf(kitchen)
  await rejectOrder(world.deps, actor, { order_id: order?.id ?? 0, reason: 'Out of rice' })
  const [after] = await world.deps.db
    .select()
    .from(orders)
    .where(eq(orders.id, order?.id ?? 0))
  expect(after).toMatchObject({ commission: 0, vendor_share: 0 })
  expect(await balances(`order:${order?.id}`)).toEqual({
    [`vendor:${kitchen.user_id}`]: 2_700_00,
    commission: 300_00,
    delivery_fees: 600_00,
    refunds_due: -3_600_00,
  })
})
