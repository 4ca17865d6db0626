import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { requestPayout } from '../payouts/request-payout.ts'
import { deliverOrder } from './deliver-order.ts'
import { cancelOrder } from './refunds/cancel-order.ts'
import { giveBack } from './refunds/give-back.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, orderRow, refundsOf, entriesOf } = vendorsUnderTest(world)

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const cancel = (order_id: number, more: Partial<Parameters<typeof cancelOrder>[2]> = {}, actor = admin) =>
  cancelOrder(world.deps, actor, {
    order_id,
    reason: 'No rider today',
    refund_kobo: 'all',
    borne_by: 'vendor',
    ...more,
  })
const auditOf = (order_id: number) =>
  world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `order:${order_id}`))

describe('delivering by an admin', () => {
  test.each([undefined, 'The customer called'])('makes the order payable (reason: %s)', async (reason) => {
    const { owner, order_id } = await onePaidOrder()
    const answer = await deliverOrder(world.deps, admin, { order_id, reason })
    expect(answer).toMatchObject({ ok: true, value: { status: 'Delivered' } })
    expect(await auditOf(order_id)).toMatchObject([
      { action: 'order_delivered', actor: 'boss@example.com', reason: reason ?? null },
    ])
    expect(await requestPayout(world.deps, owner)).toMatchObject({ value: { amount: 3_000_00 } })
  })

  test('is refused twice, to everybody else, for a missing order and with a reason too short', async () => {
    const { owner, order_id } = await onePaidOrder()
    const not_found = { ok: false, reason: 'not_found', details: undefined }
    expect(await deliverOrder(world.deps, owner, { order_id })).toEqual(not_found)
    expect(await deliverOrder(world.deps, admin, { order_id: 2 ** 40 })).toEqual(not_found)
    expect(await deliverOrder(world.deps, admin, { order_id: 1.5 })).toEqual(not_found)
    expect(await deliverOrder(world.deps, admin, { order_id, reason: 'x' })).toMatchObject({
      reason: 'bad_reason',
    })
    await deliverOrder(world.deps, admin, { order_id })
    expect(await deliverOrder(world.deps, admin, { order_id })).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Delivered' },
    })
  })
})

describe('cancelling by an admin', () => {
  test('gives everything back, the delivery fee with the last order, and tells both sides', async () => {
    const { owner, order_id } = await onePaidOrder()
    expect(await cancel(order_id)).toMatchObject({
      ok: true,
      value: { order: { status: 'Cancelled', vendor_share: 0 }, refund: { amount: 3_600_00 } },
    })
    expect(await refundsOf(order_id)).toMatchObject([
      {
        amount: 3_600_00,
        delivery_fee: 600_00,
        reason: 'cancelled',
        borne_by: 'vendor',
        explanation: 'No rider today',
        asked_by: admin.user_id,
      },
    ])
    expect(await entriesOf(`order:${order_id}`)).toEqual({
      [`vendor:${owner.user_id}`]: 3_000_00,
      delivery_fees: 600_00,
      refunds_due: -3_600_00,
    })
    const [refund] = await refundsOf(order_id)
    for (const kind of ['refund_sms', 'refund_mail']) {
      const [message] = await world.deps.db
        .select()
        .from(messages)
        .where(eq(messages.dedupe_key, `${kind}:${refund?.id}`))
      expect(message?.body).toContain(`Your order ${order_id} was cancelled: No rider today.`)
    }
    expect(await bellOf(owner, 'order_cancelled')).toMatchObject([
      { order_id, text: `Order ${order_id} was cancelled: No rider today. You keep ₦0.` },
    ])
    expect(await auditOf(order_id)).toMatchObject([
      {
        action: 'order_cancelled',
        before: { status: 'Pending', vendor_share_kobo: 3_000_00 },
        after: { status: 'Cancelled', vendor_share_kobo: 0, refund_kobo: 3_600_00, borne_by: 'vendor' },
        reason: 'No rider today',
      },
    ])
  })

  test('in part leaves the rest to the vendor, who can ask for it', async () => {
    const { owner, order_id } = await onePaidOrder()
    await cancel(order_id, { refund_kobo: 1_000_00 })
    expect(await orderRow(order_id)).toMatchObject({ status: 'Cancelled', vendor_share: 2_000_00 })
    const [refund] = await refundsOf(order_id)
    const [sms] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:${refund?.id}`))
    expect(sms?.body).toContain('NGN 1,000 of NGN 3,000 is on its way back to you')
    expect(await requestPayout(world.deps, owner)).toMatchObject({ value: { amount: 2_000_00 } })
  })

  test('borne by the platform leaves the vendor its whole share', async () => {
    const { owner, order_id } = await onePaidOrder()
    await cancel(order_id, { borne_by: 'platform' })
    expect(await orderRow(order_id)).toMatchObject({ status: 'Cancelled', vendor_share: 3_000_00 })
    expect(await entriesOf(`order:${order_id}`)).toEqual({
      platform_losses: 3_000_00,
      delivery_fees: 600_00,
      refunds_due: -3_600_00,
    })
    expect(await requestPayout(world.deps, owner)).toMatchObject({ value: { amount: 3_000_00 } })
  })

  test('of two orders of one cart gives back what was paid for the way of each', async () => {
    const [first, second] = await paidOrders([await kitchen(), await kitchen()])
    await cancel(first?.id ?? 0)
    expect(await cancel(second?.id ?? 0, { refund_kobo: 3_600_00 })).toMatchObject({ ok: true })
    expect(await refundsOf(first?.id ?? 0)).toMatchObject([{ amount: 3_600_00, delivery_fee: 600_00 }])
    expect(await refundsOf(second?.id ?? 0)).toMatchObject([{ amount: 3_600_00, delivery_fee: 600_00 }])
  })

  test('after a part was borne by the platform: with everything, the vendor bears that part too', async () => {
    const { owner, order_id } = await onePaidOrder()
    await giveBack(world.deps, admin, {
      order_id,
      amount_kobo: 500_00,
      borne_by: 'platform',
      reason: 'A spoon was missing',
      request_key: randomUUID(),
    })
    await cancel(order_id)
    expect(await orderRow(order_id)).toMatchObject({ vendor_share: 0 })
    expect(await entriesOf(`order:${order_id}`)).toEqual({
      [`vendor:${owner.user_id}`]: 3_000_00,
      platform_losses: -500_00,
      delivery_fees: 600_00,
      refunds_due: -3_100_00,
    })
  })

  test('of an order that was given back altogether moves it and tells the customer, and no money', async () => {
    const { order_id } = await onePaidOrder()
    await giveBack(world.deps, admin, {
      order_id,
      amount_kobo: 3_000_00,
      with_delivery_fee: true,
      borne_by: 'vendor',
      reason: 'Never arrived',
      request_key: randomUUID(),
    })
    expect(await cancel(order_id)).toMatchObject({ ok: true, value: { refund: null } })
    expect(await refundsOf(order_id)).toHaveLength(1)
    const [sms] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:order:${order_id}`))
    expect(sms?.body).toContain('Its money was sent back before.')
  })

  test.each([
    ['bad_reason', { reason: 'no' }],
    ['bad_reason', { reason: 'x'.repeat(201) }],
    ['bad_amount', { refund_kobo: 0 }],
    ['bad_amount', { refund_kobo: -1 }],
    ['bad_amount', { refund_kobo: 0.5 }],
    ['no_rider', { borne_by: 'rider' }],
    ['more_than_paid', { refund_kobo: 3_600_01 }],
  ] as const)('is refused as %s with %o', async (reason, more) => {
    const { order_id } = await onePaidOrder()
    expect(await cancel(order_id, more)).toMatchObject({ ok: false, reason })
    expect(await orderRow(order_id)).toMatchObject({ status: 'Pending', vendor_share: 3_000_00 })
    expect(await refundsOf(order_id)).toEqual([])
  })

  test('gives back what was paid for its way once, also where that was given back before', async () => {
    const [first, second] = await paidOrders([await kitchen(), await kitchen()])
    const order_id = first?.id ?? 0
    const give = {
      order_id,
      amount_kobo: 0,
      with_delivery_fee: true,
      borne_by: 'vendor',
      reason: 'It was late',
    } as const
    await giveBack(world.deps, admin, { ...give, request_key: randomUUID() })
    await cancel(order_id)
    await cancel(second?.id ?? 0)
    const fees = [...(await refundsOf(order_id)), ...(await refundsOf(second?.id ?? 0))]
    expect(fees.map(({ delivery_fee }) => delivery_fee)).toEqual([1_200_00, 0, 0])
  })

  test('may not give back what was paid for the other order’s way', async () => {
    const [first] = await paidOrders([await kitchen(), await kitchen()])
    expect(await cancel(first?.id ?? 0, { refund_kobo: 3_600_01 })).toMatchObject({
      reason: 'more_than_paid',
      details: { left_kobo: 3_600_00 },
    })
  })

  test('is refused to everybody else and of a missing order', async () => {
    const { owner, order_id } = await onePaidOrder()
    const not_found = { ok: false, reason: 'not_found', details: undefined }
    expect(await cancel(order_id, {}, owner)).toEqual(not_found)
    expect(await cancel(2 ** 40)).toEqual(not_found)
    expect(await cancel(Number.NaN)).toEqual(not_found)
  })
})

async function onePaidOrder() {
  const owner = await kitchen()
  const [order] = await paidOrders([owner])
  return { owner, order_id: order?.id ?? 0 }
}

const bellOf = (owner: Actor, kind: 'order_cancelled' | 'order_refunded') =>
  world.deps.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.user_id, owner.user_id), eq(notifications.kind, kind)))
