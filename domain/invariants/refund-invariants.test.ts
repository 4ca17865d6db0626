import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { the_customer } from '../lifecycle.ts'
import { decideMissing } from '../orders/missing-dish/decide-missing.ts'
import { markMissing } from '../orders/missing-dish/mark-missing.ts'
import { cancelOrder } from '../orders/refunds/cancel-order.ts'
import { giveBack } from '../orders/refunds/give-back.ts'
import { recordBankSettlement } from '../payments/record-bank-settlement.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const { kitchen, paidOrders } = vendorsUnderTest(world)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }

/** Books in which money went back in every way, and nothing is wrong. */
beforeAll(async () => {
  const owner = await kitchen({ commission_percent: 10 })
  const orders = []
  for (let number = 0; number < 5; number++) orders.push(...(await paidOrders([owner])))
  const [cancelled, in_part, plate, losses, missing] = orders.map(({ id }) => id)
  const give = (
    order_id: number | undefined,
    more: { amount_kobo: number } | { lines: { item: number; quantity: number }[] },
    borne_by: 'vendor' | 'platform' = 'vendor',
  ) =>
    giveBack(world.deps, admin, {
      order_id: order_id ?? 0,
      reason: 'A plate was missing',
      request_key: randomUUID(),
      borne_by,
      with_delivery_fee: 'lines' in more,
      ...more,
    })
  const cancel = (order_id: number | undefined, refund_kobo: number | 'all') =>
    cancelOrder(world.deps, admin, {
      order_id: order_id ?? 0,
      reason: 'Closed',
      refund_kobo,
      borne_by: 'vendor',
    })
  await cancel(cancelled, 'all')
  await cancel(in_part, 1_000_00)
  await give(plate, { lines: [{ item: 0, quantity: 1 }] })
  await give(losses, { amount_kobo: 700_00 }, 'platform')
  const marked = await markMissing(world.deps, owner, {
    ...{ order_id: missing ?? 0, item: 0, quantity: 1, keeps_selling: true },
  })
  if (!marked.ok) throw new Error(marked.reason)
  await decideMissing(world.deps, {
    ...{ order_id: missing ?? 0, missing_id: marked.value.id, by: the_customer },
    choice: { kind: 'leave_out' },
  })
  const settlement = await recordBankSettlement(world.deps, admin, {
    provider: 'flutterwave',
    reference: 'FLW-SETTLED-1',
    amount_kobo: 2_000_00,
    settled_on: '2026-03-10',
  })
  expect(settlement.ok).toBe(true)
})

test('books in which nothing is wrong have no violation', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

const a_delivery = sql`from orders o join payments p on p.checkout_id = o.checkout_id and p.purpose = 'orders'
  where o.status = 'Pending' limit 1`

test.each<[string, ...SQL[]]>([
  [
    'refunded, but not cancelled',
    sql`insert into refunds (payment_id, order_id, amount, reason, asked_role, created_at)
      select p.id, o.id, 1, 'cancelled', 'system', now() ${a_delivery}`,
  ],
  ['cancelled, but not refunded', sql`delete from refunds where reason = 'cancelled'`],
  ['more refunded than its price', sql`update refunds set amount = amount + 3000 where reason = 'complaint'`],
  ['more refunded than paid', sql`update refunds set amount = amount + 9000 where status <> 'Done'`],
  [
    'delivery fee refunded twice',
    sql`insert into refunds (payment_id, order_id, amount, delivery_fee, reason, asked_role, created_at)
      select payment_id, order_id, 600, 600, 'complaint', 'system', now() from refunds where delivery_fee > 0`,
  ],
  [
    'more of an item refunded than sold',
    sql`update refunds set lines = jsonb_set(lines, '{0,quantity}', '3') where lines is not null`,
  ],
  [
    'more of an item refunded than sold',
    sql`update refunds set lines = jsonb_set(lines, '{0,item}', '7') where lines is not null`,
  ],
  [
    'two refunds are one at the provider',
    sql`insert into refunds (payment_id, amount, reason, asked_role, created_at, provider_refund_id)
      select id, 1, 'complaint', 'system', now(), '7' from (select p.id ${a_delivery}) p, generate_series(1, 2)`,
  ],
  ['shares differ from its refunds', sql`update orders set vendor_share = vendor_share - 1 where vendor_share > 0`],
  ['shares differ from its refunds', sql`update refunds set borne_by = 'vendor' where borne_by = 'platform'`],
  [
    "vendor's account differs from its orders and payouts",
    sql`update orders set vendor_share = vendor_share - 1, commission = commission + 1 where commission > 0`,
  ],
  ['differs from what was recorded', sql`update refunds set borne_by = 'platform' where borne_by = 'vendor'`],
  ['differs from what was recorded', sql`update bank_settlements set amount = amount + 1`],
  ['differs from the provider', sql`update bank_settlements set amount = amount + 1`],
  ['differs from the provider', sql`update refunds set status = 'Done' where reason = 'cancelled'`],
  [
    'differs from what was recorded',
    sql`update refunds set status = 'Done', bank_reference = 'by hand' where reason = 'cancelled'`,
  ],
  ['what went back for missing dishes differs from its refunds', sql`update missing_dishes set back = back - 1`],
  [
    'more went back for a missing dish than it cost, or it was swapped for a dearer one',
    sql`update missing_dishes set swap_price = price + 1`,
  ],
  [
    'its customer is to choose, but it was moved on',
    sql`update missing_dishes set outcome = null,
      order_id = (select id from orders where status = 'Cancelled' limit 1)`,
  ],
  ['cancelled for a missing dish, but it goes on', sql`update missing_dishes set outcome = 'cancelled'`],
  ['differs from the refunds that are open', sql`update refunds set amount = amount - 1 where reason = 'cancelled'`],
])('%s is found', async (problem, ...statements) => {
  const undone = world.deps.db.transaction(async (tx) => {
    for (const statement of statements) {
      const { rowCount } = await tx.execute(statement)
      if (rowCount === 0) throw new Error('Nothing was planted')
    }
    expect(await findViolations(tx as never)).toContainEqual(expect.objectContaining({ problem }))
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
})

test('the database itself refuses shares that no order can have', async () => {
  for (const statement of [
    sql`update orders set vendor_share = -1`,
    sql`update orders set commission = -1`,
    sql`update orders set vendor_share = total_price + 1`,
    sql`update refunds set delivery_fee = amount + 1`,
    sql`update bank_settlements set amount = 0`,
  ]) {
    await expect(world.deps.db.execute(statement)).rejects.toMatchObject({ cause: { code: '23514' } })
  }
})
