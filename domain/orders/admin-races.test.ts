import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { untilWaitingForLocks } from '../../test/locks.ts'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { findViolations } from '../invariants/invariants.ts'
import { requestPayout } from '../payouts/request-payout.ts'
import { completeOrder } from './complete-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { cancelOrder } from './refunds/cancel-order.ts'
import { giveBack } from './refunds/give-back.ts'
import { orders } from './tables.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, orderRow, refundsOf } = vendorsUnderTest(world)

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const cancel = (order_id: number, borne_by: 'vendor' | 'platform' = 'vendor') =>
  cancelOrder(world.deps, admin, { order_id, reason: 'No rider today', refund_kobo: 'all', borne_by })

test('two admins cancel: one wins, the other is told', async () => {
  const { order_id } = await onePaidOrder()
  const answers = await Promise.all([cancel(order_id), cancel(order_id, 'platform')])
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.find((answer) => !answer.ok)).toEqual({
    ok: false,
    reason: 'not_allowed',
    details: { status: 'Cancelled' },
  })
  expect(await refundsOf(order_id)).toHaveLength(1)
})

test('one cancels, one delivers: one wins, the other is told', async () => {
  for (let round = 0; round < 5; round++) {
    const { order_id } = await onePaidOrder()
    const answers = await Promise.all([cancel(order_id), deliverOrder(world.deps, admin, { order_id })])
    const { status } = await orderRow(order_id)
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.find((answer) => !answer.ok)).toMatchObject({
      reason: 'not_allowed',
      details: { status },
    })
  }
})

test('one cancels while the vendor completes: both may happen, in one order only', async () => {
  const { owner, order_id } = await onePaidOrder()
  const [cancelled] = await Promise.all([cancel(order_id), completeOrder(world.deps, owner, order_id)])
  expect(cancelled.ok).toBe(true)
  expect(await orderRow(order_id)).toMatchObject({ status: 'Cancelled', vendor_share: 0 })
})

test('three orders of one cart are cancelled: each way goes back once', async () => {
  const placed = await paidOrders([await kitchen(), await kitchen(), await kitchen()])
  await Promise.all(placed.map((order) => cancel(order.id)))
  const amounts = await Promise.all(placed.map(async (order) => (await refundsOf(order.id))[0]?.amount))
  expect(amounts.sort()).toEqual([3_600_00, 3_600_00, 3_600_00])
})

test.each([
  ['the payout', { refunded: 'in_payout', paid_out: 3_000_00 }],
  ['the refund', { refunded: true, paid_out: 2_000_00 }],
] as const)('a payout and a refund, %s first: the other sees what it left', async (first, expected) => {
  const { owner, order_id } = await onePaidOrder()
  await deliverOrder(world.deps, admin, { order_id })
  const payout = () => requestPayout(world.deps, owner)
  const refund = () =>
    giveBack(world.deps, admin, {
      order_id,
      amount_kobo: 1_000_00,
      borne_by: 'vendor',
      reason: 'Cold food',
      request_key: randomUUID(),
    })
  const running = await inThisOrder(order_id, first === 'the payout' ? [payout, refund] : [refund, payout])
  const [requested, given] = first === 'the payout' ? running : running.toReversed()
  expect(requested).toMatchObject({ ok: true, value: { amount: expected.paid_out } })
  expect(given).toMatchObject(expected.refunded === true ? { ok: true } : { ok: false, reason: expected.refunded })
})

async function onePaidOrder() {
  const owner = await kitchen()
  const [order] = await paidOrders([owner])
  return { owner, order_id: order?.id ?? 0 }
}

/** Both wait for the order's row lock and get it in this sequence. */
async function inThisOrder(order_id: number, acts: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const { db } = world.deps
  const running: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, order_id)).for('update')
    for (const act of acts) {
      running.push(act())
      await untilWaitingForLocks(db, running.length)
    }
  })
  return Promise.all(running)
}
