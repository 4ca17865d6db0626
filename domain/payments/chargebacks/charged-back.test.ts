import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { orderAction } from '../../../app/admin/orders/order-action.server.ts'
import { adminSends } from '../../../test/admin-sends.ts'
import { chargebacksUnderTest } from '../../../test/chargebacks-under-test.ts'
import { claimsUnderTest } from '../../../test/claims-under-test.ts'
import { refundsUnderTest } from '../../../test/refunds-under-test.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { the_system } from '../../lifecycle.ts'
import { type Kobo, kobo } from '../../money.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBack, giveBackCheckout } from '../../orders/refunds/give-back.ts'
import { giveUpOrder } from '../../orders/refunds/give-up-order.ts'
import { refundable } from '../../orders/refunds/refundable.ts'
import { orders } from '../../orders/tables.ts'
import { payments, refunds } from '../tables.ts'
import { retryRefund } from '../work-on-refund.ts'
import { isChargedBack } from './charged-back.ts'
import { coverRefund } from './cover-refund.ts'
import { recordChargeback } from './record-chargeback.ts'

const world = await worldOfFile()
const { db } = world.deps
const { bank, paymentOf, chargeBack, read } = chargebacksUnderTest(world)
const { order, admin } = claimsUnderTest(world)
const { refundRow, refundsAtProvider, workForHours, balance } = refundsUnderTest(world)
afterEach(async () => expect(await findViolations(db)).toEqual([]))

/** Two plates at NGN 1,500 and a fee of NGN 600. */
async function paidOrder(delivered = true) {
  const { id } = await order({ delivered })
  const [placed] = await db.select().from(orders).where(eq(orders.id, id))
  if (!placed) throw new Error('nothing was ordered')
  return placed
}

const decision = { borne_by: 'platform', reason: 'It was cold' } as const
const give = (order_id: number, amount_kobo: number) =>
  giveBack(world.deps, admin, { ...decision, request_key: randomUUID(), order_id, amount_kobo })
const giveAll = (order_id: number) =>
  giveBackCheckout(world.deps, admin, { ...decision, request_key: randomUUID(), order_id })

describe('what a bank took back of an order that came', () => {
  test('cannot be given back besides, until it is won', async () => {
    const { id, checkout_id } = await paidOrder()
    const number = await chargeBack(checkout_id)
    await read()
    const gone = { ok: false, reason: 'charged_back', details: { left_kobo: 0 } }
    expect(await give(id, 100_00)).toMatchObject(gone)
    expect(await giveAll(id)).toMatchObject(gone)
    await bank.moveChargeback(number, 'lost')
    await read()
    expect(await give(id, 100_00)).toMatchObject(gone)
    await bank.moveChargeback(number, 'won')
    await read()
    expect(await give(id, 100_00)).toMatchObject({ ok: true })
  })

  test('leaves the rest to give, where it is a part: the fee goes first, as of a short payment', async () => {
    const { id, checkout_id } = await paidOrder()
    await chargeBack(checkout_id, 1600)
    await read()
    expect(await refundable(db, checkout_id)).toMatchObject({
      ...{ charged_back_kobo: 1_600_00, delivery_fee_left_kobo: 0 },
      orders: [{ food_left_kobo: 2_000_00 }],
    })
    expect(await give(id, 2_000_01)).toMatchObject({ reason: 'charged_back', details: { left_kobo: 2_000_00 } })
    expect(await give(id, 2_000_00)).toMatchObject({ ok: true })
    await workForHours(1)
    expect(await refundsAtProvider(Number((await paymentOf(checkout_id)).provider_transaction_id))).toHaveLength(1)
  })

  test('leaves what is owed for an order that ends by itself, which waits for the bank', async () => {
    const placed = await paidOrder(false)
    await chargeBack(placed.checkout_id)
    await read()
    const ended = { verb: 'call_off', by: the_system, explanation: 'The dish is out', now: world.clock.now() } as const
    await db.transaction((tx) => giveUpOrder(tx, world.deps.announce, { order: placed, ...ended }))
    const [owed] = await db.select().from(refunds).where(eq(refunds.order_id, placed.id))
    expect(owed).toMatchObject({ amount: 3600_00, status: 'Asked' })
  })

  test('counts what is being sent beside it as gone', async () => {
    const { id, checkout_id } = await paidOrder(false)
    await chargeBack(checkout_id, 600)
    await read()
    const cancel = { order_id: id, reason: 'The kitchen is closed', refund_kobo: 'all', borne_by: 'vendor' } as const
    expect(await cancelOrder(world.deps, admin, cancel)).toMatchObject({ ok: true })
    const payment_id = (await paymentOf(checkout_id)).id
    const another = { id: randomUUID(), payment_id, amount: kobo(1_000_00) }
    expect(await isChargedBack(db, another)).toBe(false)
    await db.update(refunds).set({ attempts: 1 }).where(eq(refunds.payment_id, payment_id))
    expect(await isChargedBack(db, another)).toBe(true)
  })

  test('is told to the admin who tries, in words', async () => {
    const { id, checkout_id } = await paidOrder()
    await chargeBack(checkout_id)
    await read()
    const fields = {
      ...{ intent: 'give_checkout_back', order_id: String(id), borne_by: 'platform', reason: 'It was cold' },
      ...{ request_key: randomUUID(), confirmed_kobo: '0' },
    }
    const actor = await insertAccount(db, 'admin')
    const answer = JSON.stringify(await adminSends(world.deps, actor, fields).to(orderAction))
    expect(answer).toContain('took this money back already (a chargeback)')
  })
})

describe('a refund that was asked before the bank took the money', () => {
  async function heldRefund() {
    const { id, checkout_id } = await paidOrder(false)
    const number = await chargeBack(checkout_id)
    await read()
    const cancel = { order_id: id, reason: 'The kitchen is closed', refund_kobo: 'all', borne_by: 'vendor' } as const
    const cancelled = await cancelOrder(world.deps, admin, cancel)
    if (!cancelled.ok || !cancelled.value.refund) throw new Error('not cancelled')
    const refund_id = cancelled.value.refund.id
    await workForHours(1)
    const { provider_transaction_id } = await paymentOf(checkout_id)
    return { number, refund_id, sent: () => refundsAtProvider(Number(provider_transaction_id)) }
  }

  test('is not sent, and says why', async () => {
    const { refund_id, sent } = await heldRefund()
    expect(await refundRow(refund_id)).toMatchObject({
      status: 'Failed',
      last_error: expect.stringMatching(/^Not sent: the customer’s bank took this money back/),
    })
    expect(await sent()).toEqual([])
    await retryRefund(world.deps, admin, { refund_id, reason: 'Try again' })
    await workForHours(1)
    expect(await sent()).toEqual([])
  })

  test('can be sent again once it is won', async () => {
    const { number, refund_id, sent } = await heldRefund()
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ reason: 'not_covered' })
    await bank.moveChargeback(number, 'won')
    await read()
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ reason: 'not_covered' })
    await retryRefund(world.deps, admin, { refund_id, reason: 'The bank gave it back to us' })
    await workForHours(1)
    expect(await sent()).toHaveLength(1)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })

  test('is over once it is lost: the bank paid it, and the platform lost nothing by it', async () => {
    const before = await balance('chargebacks')
    const { number, refund_id, sent } = await heldRefund()
    expect(await balance('chargebacks')).toBe(before + 3_600_00)
    await bank.moveChargeback(number, 'lost')
    await read()
    const nobody = await insertAccount(db, 'vendor')
    expect(await coverRefund(world.deps, nobody, { refund_id })).toMatchObject({ reason: 'not_found' })
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ ok: true })
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Done', bank_reference: null })
    expect(await balance('chargebacks')).toBe(before)
    expect(await sent()).toEqual([])
    const again = await coverRefund(world.deps, admin, { refund_id })
    expect(again).toMatchObject({ reason: 'not_allowed', details: { status: 'Done' } })
  })
  test('is owed again where it is won after it was lost, and may be covered anew', async () => {
    const before = await balance('chargebacks')
    const { number, refund_id, sent } = await heldRefund()
    const moves = async (status: 'lost' | 'won') => {
      await bank.moveChargeback(number, status)
      await read()
      await read()
      expect(await findViolations(db)).toEqual([])
    }
    await moves('lost')
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ ok: true })
    await moves('won')
    const again = {
      status: 'Failed',
      covered_by: null,
      done_at: null,
      last_error: expect.stringMatching(/^Owed again/),
    }
    expect(await refundRow(refund_id)).toMatchObject(again)
    expect(await balance('chargebacks')).toBe(before)
    await moves('lost')
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ ok: true })
    await moves('won')
    await retryRefund(world.deps, admin, { refund_id, reason: 'The bank gave it back to us' })
    await workForHours(1)
    expect(await sent()).toHaveLength(1)
    expect((await refundRow(refund_id)).status).toBe('Done')
  })
  test('is covered by another chargeback where the first is won after it was lost', async () => {
    const { number, refund_id } = await heldRefund()
    const { payment_id, amount } = await refundRow(refund_id)
    await bank.moveChargeback(number, 'lost')
    await read()
    const [payment] = await db.select().from(payments).where(eq(payments.id, payment_id))
    const another = (listed: { amount: Kobo; status: 'lost' | 'won' }) =>
      recordChargeback(world.deps, world.deps.payments.name, {
        provider_chargeback_id: `another-${refund_id}`,
        provider_transaction_id: payment?.provider_transaction_id ?? '',
        ...{ stage: '', reason: '', due_at: null, created_at: null },
        ...listed,
      })
    const coverage = async () => (await refundRow(refund_id)).covered_by
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ ok: true })
    const first = await coverage()
    await bank.moveChargeback(number, 'won')
    await read()
    await another({ amount, status: 'lost' })
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ ok: true })
    expect(await coverage()).not.toBe(first)
    // What is more, or as much as is needed, covers it still; what is less does not.
    await another({ amount: kobo(amount + 100_00), status: 'lost' })
    await another({ amount, status: 'lost' })
    expect((await refundRow(refund_id)).status).toBe('Done')
    expect(await findViolations(db)).toEqual([])
    await another({ amount: kobo(amount - 1), status: 'lost' })
    expect(await refundRow(refund_id)).toMatchObject({ status: 'Failed', covered_by: null })
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ reason: 'not_covered' })
  })

  test('is covered where the provider may have made it only once the admin looked there', async () => {
    const { number, refund_id } = await heldRefund()
    await bank.moveChargeback(number, 'lost')
    await read()
    await db.update(refunds).set({ possible_refund_id: 'unclear' }).where(eq(refunds.id, refund_id))
    expect(await coverRefund(world.deps, admin, { refund_id })).toMatchObject({ reason: 'may_be_made' })
    expect(await coverRefund(world.deps, admin, { refund_id, looked_up: 'unclear' })).toMatchObject({ ok: true })
    expect(await refundRow(refund_id)).toMatchObject({ possible_refund_id: null, ruled_out: ['unclear'] })
  })
})
