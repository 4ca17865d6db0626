import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { checkOpenCheckouts, sendDueRefunds } from '../../../test/due-work.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { journal_entries, payments, refunds, review_cases } from '../../payments/tables.ts'
import { checkouts } from '../tables.ts'
import { settleCheckout } from './settle-checkout.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const ordersOf = (checkout_id: string) => world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout_id))
const paymentsOf = (tx_ref: string) => world.deps.db.select().from(payments).where(eq(payments.tx_ref, tx_ref))
const refundsOf = async (tx_ref: string) =>
  world.deps.db
    .select({ amount: refunds.amount, reason: refunds.reason, status: refunds.status })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(payments.tx_ref, tx_ref))
async function balance(account: string): Promise<number> {
  const rows = await world.deps.db.select().from(journal_entries).where(eq(journal_entries.account, account))
  return rows.reduce((sum, row) => sum + row.amount, 0)
}

describe('a paid checkout', () => {
  test('becomes orders, history, books and messages in one commit', async () => {
    const vendor = await insertVendor(world.deps.db)
    const checkout = await startedCheckout(world, [jollofFor(vendor)])
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })

    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('paid')

    const [order] = await ordersOf(checkout.id)
    expect(order).toMatchObject({
      vendor_id: vendor.user_id,
      customer_name: 'Ada Obi',
      customer_phone: '+2348031234567',
      items: [{ name: 'Jollof Rice', price_kobo: 150000, quantity: 2 }],
      total_price: 300000,
      delivery_fee: 60000,
      grand_total: 360000,
      status: 'Pending',
      payment_reference: checkout.tx_ref,
    })
    expect(await balance(`vendor:${vendor.user_id}`)).toBe(-300000)
    const history = await world.deps.db
      .select()
      .from(order_history)
      .where(eq(order_history.order_id, order?.id ?? 0))
    expect(history).toMatchObject([{ verb: 'place', to_status: 'Pending' }])
    const outbox = await world.deps.db.select().from(messages)
    expect(outbox.map((message) => message.dedupe_key)).toEqual(
      expect.arrayContaining([`new_order:${order?.id}`, `paid_sms:${checkout.id}`, `receipt:${checkout.id}`]),
    )
  })

  test('settled by fifty callers at once is one set of orders', async () => {
    const [one, two] = [await insertVendor(world.deps.db), await insertVendor(world.deps.db)]
    const checkout = await startedCheckout(world, [jollofFor(one), jollofFor(two, 1)])
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 5700 })

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, caller) =>
        settleCheckout(world.deps, {
          tx_ref: checkout.tx_ref,
          provider_transaction_id: caller % 2 ? String(transaction_id) : null,
        }),
      ),
    )

    expect(new Set(outcomes)).toEqual(new Set(['paid']))
    expect(await ordersOf(checkout.id)).toHaveLength(2)
    expect(await paymentsOf(checkout.tx_ref)).toHaveLength(1)
    const sent = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `receipt:${checkout.id}`))
    expect(sent).toHaveLength(1)
  })

  test('a charge recorded with its fee is not asked for again; another tx_ref or a missing fee is', async () => {
    const vendor = await insertVendor(world.deps.db)
    const checkout = await startedCheckout(world, [jollofFor(vendor)])
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const known = { tx_ref: checkout.tx_ref, provider_transaction_id: String(transaction_id) }
    expect(await settleCheckout(world.deps, known)).toBe('paid')

    await bank.behave({ verify: '503' })
    expect(await settleCheckout(world.deps, known)).toBe('paid')
    await expect(settleCheckout(world.deps, { ...known, tx_ref: 'CG-other' })).rejects.toThrow('503')
    const [{ id, provider_fee } = { id: '', provider_fee: null }] = await paymentsOf(checkout.tx_ref)
    await world.deps.db.update(payments).set({ provider_fee: null }).where(eq(payments.id, id))
    await expect(settleCheckout(world.deps, known)).rejects.toThrow('503')
    await world.deps.db.update(payments).set({ provider_fee }).where(eq(payments.id, id))
  })

  test('over two vendors has one row per vendor, the fee on each row and once in the books', async () => {
    const [one, two] = [await insertVendor(world.deps.db), await insertVendor(world.deps.db)]
    const fees_before = await balance('delivery_fees')
    const checkout = await startedCheckout(world, [jollofFor(one, 1), jollofFor(two, 3)])
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 7200 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })

    const rows = await ordersOf(checkout.id)
    expect(rows.map((row) => [row.total_price, row.delivery_fee, row.grand_total])).toEqual([
      [150000, 120000, 270000],
      [450000, 120000, 570000],
    ])
    expect(rows.map(({ own_delivery_fee }) => own_delivery_fee)).toEqual([60000, 60000])
    expect((await balance('delivery_fees')) - fees_before).toBe(-120000)
  })

  test('stays paid when an older attempt fails late', async () => {
    const checkout = await startedCheckout(world)
    const older = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'pending' })
    const newer = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await settleCheckout(world.deps, {
      tx_ref: checkout.tx_ref,
      provider_transaction_id: String(newer.transaction_id),
    })
    await bank.settle(older.transaction_id, 'failed')
    await bank.behave({ verify_by_reference: 'first' })

    await settleCheckout(world.deps, {
      tx_ref: checkout.tx_ref,
      provider_transaction_id: String(older.transaction_id),
    })
    const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.id, checkout.id))
    expect(row?.status).toBe('Paid')
    expect(await ordersOf(checkout.id)).toHaveLength(1)
  })

  test('is found behind a failed attempt that the provider shows first', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'failed' })
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await bank.behave({ verify_by_reference: 'first' })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('paid')
  })
})

describe('money that is not an order', () => {
  test('short waits for a person and makes no order', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3599 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('review')
    expect(await ordersOf(checkout.id)).toHaveLength(0)
    const [payment] = await paymentsOf(checkout.tx_ref)
    const cases = await world.deps.db
      .select()
      .from(review_cases)
      .where(eq(review_cases.payment_id, payment?.id ?? ''))
    expect(cases).toMatchObject([{ kind: 'short', status: 'Open' }])
  })

  test('in another currency waits for a person', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, currency: 'USD' })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('review')
    expect(await ordersOf(checkout.id)).toHaveLength(0)
  })

  test('under a tx_ref that is not ours waits for a person', async () => {
    await bank.pay({ tx_ref: 'CHOW-never-heard-of', amount: 100 })
    expect(await settleCheckout(world.deps, { tx_ref: 'CHOW-never-heard-of' })).toBe('review')
  })

  test('in excess makes the orders and sends the rest back', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 4000.5 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('paid')
    expect(await refundsOf(checkout.tx_ref)).toEqual([{ amount: 40050, reason: 'excess', status: 'Asked' }])
    await sendDueRefunds(world.deps)
    expect(await refundsOf(checkout.tx_ref)).toMatchObject([{ status: 'Done' }])
  })

  test('that comes too late goes back whole', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    world.clock.advance(61 * 60)
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('refunding')
    expect(await ordersOf(checkout.id)).toHaveLength(0)
    expect(await refundsOf(checkout.tx_ref)).toEqual([{ amount: 360000, reason: 'late', status: 'Asked' }])
  })

  test('paid twice makes one order, and the second charge goes back', async () => {
    const checkout = await startedCheckout(world)
    const first = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const second = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    for (const { transaction_id } of [first, second]) {
      const hint = { tx_ref: checkout.tx_ref, provider_transaction_id: String(transaction_id) }
      expect(await settleCheckout(world.deps, hint)).toBe('paid')
    }
    expect(await ordersOf(checkout.id)).toHaveLength(1)
    expect(await refundsOf(checkout.tx_ref)).toEqual([{ amount: 360000, reason: 'duplicate', status: 'Asked' }])
  })
})

describe('a provider on a bad day', () => {
  test.each(['503', '429', 'nonsense'])(
    'answering %s leaves the outcome unknown, and the poller finds the money',
    async (verify) => {
      const checkout = await startedCheckout(world)
      await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
      await bank.behave({ verify })
      await expect(settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).rejects.toMatchObject({
        name: 'ProviderUnavailable',
      })
      expect(await ordersOf(checkout.id)).toHaveLength(0)

      await bank.reset()
      world.clock.advance(10)
      while ((await checkOpenCheckouts(world.deps)) > 0);
      expect(await ordersOf(checkout.id)).toHaveLength(1)
    },
  )

  test('that says pending for a while is asked again until it knows', async () => {
    const checkout = await startedCheckout(world)
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'pending' })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('pending')
    await bank.settle(transaction_id, 'successful')
    world.clock.advance(30)
    while ((await checkOpenCheckouts(world.deps)) > 0);
    expect(await ordersOf(checkout.id)).toHaveLength(1)
  })

  test('is not believed when it names a charge of somebody else', async () => {
    const [mine, theirs] = [await startedCheckout(world), await startedCheckout(world)]
    const { transaction_id } = await bank.pay({ tx_ref: theirs.tx_ref, amount: 3600 })
    const hint = { tx_ref: mine.tx_ref, provider_transaction_id: String(transaction_id) }
    expect(await settleCheckout(world.deps, hint)).toBe('no_charge')
    expect(await ordersOf(mine.id)).toHaveLength(0)
  })

  test('a failed attempt is told, and the next one may succeed', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600, outcome: 'failed' })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('failed')
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('paid')
  })

  test('nobody paid: asked for a day, then left alone, and expired after an hour', async () => {
    const checkout = await startedCheckout(world)
    let questions = 0
    for (let minute = 0; minute < 26 * 60; minute += 1) {
      world.clock.advance(60)
      questions += await checkOpenCheckouts(world.deps, 1)
    }
    const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.id, checkout.id))
    expect(row).toMatchObject({ status: 'Expired', next_check_at: null })
    expect(questions).toBeGreaterThan(24)
  })
})
