import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { checkOpenCheckouts } from '../../test/due-work.ts'
import { clockOfTheMachine, compareNow, differencesAbout } from '../../test/provider-lists-under-test.ts'
import { startedCheckout, worldOfFile } from '../../test/world.ts'
import { recordCharge } from '../checkout/settlement/record-charge.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { checkouts } from '../checkout/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { orders } from '../orders/tables.ts'
import { payments, refunds } from '../payments/tables.ts'
import { compareLists } from './compare-lists.ts'
import { findDifferences } from './find-differences.ts'
import { listState, readNewestCharges, refreshNewestCharges } from './read-newest.ts'
import { settleMissing } from './settle-missing.ts'
import { provider_lists, provider_transactions } from './tables.ts'

const world = await worldOfFile()
const bank = control(world)
afterEach(async () => {
  await bank.reset()
  expect(await findViolations(world.deps.db)).toEqual([])
})

const mirrored = () => world.deps.db.$count(provider_transactions)
const checkoutOf = async (tx_ref: string) =>
  (await world.deps.db.select().from(checkouts).where(eq(checkouts.tx_ref, tx_ref)))[0]

/** A charge at the provider that we know nothing of: no webhook, no callback, no poll. */
async function lostCharge() {
  clockOfTheMachine(world)
  const checkout = await startedCheckout(world)
  const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await world.deps.db.update(provider_transactions).set({ created_at: new Date() })
  return { checkout, transaction_id }
}

async function paidCheckout() {
  const { checkout, transaction_id } = await lostCharge()
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  return { checkout, transaction_id }
}

describe('the newest charges', () => {
  test('are read page by page until one holds nothing new, with their last word', async () => {
    clockOfTheMachine(world)
    for (let charge = 0; charge < 12; charge++) await bank.pay({ tx_ref: `CHOW-read-${charge}`, amount: 100 })
    const pending = await bank.pay({ tx_ref: 'CHOW-later', amount: 100, outcome: 'pending' })
    expect(await readNewestCharges(world.deps)).toBe(1)
    expect(await mirrored()).toBe(13)
    expect(await readNewestCharges(world.deps)).toBe(0)
    await bank.settle(pending.transaction_id, 'successful')
    world.clock.advance(301)
    expect(await readNewestCharges(world.deps)).toBe(1)
    const [row] = await world.deps.db
      .select()
      .from(provider_transactions)
      .where(eq(provider_transactions.tx_ref, 'CHOW-later'))
    expect(row).toMatchObject({ status: 'successful', amount: 100_00, customer_email: 'ada@example.com' })
  })

  test('are read though somebody opened a window for more than our tables hold', async () => {
    clockOfTheMachine(world)
    await bank.pay({ tx_ref: 'CHOW-beyond', amount: 99_999_999_999.99, outcome: 'failed' })
    await bank.pay({ tx_ref: 'CHOW-beside', amount: 100 })
    const before = await mirrored()
    const areDue = () => world.deps.db.update(provider_lists).set({ next_read_at: new Date(0) })
    await areDue()
    expect(await readNewestCharges(world.deps)).toBe(1)
    expect(await mirrored()).toBe(before + 1)
    await areDue()
  })

  test.each([
    ['503', /HTTP 503/],
    ['nonsense', /cannot read/],
    ['refused', /^Transactions could not be fetched for this account$/],
  ])('that cannot be read (%s) leave the mirror with the reason, until they can', async (lists, reason) => {
    world.clock.advance(3600)
    await bank.behave({ lists })
    const before = await mirrored()
    await refreshNewestCharges(world.deps)
    expect((await listState(world.deps))?.error).toMatch(reason)
    expect(await mirrored()).toBe(before)
    await bank.reset()
    world.clock.advance(11)
    await refreshNewestCharges(world.deps)
    expect((await listState(world.deps))?.error).toBeNull()
  })

  test('are asked for once by several who look at the same time', async () => {
    world.clock.advance(3600)
    await refreshNewestCharges(world.deps)
    await bank.behave({ lists: '503' })
    await refreshNewestCharges(world.deps)
    expect((await listState(world.deps))?.error).toBeNull()
  })
})

test('a charge in the list that nobody told us of has its checkout asked about at once', async () => {
  const { checkout } = await lostCharge()
  await world.deps.db.update(checkouts).set({ next_check_at: null })
  world.clock.advance(3600)
  await readNewestCharges(world.deps)
  expect(await checkOpenCheckouts(world.deps)).toBe(1)
  expect(await world.deps.db.$count(payments, eq(payments.tx_ref, checkout.tx_ref))).toBe(1)
  world.clock.advance(3600)
  await world.deps.db.update(checkouts).set({ next_check_at: null })
  await readNewestCharges(world.deps)
  expect(await checkOpenCheckouts(world.deps)).toBe(0)
})

describe('a comparison', () => {
  test('settles what is missing while the provider gives no answer about one of them, and that one later', async () => {
    const stuck = await lostCharge()
    const { checkout } = await lostCharge()
    const gone = () => Promise.reject(Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' }))
    const findCharge: typeof world.deps.payments.findCharge = (id) =>
      id === String(stuck.transaction_id) ? gone() : world.deps.payments.findCharge(id)
    await compareNow(world, { ...world.deps, payments: { ...world.deps.payments, findCharge } })
    expect(await checkoutOf(checkout.tx_ref)).toMatchObject({ status: 'Paid' })
    expect(await listState(world.deps)).toMatchObject({ error: null, comparing_from: null })
    expect(await differencesAbout(world, stuck.transaction_id)).toMatchObject([{ status: 'Open' }])
    expect(await settleMissing(world.deps)).toBe(1)
    expect(await checkoutOf(stuck.checkout.tx_ref)).toMatchObject({ status: 'Paid' })
  })

  test('ends, and settles the others, where one charge cannot be settled for a fault of ours', async () => {
    const broken = await lostCharge()
    const { checkout } = await lostCharge()
    const findCharge: typeof world.deps.payments.findCharge = (id) =>
      id === String(broken.transaction_id) ? Promise.reject(new TypeError('a bug')) : world.deps.payments.findCharge(id)
    const deps = { ...world.deps, payments: { ...world.deps.payments, findCharge } }
    await expect(compareNow(world, deps)).rejects.toThrow('a bug')
    expect(await checkoutOf(checkout.tx_ref)).toMatchObject({ status: 'Paid' })
    expect(await listState(world.deps)).toMatchObject({ error: null, comparing_from: null })
    expect(await compareLists(deps)).toBe(0)
    expect(await settleMissing(world.deps)).toBe(1)
  })

  test('settles through the one door what was paid and never told', async () => {
    const { checkout, transaction_id } = await lostCharge()
    await compareNow(world)
    expect(await checkoutOf(checkout.tx_ref)).toMatchObject({ status: 'Paid' })
    expect(await world.deps.db.$count(orders, eq(orders.checkout_id, checkout.id))).toBe(1)
    expect(await differencesAbout(world, transaction_id)).toMatchObject([
      { kind: 'missing_here', status: 'Resolved', closed_role: 'system', outcome: /checkout is paid/ },
    ])
  })

  test('puts a charge of nobody’s checkout on the review list', async () => {
    clockOfTheMachine(world)
    const { transaction_id } = await bank.pay({ tx_ref: `OTHER-${crypto.randomUUID()}`, amount: 700 })
    await compareNow(world)
    const [payment] = await world.deps.db
      .select()
      .from(payments)
      .where(eq(payments.provider_transaction_id, String(transaction_id)))
    expect(payment).toMatchObject({ purpose: 'review', checkout_id: null })
    expect(await differencesAbout(world, transaction_id)).toMatchObject([
      { status: 'Resolved', outcome: /review list/ },
    ])
  })

  test('finds nothing where both sides say the same', async () => {
    const { transaction_id } = await paidCheckout()
    await compareNow(world)
    expect(await differencesAbout(world, transaction_id)).toEqual([])
  })

  test.each([
    ['amount', sql`amount = amount + 5`, { amount_kobo: 3_605_00 }],
    ['currency', sql`currency = 'USD'`, { currency: 'USD' }],
    ['status', sql`status = 'failed'`, { status: 'failed' }],
    ['fee', sql`provider_fee = provider_fee + 1`, { fee_kobo: 51_40 }],
  ] as const)('names a different %s, and closes it when it is gone', async (kind, change, theirs) => {
    const { transaction_id } = await paidCheckout()
    await compareNow(world)
    await world.deps.db.execute(
      sql`update provider_transactions set ${change} where provider_transaction_id = ${String(transaction_id)}`,
    )
    await compareWithoutReading()
    expect(await differencesAbout(world, transaction_id)).toMatchObject([
      { kind, status: 'Open', theirs, ours: { amount_kobo: 3_600_00, status: 'successful' } },
    ])
    await compareNow(world)
    expect(await differencesAbout(world, transaction_id)).toMatchObject([
      { kind, status: 'Resolved', closed_role: 'system' },
    ])
  })

  test('books a fee that the provider told late', async () => {
    const { transaction_id, checkout } = await lostCharge()
    await recordCharge(world.deps, {
      provider_transaction_id: String(transaction_id),
      tx_ref: checkout.tx_ref,
      amount: checkout.total,
      currency: 'NGN',
      status: 'successful',
      provider_fee: null,
      payment_type: 'card',
      created_at: new Date(),
    })
    await compareNow(world)
    const [payment] = await world.deps.db.select().from(payments).where(eq(payments.tx_ref, checkout.tx_ref))
    expect(payment?.provider_fee).toBe(50_40)
    expect(await differencesAbout(world, transaction_id)).toEqual([])
  })

  test('names a payment that the provider does not list', async () => {
    const { transaction_id, checkout } = await paidCheckout()
    const vanished = `${transaction_id}9`
    await world.deps.db
      .update(payments)
      .set({ provider_transaction_id: vanished, provider_created_at: new Date() })
      .where(eq(payments.tx_ref, checkout.tx_ref))
    await compareNow(world)
    expect(await differencesAbout(world, vanished)).toMatchObject([
      { kind: 'missing_there', status: 'Open', theirs: null },
    ])
    // The charge has no payment row now, and settling finds the checkout paid: it is refunded as a second one.
    await world.deps.db
      .update(payments)
      .set({ provider_transaction_id: `${transaction_id}8` })
      .where(eq(payments.provider_transaction_id, vanished))
    await world.deps.db.execute(sql`delete from reconciliation_cases`)
  })

  test('names a refund that the provider lists and we do not know', async () => {
    const { transaction_id } = await paidCheckout()
    await fetch(`${world.sandbox.url}/flutterwave/v3/transactions/${transaction_id}/refund`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.keys.secret_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 10, comments: 'by hand on the dashboard' }),
    })
    await compareNow(world)
    const found = await world.deps.db.execute<{ kind: string; theirs: { amount_kobo: number } }>(
      sql`select kind, theirs from reconciliation_cases where kind = 'refund_missing_here'`,
    )
    expect(found.rows).toMatchObject([{ theirs: { amount_kobo: 10_00 } }])
    expect(await world.deps.db.$count(refunds, eq(refunds.status, 'Done'))).toBe(0)
  })

  test('goes on from its page when the provider was down in the middle', async () => {
    clockOfTheMachine(world)
    await compareLists(world.deps)
    await world.deps.db.update(provider_lists).set({ next_compare_at: world.clock.now() })
    await bank.behave({ lists: '503' })
    expect(await compareLists(world.deps)).toBe(0)
    expect(await listState(world.deps)).toMatchObject({ error: expect.stringContaining('503') })
    await bank.reset()
    world.clock.advance(61)
    while ((await compareLists(world.deps)) > 0);
    expect(await listState(world.deps)).toMatchObject({ error: null, comparing_from: null })
    expect((await listState(world.deps))?.compared_at).not.toBeNull()
  })
})

/** Compares the mirror with the books, without reading the provider's lists again. */
function compareWithoutReading(): Promise<void> {
  world.clock.advance(1)
  const now = world.clock.now()
  const from = new Date(now.getTime() - 8 * 86_400_000)
  const started_at = new Date(now.getTime() - 1_800_000)
  return findDifferences(world.deps, world.deps.payments.name, { from, started_at, now })
}
