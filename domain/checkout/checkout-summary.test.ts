import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../test/ada.ts'
import { control } from '../../test/control.ts'
import { checkOpenCheckouts } from '../../test/due-work.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { checkoutSummary } from './checkout-summary.ts'
import { startPayment } from './payment/start-payment.ts'
import { placeCheckout } from './place-checkout.ts'
import { settleCheckout } from './settlement/settle-checkout.ts'
import type { checkouts } from './tables.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())

type Checkout = typeof checkouts.$inferSelect

const summaryOf = (checkout: Pick<Checkout, 'link_token'>) => checkoutSummary(world.deps.db, checkout.link_token)
const stateOf = async (checkout: Pick<Checkout, 'link_token'>) => (await summaryOf(checkout))?.state

/** A charge of this many naira, settled with the provider. */
async function charged(
  checkout: Checkout,
  naira: number,
  outcome: 'successful' | 'failed' | 'pending' = 'successful',
): Promise<number> {
  const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: naira, outcome })
  await settleCheckout(world.deps, {
    tx_ref: checkout.tx_ref,
    provider_transaction_id: String(transaction_id),
  })
  return transaction_id
}

describe('where a checkout stands', () => {
  test('nothing tried yet, then the window opened', async () => {
    const placed = await placeCheckout(world.deps, {
      idempotency_key: randomUUID(),
      form: ada,
      cart: [jollofFor(await insertVendor(world.deps.db))],
      place: nowhere,
    })
    if (!placed.ok) throw new Error('not placed')
    expect(await summaryOf(placed.value)).toMatchObject({ state: 'open', payable_until: null })
    await startPayment(world.deps, placed.value.link_token, { accepts_wait: true })
    const payable_until = new Date(world.clock.now().getTime() + 60 * 60_000)
    expect(await summaryOf(placed.value)).toMatchObject({ state: 'started', payable_until })
  })

  test('the provider does not know yet, then it failed, then another try', async () => {
    const checkout = await startedCheckout(world)
    const transaction_id = await charged(checkout, 3600, 'pending')
    expect(await stateOf(checkout)).toBe('checking')
    await bank.settle(transaction_id, 'failed')
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    expect(await stateOf(checkout)).toBe('failed')
    await startPayment(world.deps, checkout.link_token, { accepts_wait: true })
    expect(await stateOf(checkout)).toBe('started')
  })

  test('paid, and paid it stays when a second charge goes back', async () => {
    const checkout = await startedCheckout(world)
    await charged(checkout, 3600)
    expect(await stateOf(checkout)).toBe('paid')
    await charged(checkout, 3600)
    expect(await summaryOf(checkout)).toMatchObject({
      state: 'paid',
      money_back: [{ order_id: null, amount: 3_600_00, reason: 'duplicate', status: 'Asked' }],
    })
  })

  test('paid, and paid it stays when the provider remembers only the attempt that failed', async () => {
    const checkout = await startedCheckout(world)
    const failed = await charged(checkout, 3600, 'failed')
    const old_charge = await world.deps.payments.findCharge(String(failed))
    await charged(checkout, 3600)
    const forgetful = { ...world.deps.payments, findChargeByReference: async () => old_charge }
    expect(await settleCheckout({ ...world.deps, payments: forgetful }, { tx_ref: checkout.tx_ref })).toBe('paid')
    expect(await stateOf(checkout)).toBe('paid')
  })

  test('short money is with a person', async () => {
    const checkout = await startedCheckout(world)
    await charged(checkout, 100)
    expect(await stateOf(checkout)).toBe('review')
  })

  test('nobody paid within the hour; money that comes then goes back', async () => {
    const checkout = await startedCheckout(world)
    world.clock.advance(66 * 60)
    while ((await checkOpenCheckouts(world.deps)) > 0);
    expect(await stateOf(checkout)).toBe('expired')
    await charged(checkout, 3600)
    expect(await summaryOf(checkout)).toMatchObject({
      state: 'refunding',
      money_back: [{ amount: 3_600_00, reason: 'late' }],
      orders: [],
    })
  })
})

test('the receipt has what was sold at the prices of then, the orders and how it was paid', async () => {
  const vendor = await insertVendor(world.deps.db)
  const checkout = await startedCheckout(world, [jollofFor(vendor)])
  await charged(checkout, 4000)
  expect(await summaryOf(checkout)).toMatchObject({
    tx_ref: checkout.tx_ref,
    customer: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', note: '' },
    lines: [{ vendor_name: vendor.name, name: 'Jollof Rice', price_kobo: 1_500_00, quantity: 2 }],
    subtotal: 3_000_00,
    delivery_fee: 600_00,
    total: 3_600_00,
    paid_at: world.clock.now(),
    payment_type: 'card',
    orders: [{ id: expect.any(Number), vendor_id: vendor.user_id, status: 'Pending' }],
    money_back: [{ order_id: null, amount: 400_00, reason: 'excess' }],
  })
})

test('an order that its kitchen rejected is told with its reason and its money', async () => {
  const vendor = await insertVendor(world.deps.db)
  const actor = await insertAccount(world.deps.db, 'vendor', { user_id: vendor.user_id })
  const checkout = await startedCheckout(world, [jollofFor(vendor)])
  await charged(checkout, 3600)
  const order_id = (await summaryOf(checkout))?.orders[0]?.id ?? 0
  await rejectOrder(world.deps, actor, { order_id, reason: 'The gas is finished' })
  expect(await summaryOf(checkout)).toMatchObject({
    state: 'paid',
    orders: [{ id: order_id, status: 'Cancelled', ended: { verb: 'reject', reason: 'The gas is finished' } }],
    money_back: [{ order_id, amount: 3_600_00, reason: 'rejected', status: 'Asked' }],
  })
  expect(await findViolations(world.deps.db)).toEqual([])
})

test.each(['', 'guessed', "' or 1=1 --"])('a link that nobody was given (%j) shows nothing', async (link_token) => {
  expect(await summaryOf({ link_token })).toBeNull()
})
