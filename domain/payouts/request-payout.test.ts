import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { some } from '../../test/movers.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { founderOf } from '../accounts/actor.ts'
import { vendors } from '../catalog/tables.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { moveOrder } from '../orders/move-order.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { orders } from '../orders/tables.ts'
import { eligibleOrders } from './eligible-orders.ts'
import { payoutHistory } from './payout-history.ts'
import { requestPayout } from './request-payout.ts'
import { statementPage, wholeStatement } from './statement.ts'
import { payouts } from './tables.ts'

const world = await worldOfFile()
const bank = control(world)

const account = {
  bank_name: 'Access Bank',
  bank_code: '044',
  account_number: '0690000031',
  account_name: 'IYA TEST',
}

async function vendorWithAccount() {
  const kitchen = await insertVendor(world.deps.db, account)
  const actor = founderOf(kitchen)
  return { kitchen, actor }
}

/** The id of a paid order of NGN 1,500 a plate, delivered unless said otherwise. */
async function order(kitchen: { user_id: string }, plates = 1, delivered = true): Promise<number> {
  const checkout = await startedCheckout(world, [jollofFor(kitchen, plates)])
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [row] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  const order_id = row?.id ?? 0
  if (delivered) {
    await world.deps.db.transaction((tx) =>
      moveOrder(tx, world.deps.announce, {
        order_id,
        verb: 'deliver',
        by: some('admin'),
        now: world.clock.now(),
      }),
    )
  }
  return order_id
}

const claimOf = async (order_id: number) =>
  (await world.deps.db.select().from(orders).where(eq(orders.id, order_id)))[0]?.payout_id

describe('a payout', () => {
  afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

  test('claims every delivered order, two of one price among them, and adds them up', async () => {
    const { kitchen, actor } = await vendorWithAccount()
    const delivered = [await order(kitchen), await order(kitchen), await order(kitchen, 3)]
    const waiting = await order(kitchen, 1, false)
    expect((await eligibleOrders(world.deps.db, kitchen.user_id)).map(({ id }) => id)).toEqual(delivered)

    const answer = await requestPayout(world.deps, actor)
    expect(answer).toMatchObject({ ok: true, value: { amount: 7_500_00, status: 'Pending', ...account } })
    for (const id of delivered) expect(await claimOf(id)).toBe(answer.ok && answer.value.id)
    expect(await claimOf(waiting)).toBeNull()
    expect(await eligibleOrders(world.deps.db, kitchen.user_id)).toEqual([])
    expect(await requestPayout(world.deps, actor)).toMatchObject({ ok: false, reason: 'nothing_to_pay' })
  })

  test('requested ten times at once is one', async () => {
    const { kitchen, actor } = await vendorWithAccount()
    await order(kitchen)
    await order(kitchen)
    const answers = await Promise.all(Array.from({ length: 10 }, () => requestPayout(world.deps, actor)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await payoutHistory(world.deps.db, kitchen.user_id, 1)).toMatchObject({ total: 1 })
  })

  test('asked for again because no answer came is the one there is, and nobody else’s', async () => {
    const { kitchen, actor } = await vendorWithAccount()
    const shown = await order(kitchen)
    const first = await requestPayout(world.deps, actor, shown)
    expect(first.ok).toBe(true)
    expect(await requestPayout(world.deps, actor, shown)).toEqual(first)
    const stranger = await vendorWithAccount()
    const refusal = { ok: false, reason: 'nothing_to_pay' }
    expect(await requestPayout(world.deps, stranger.actor, shown)).toMatchObject(refusal)
    expect(await requestPayout(world.deps, actor, 999_999_999)).toMatchObject(refusal)
    expect(await payoutHistory(world.deps.db, kitchen.user_id, 1)).toMatchObject({ total: 1 })
  })

  test('goes to the account as it stood when it was requested', async () => {
    const { kitchen, actor } = await vendorWithAccount()
    await order(kitchen)
    const answer = await requestPayout(world.deps, actor)
    await world.deps.db
      .update(vendors)
      .set({ account_number: '0000000000' })
      .where(eq(vendors.user_id, kitchen.user_id))
    const [payout] = await world.deps.db
      .select()
      .from(payouts)
      .where(eq(payouts.id, answer.ok ? answer.value.id : 0))
    expect(payout?.account_number).toBe('0690000031')
  })

  test('is refused without orders, without a bank account, to the inactive and to everyone else', async () => {
    const { kitchen, actor } = await vendorWithAccount()
    const set = (values: Partial<typeof vendors.$inferInsert>) =>
      world.deps.db.update(vendors).set(values).where(eq(vendors.user_id, kitchen.user_id))
    expect(await requestPayout(world.deps, actor)).toMatchObject({ reason: 'nothing_to_pay' })
    await order(kitchen)
    await set({ account_number: null })
    expect(await requestPayout(world.deps, actor)).toMatchObject({ reason: 'no_bank_account' })
    await set({ ...account, status: 'Inactive' })
    expect(await requestPayout(world.deps, actor)).toMatchObject({ reason: 'vendor_inactive' })
    const of_no_kitchen = founderOf({ user_id: randomUUID(), email: 'nobody@example.com' })
    for (const nobody of [{ ...actor, role: 'rider' as const }, of_no_kitchen]) {
      expect(await requestPayout(world.deps, nobody)).toMatchObject({ reason: 'not_found' })
    }
    expect(await payoutHistory(world.deps.db, kitchen.user_id, 1)).toMatchObject({ total: 0 })
  })

  test('never takes the orders of another vendor', async () => {
    const mine = await vendorWithAccount()
    const other = await vendorWithAccount()
    await order(mine.kitchen)
    const theirs = await order(other.kitchen)
    await requestPayout(world.deps, mine.actor)
    expect(await claimOf(theirs)).toBeNull()
  })
})

test('the history shows ten per page, newest first', async () => {
  const { kitchen } = await vendorWithAccount()
  await world.deps.db.insert(payouts).values(
    Array.from({ length: 12 }, (_, number) => ({
      vendor_id: kitchen.user_id,
      amount: kobo((number + 1) * 100),
      status: 'Cancelled' as const,
      created_at: world.clock.now(),
      bank_name: 'Access Bank',
      account_number: '0690000031',
      account_name: 'IYA TEST',
    })),
  )
  const first = await payoutHistory(world.deps.db, kitchen.user_id, 1)
  expect(first).toMatchObject({ page: 1, pages: 2, total: 12 })
  expect(first.payouts.map((payout) => payout.amount)).toEqual([1200, 1100, 1000, 900, 800, 700, 600, 500, 400, 300])
  const beyond = await payoutHistory(world.deps.db, kitchen.user_id, 99)
  expect(beyond.payouts.map((payout) => payout.amount)).toEqual([200, 100])
})

test('the statement names every sale and refund with its order and what is owed after it', async () => {
  const { kitchen, actor } = await vendorWithAccount()
  const sold = await order(kitchen, 2)
  const rejected = await order(kitchen, 1, false)
  await rejectOrder(world.deps, actor, { order_id: rejected, reason: 'Out of rice' })
  const expected = [
    { kind: 'Refund', order_id: rejected, amount: -1_500_00, balance_kobo: 3_000_00 },
    { kind: 'Sale', order_id: rejected, amount: 1_500_00, balance_kobo: 4_500_00 },
    { kind: 'Sale', order_id: sold, amount: 3_000_00, balance_kobo: 3_000_00 },
  ]
  const { lines, next } = await statementPage(world.deps.db, kitchen.user_id)
  expect(lines).toMatchObject(expected)
  expect(next).toBeNull()
  const whole = []
  for await (const portion of wholeStatement(world.deps.db, kitchen.user_id)) whole.push(...portion)
  expect(whole).toMatchObject(expected.toReversed())
  expect((await statementPage(world.deps.db, kitchen.user_id, lines[0]?.id)).lines).toMatchObject(expected.slice(1))
})

describe('the invariants find', () => {
  test.each([
    ['payout differs from its orders', sql`update payouts set amount = amount + 1 where status = 'Pending'`],
    ['claimed by a payout that is not its own', sql`update payouts set status = 'Cancelled' where status = 'Pending'`],
    ['more paid out than earned', sql`update payouts set amount = 1000000 where status = 'Pending'`],
    [
      "vendor's account differs from its orders and payouts",
      sql`update payouts set status = 'Paid' where status = 'Pending'`,
    ],
    [
      'refunded, but not cancelled',
      sql`insert into refunds (payment_id, order_id, amount, reason, asked_role, created_at)
        select p.id, o.id, 1, 'rejected', 'system', now() from orders o
        join payments p on p.checkout_id = o.checkout_id where o.status = 'Delivered' limit 1`,
    ],
  ])('%s', async (problem, statement) => {
    const { kitchen, actor } = await vendorWithAccount()
    await order(kitchen)
    await requestPayout(world.deps, actor)
    const undone = world.deps.db.transaction(async (tx) => {
      await tx.execute(statement)
      expect(await findViolations(tx as never)).toContainEqual(expect.objectContaining({ problem }))
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
  })
})
