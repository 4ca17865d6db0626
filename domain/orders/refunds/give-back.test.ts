import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { sendDueRefunds } from '../../../test/due-work.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { requestPayout } from '../../payouts/request-payout.ts'
import { deliverOrder } from '../deliver-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { giveBack, giveBackCheckout } from './give-back.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, orderRow, refundsOf, entriesOf } = vendorsUnderTest(world)

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }

/** A delivered order of three plates of NGN 1,500. */
async function deliveredOrder(more = {}) {
  const owner = await kitchen(more)
  const [order] = await paidOrders([owner], 3)
  const order_id = order?.id ?? 0
  await deliverOrder(world.deps, admin, { order_id })
  return { owner, order_id }
}

type Wish = Parameters<typeof giveBack>[2]
const complaint = { borne_by: 'vendor', reason: 'A plate was missing' } as const
const wish = (order_id: number, more: Record<string, unknown>) =>
  ({ ...complaint, order_id, request_key: randomUUID(), ...more }) as Wish
const give = (order_id: number, more: Record<string, unknown>, actor = admin) =>
  giveBack(world.deps, actor, wish(order_id, more))
const plates = (quantity: number, item = 0) => ({ lines: [{ item, quantity }] })
const giveAll = (order_id: number, more: Record<string, unknown> = {}, actor = admin) =>
  giveBackCheckout(world.deps, actor, { ...complaint, request_key: randomUUID(), order_id, ...more })
const moneyOf = async (order_id: number) =>
  (await refundsOf(order_id)).map(({ amount, delivery_fee }) => [amount, delivery_fee])

describe('giving items back', () => {
  test('pays their price out of the share of the vendor, and the order stays delivered', async () => {
    const { owner, order_id } = await deliveredOrder()
    const answer = await give(order_id, plates(1))
    const [refund] = await refundsOf(order_id)
    expect(answer).toEqual({ ok: true, value: [refund] })
    expect(refund).toMatchObject({
      amount: 1_500_00,
      delivery_fee: 0,
      reason: 'complaint',
      borne_by: 'vendor',
      lines: [{ item: 0, name: 'Jollof Rice', quantity: 1, amount_kobo: 1_500_00 }],
      asked_by: admin.user_id,
    })
    expect(await orderRow(order_id)).toMatchObject({ status: 'Delivered', vendor_share: 3_000_00 })
    expect(await entriesOf(`order:${order_id}:${refund?.id}`)).toEqual({
      [`vendor:${owner.user_id}`]: 1_500_00,
      refunds_due: -1_500_00,
    })
    expect(await requestPayout(world.deps, owner)).toMatchObject({ value: { amount: 3_000_00 } })
  })

  test('tells the customer why, the vendor what it keeps, and the audit log who decided', async () => {
    const { owner, order_id } = await deliveredOrder()
    await give(order_id, plates(2))
    const [refund] = await refundsOf(order_id)
    for (const kind of ['refund_sms', 'refund_mail']) {
      const [message] = await world.deps.db
        .select()
        .from(messages)
        .where(eq(messages.dedupe_key, `${kind}:${refund?.id}`))
      expect(message?.body).toContain(`We are sorry about your order ${order_id}: A plate was missing.`)
      expect(message?.body).toContain('3,000')
    }
    const [bell] = await world.deps.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user_id, owner.user_id), eq(notifications.kind, 'order_refunded')))
    expect(bell?.text).toBe(
      `Order ${order_id}: ₦3,000 goes back to the customer, out of your share: A plate was missing. You keep ₦1,500.`,
    )
    const [entry] = await world.deps.db
      .select()
      .from(audit_log)
      .where(and(eq(audit_log.subject, `order:${order_id}`), eq(audit_log.action, 'order_given_back')))
    expect(entry).toMatchObject({
      actor: 'boss@example.com',
      reason: 'A plate was missing',
      after: { refund_kobo: 3_000_00, borne_by: 'vendor', vendor_share_kobo: 1_500_00 },
    })
  })

  test('is refused beyond what was sold, counting what went back before', async () => {
    const { order_id } = await deliveredOrder()
    await give(order_id, plates(2))
    expect(await give(order_id, plates(2))).toMatchObject({
      reason: 'more_than_sold',
      details: { item: 0, left: 1 },
    })
    await give(order_id, { amount_kobo: 100_00 })
    expect(await give(order_id, plates(1))).toMatchObject({
      reason: 'more_than_paid',
      details: { left_kobo: 1_400_00 },
    })
  })

  test.each([
    ['no item', { lines: [] }],
    ['an item that is not there', plates(1, 1)],
    ['no quantity', plates(0)],
    ['half a plate', plates(0.5)],
    ['an item twice', { lines: [...plates(1).lines, ...plates(1).lines] }],
  ])('is refused for %s', async (_, more) => {
    const { order_id } = await deliveredOrder()
    expect(await give(order_id, more)).toMatchObject({ ok: false, reason: 'bad_lines' })
  })
})

describe('giving kobo back', () => {
  test('may be repeated until nothing is left', async () => {
    const { order_id } = await deliveredOrder()
    await give(order_id, { amount_kobo: 4_000_01 })
    await give(order_id, { amount_kobo: 499_99 })
    expect(await orderRow(order_id)).toMatchObject({ status: 'Delivered', vendor_share: 0 })
    expect(await give(order_id, { amount_kobo: 1 })).toMatchObject({
      reason: 'more_than_paid',
      details: { left_kobo: 0 },
    })
  })

  test('borne by the platform leaves the vendor its share, also when a payout has claimed it', async () => {
    const { owner, order_id } = await deliveredOrder()
    await requestPayout(world.deps, owner)
    expect(await give(order_id, { amount_kobo: 500_00 })).toEqual({
      ok: false,
      reason: 'in_payout',
      details: { order_ids: [order_id] },
    })
    expect(await give(order_id, { amount_kobo: 500_00, borne_by: 'platform' })).toMatchObject({ ok: true })
    expect(await orderRow(order_id)).toMatchObject({ vendor_share: 4_500_00 })
    const [refund] = await refundsOf(order_id)
    expect(await entriesOf(`order:${order_id}:${refund?.id}`)).toEqual({
      platform_losses: 500_00,
      refunds_due: -500_00,
    })
  })

  test('takes the part of the commission out of the commission', async () => {
    const { owner, order_id } = await deliveredOrder({ commission_percent: 10 })
    await give(order_id, { amount_kobo: 1_000_01 })
    expect(await orderRow(order_id)).toMatchObject({ commission: 349_99, vendor_share: 3_150_00 })
    const [refund] = await refundsOf(order_id)
    expect(await entriesOf(`order:${order_id}:${refund?.id}`)).toEqual({
      [`vendor:${owner.user_id}`]: 900_00,
      commission: 100_01,
      refunds_due: -1_000_01,
    })
  })

  test('with the delivery fee, which goes back once for a whole cart', async () => {
    const [first, second] = await paidOrders([await kitchen(), await kitchen()])
    const [a, b] = [first?.id ?? 0, second?.id ?? 0]
    await give(a, { amount_kobo: 0, with_delivery_fee: true })
    expect(await moneyOf(a)).toEqual([[1_200_00, 1_200_00]])
    expect(await give(b, { amount_kobo: 0, with_delivery_fee: true })).toMatchObject({ reason: 'bad_amount' })
    const cancel = (order_id: number) =>
      cancelOrder(world.deps, admin, { order_id, reason: 'Closed', refund_kobo: 'all', borne_by: 'vendor' })
    await cancel(a)
    await cancel(b)
    expect(await moneyOf(b)).toEqual([[3_000_00, 0]])
  })

  test.each([
    ['bad_amount', { amount_kobo: 0 }],
    ['bad_amount', { amount_kobo: -100 }],
    ['bad_amount', { amount_kobo: 1.5 }],
    ['bad_amount', { amount_kobo: Number.NaN }],
    ['bad_reason', { amount_kobo: 100, reason: '' }],
    ['bad_request_key', { amount_kobo: 100, request_key: 'x' }],
    ['no_rider', { amount_kobo: 100, borne_by: 'rider' }],
  ])('is refused as %s with %o', async (reason, more) => {
    const { order_id } = await deliveredOrder()
    expect(await give(order_id, more)).toMatchObject({ ok: false, reason })
    expect(await refundsOf(order_id)).toEqual([])
  })

  test('is refused to everybody else and of a missing order', async () => {
    const { owner, order_id } = await deliveredOrder()
    const not_found = { ok: false, reason: 'not_found', details: undefined }
    expect(await give(order_id, { amount_kobo: 100 }, owner)).toEqual(not_found)
    expect(await give(2 ** 40, { amount_kobo: 100 })).toEqual(not_found)
    expect(await give(Number.NaN, { amount_kobo: 100 })).toEqual(not_found)
    expect(await giveAll(order_id, {}, owner)).toEqual(not_found)
  })
})

describe('giving a whole checkout back', () => {
  test('returns what is left of every order, and the fee once', async () => {
    const [first, second] = await paidOrders([await kitchen(), await kitchen()])
    const [a, b] = [first?.id ?? 0, second?.id ?? 0]
    await give(a, { amount_kobo: 1_000_00 })
    expect(await giveAll(b)).toMatchObject({ ok: true, value: [{ order_id: a }, { order_id: b }] })
    expect(await moneyOf(a)).toEqual([
      [1_000_00, 0],
      [2_000_00, 0],
    ])
    expect(await moneyOf(b)).toEqual([[4_200_00, 1_200_00]])
    const told = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:${(await refundsOf(a))[1]?.id}`))
    expect(told[0]?.body).toContain(`your order ${a}, ${b}: A plate was missing. NGN 6,200`)
    expect(await giveAll(a)).toMatchObject({ ok: false, reason: 'nothing_left' })
  })

  test('returns the fee alone when nothing else is left', async () => {
    const { order_id } = await deliveredOrder()
    await give(order_id, plates(3))
    await giveAll(order_id)
    expect(await moneyOf(order_id)).toEqual([
      [4_500_00, 0],
      [600_00, 600_00],
    ])
  })

  test('by its own id, and no other id', async () => {
    const { order_id } = await deliveredOrder()
    const { checkout_id } = await orderRow(order_id)
    const whole = { ...complaint, request_key: randomUUID() }
    expect(await giveBackCheckout(world.deps, admin, { ...whole, checkout_id: randomUUID() })).toMatchObject({
      reason: 'not_found',
    })
    expect(await giveBackCheckout(world.deps, admin, { ...whole, checkout_id })).toMatchObject({ ok: true })
  })

  test('names the orders that a payout has claimed when the vendors should bear it', async () => {
    const { owner, order_id } = await deliveredOrder()
    await requestPayout(world.deps, owner)
    expect(await giveAll(order_id)).toMatchObject({ reason: 'in_payout', details: { order_ids: [order_id] } })
    expect(await giveAll(order_id, { borne_by: 'platform' })).toMatchObject({ ok: true })
  })
})

describe('a form sent twice', () => {
  test('gives back once, one after the other and at once', async () => {
    const { order_id } = await deliveredOrder()
    const request = wish(order_id, { amount_kobo: 500_00 })
    const first = await giveBack(world.deps, admin, request)
    expect(await giveBack(world.deps, admin, request)).toEqual(first)
    const other = wish(order_id, plates(1))
    await Promise.all(Array.from({ length: 10 }, () => giveBack(world.deps, admin, other)))
    expect(await moneyOf(order_id)).toEqual([
      [500_00, 0],
      [1_500_00, 0],
    ])
  })

  test('two forms at once: one wins, the other is told what is left', async () => {
    const { order_id } = await deliveredOrder()
    const answers = await Promise.all([
      give(order_id, { amount_kobo: 3_000_00 }),
      give(order_id, { amount_kobo: 3_000_00 }),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.find((answer) => !answer.ok)).toMatchObject({
      reason: 'more_than_paid',
      details: { left_kobo: 1_500_00 },
    })
  })
})

test('all refunds of one payment reach the customer', async () => {
  const { order_id } = await deliveredOrder()
  await give(order_id, plates(1))
  await give(order_id, plates(1))
  await giveAll(order_id)
  for (let round = 0; round < 3; round++) {
    await sendDueRefunds(world.deps)
    world.clock.advance(3600)
  }
  expect((await refundsOf(order_id)).map(({ status }) => status)).toEqual(['Done', 'Done', 'Done'])
})
