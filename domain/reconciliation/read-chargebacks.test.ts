import { eq, like, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { chargebacksUnderTest } from '../../test/chargebacks-under-test.ts'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { clockOfTheMachine } from '../../test/provider-lists-under-test.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { startedCheckout, worldOfFile } from '../../test/world.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { notifications } from '../notifications/tables.ts'
import { orders } from '../orders/tables.ts'
import { recordChargeback } from '../payments/chargebacks/record-chargeback.ts'
import { journal_entries, journals, refunds } from '../payments/tables.ts'
import { readChargebacks } from './read-chargebacks.ts'
import { provider_lists } from './tables.ts'

const world = await worldOfFile()
const { db } = world.deps
const { bank, paymentOf, chargeBack, read, rows, row } = chargebacksUnderTest(world)
const { order, paidOrders, kitchen } = claimsUnderTest(world)
afterEach(async () => {
  await bank.reset()
  expect(await findViolations(db)).toEqual([])
})

/** A delivered order of NGN 3,600 in all. */
async function paidOrder() {
  const { id } = await order()
  const [placed] = await db.select().from(orders).where(eq(orders.id, id))
  if (!placed) throw new Error('nothing was ordered')
  return placed
}

/** What was booked for one chargeback, journal after journal, by account. */
async function booked(number: number) {
  const { id } = await row(number)
  const entries = await db
    .select({ kind: journals.kind, account: journal_entries.account, amount: journal_entries.amount })
    .from(journals)
    .innerJoin(journal_entries, eq(journal_entries.journal_id, journals.id))
    .where(like(journals.subject, `chargeback:${id}:%`))
    .orderBy(journals.id, journal_entries.account)
  return entries.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`)
}

const away = (kobo: number) => [`chargeback chargebacks ${kobo}`, `chargeback provider_clearing:flutterwave -${kobo}`]
const back = (kobo: number) => [
  `chargeback_returned chargebacks -${kobo}`,
  `chargeback_returned provider_clearing:flutterwave ${kobo}`,
]

describe('a chargeback', () => {
  test('is written down once, and its money is away from then on', async () => {
    const { id, checkout_id } = await paidOrder()
    const number = await chargeBack(checkout_id)
    expect(await read()).toBe(1)
    expect(await read()).toBe(1)
    expect(await row(number)).toMatchObject({
      payment_id: (await paymentOf(checkout_id)).id,
      amount: kobo(3_600_00),
      status: 'initiated',
      reason: 'Product/service not received',
      bookings: 1,
    })
    expect(await booked(number)).toEqual(away(3_600_00))
    const [entry] = await db.select().from(journal_entries).where(eq(journal_entries.account, 'chargebacks'))
    expect(entry?.order_id).toBe(id)
  })

  test('that is answered and lost stays booked once; won, even after it was lost, it comes back once', async () => {
    const { checkout_id } = await paidOrder()
    const number = await chargeBack(checkout_id)
    for (const status of ['initiated', 'declined', 'lost', 'lost'] as const) {
      await bank.moveChargeback(number, status)
      await read()
    }
    expect(await booked(number)).toEqual(away(3_600_00))
    for (const status of ['won', 'won'] as const) {
      await bank.moveChargeback(number, status)
      await read()
      expect(await findViolations(db)).toEqual([])
    }
    expect(await booked(number)).toEqual([...away(3_600_00), ...back(3_600_00)])
    await bank.moveChargeback(number, 'lost')
    await read()
    expect(await booked(number)).toEqual([...away(3_600_00), ...back(3_600_00), ...away(3_600_00)])
  })

  test('that was won before we saw it moves nothing', async () => {
    const { checkout_id } = await paidOrder()
    const number = await chargeBack(checkout_id)
    await bank.moveChargeback(number, 'won')
    await read()
    expect(await row(number)).toMatchObject({ status: 'won', bookings: 0 })
  })

  test('may be of a part, which is shared among the orders that were paid together', async () => {
    const [one, two] = await paidOrders([await kitchen(), await kitchen()], 1)
    const number = await chargeBack(one?.checkout_id ?? '', 1000.01)
    await read()
    const lost = await db
      .select()
      .from(journal_entries)
      .where(sql`${journal_entries.account} = 'chargebacks'
      and ${journal_entries.order_id} in (${one?.id}, ${two?.id})`)
    expect(lost.map(({ amount }) => amount)).toEqual([500_01, 500_00])
    expect((await row(number)).amount).toBe(1_000_01)
  })

  test('whose amount changes is booked anew', async () => {
    const { checkout_id } = await paidOrder()
    const { provider_transaction_id } = await paymentOf(checkout_id)
    const listed = {
      ...{ provider_chargeback_id: 'changing', provider_transaction_id, status: 'initiated' as const },
      ...{ stage: '', reason: '', due_at: null, created_at: null },
    }
    await recordChargeback(world.deps, 'flutterwave', { ...listed, amount: kobo(3_600_00) })
    await recordChargeback(world.deps, 'flutterwave', { ...listed, amount: kobo(600_00) })
    const [changed] = (await rows()).filter(({ provider_chargeback_id }) => provider_chargeback_id === 'changing')
    expect(changed).toMatchObject({ amount: kobo(600_00), bookings: 3 })
  })

  test('of a payment that we do not know is booked once we do', async () => {
    const checkout = await startedCheckout(world)
    const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    const number = await bank.chargeBack(transaction_id)
    await read()
    expect(await row(number)).toMatchObject({ payment_id: null, bookings: 0 })
    expect(await findViolations(db)).toEqual([])
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    await read()
    expect(await row(number)).toMatchObject({ bookings: 1 })
  })

  test('in another currency is written down, and no more: the books hold naira', async () => {
    const { transaction_id } = await bank.pay({ tx_ref: 'CHOW-usd', amount: 20, currency: 'USD' })
    await settleCheckout(world.deps, { tx_ref: 'CHOW-usd' })
    const number = await bank.chargeBack(transaction_id)
    await read()
    expect(await row(number)).toMatchObject({ status: 'initiated', bookings: 0 })
  })

  test('that two workers record at once is booked once', async () => {
    const { checkout_id } = await paidOrder()
    const { provider_transaction_id } = await paymentOf(checkout_id)
    const listed = {
      ...{ provider_chargeback_id: 'twice', provider_transaction_id, status: 'initiated' as const },
      ...{ amount: kobo(3_600_00), stage: 'new', reason: 'Fraud', due_at: null, created_at: null },
    }
    const both = [1, 2].map(() => recordChargeback(world.deps, 'flutterwave', listed))
    expect((await Promise.all(both)).toSorted()).toEqual([false, true])
  })

  test('rings the admins who move money, once for each', async () => {
    const { user_id } = await insertAccount(db, 'admin')
    const { id, checkout_id } = await paidOrder()
    const rung = async () => {
      const news = await db.select().from(notifications).where(eq(notifications.user_id, user_id))
      return news.filter(({ kind }) => kind === 'chargeback')
    }
    const says = (amount: string) =>
      expect.stringMatching(new RegExp(`^A bank asks ${amount} back for order \\d+\\. Answer at the provider by `))
    const number = await chargeBack(checkout_id, 1000)
    await read()
    await bank.moveChargeback(number, 'declined')
    await read()
    const [first, ...more] = await rung()
    expect([first, more]).toMatchObject([{ order_id: id, text: says('₦1,000') }, []])
    await chargeBack(checkout_id, 500)
    await read()
    await read()
    const second = await rung()
    expect(second).toMatchObject([{ order_id: id, text: says('₦500'), read_at: null }])
    expect(second[0]?.id).toBeGreaterThan(first?.id ?? 0)
  })
})

describe('the list', () => {
  const state = async () => (await db.select().from(provider_lists))[0]

  test('is read every quarter of an hour', async () => {
    await read()
    expect(await readChargebacks(world.deps)).toBe(0)
    world.clock.advance(15 * 60)
    expect(await readChargebacks(world.deps)).toBe(1)
  })

  test('that cannot be read says why, and is asked again', async () => {
    await bank.behave({ lists: '503' })
    await read()
    expect((await state())?.chargebacks_error).toMatch(/503/)
    await bank.reset()
    await read()
    expect((await state())?.chargebacks_error).toBe(null)
  })

  test('with rows that are none says how many, and the others are recorded', async () => {
    clockOfTheMachine(world)
    const { checkout_id } = await paidOrder()
    const { provider_transaction_id } = await paymentOf(checkout_id)
    const listed = {
      ...{ provider_chargeback_id: 'beside', provider_transaction_id, status: 'lost' as const },
      ...{ amount: kobo(100_00), stage: '', reason: '', due_at: null, created_at: null },
    }
    const page = { rows: [listed], unread: 2, pages: 1, total: 3 }
    await db.update(provider_lists).set({ next_chargebacks_at: null })
    const payments = { ...world.deps.payments, listChargebacks: async () => page }
    expect(await readChargebacks({ ...world.deps, payments })).toBe(1)
    expect((await state())?.chargebacks_error).toBe('The list has 2 that we cannot read')
    expect((await rows()).some(({ provider_chargeback_id }) => provider_chargeback_id === 'beside')).toBe(true)
  })

  test('is asked for all days on which an open one was raised, and for what was missed', async () => {
    const asked: { page: number; from: string; to: string }[] = []
    const none = { rows: [], unread: 0, pages: 1, total: 0 }
    const payments = {
      ...world.deps.payments,
      name: 'another',
      listChargebacks: async (days: (typeof asked)[number]) => {
        asked.push(days)
        return none
      },
    }
    world.clock.set(new Date('2026-09-30T12:00:00Z'))
    await readChargebacks({ ...world.deps, payments })
    world.clock.advance(15 * 60)
    await readChargebacks({ ...world.deps, payments })
    const open = { provider_chargeback_id: 'old', provider_transaction_id: 'none', status: 'declined' as const }
    const created_at = new Date('2026-07-10T12:00:00Z')
    const rest = { amount: kobo(100_00), stage: '', reason: '', due_at: null, created_at }
    await recordChargeback(world.deps, 'another', { ...open, ...rest })
    world.clock.advance(15 * 60)
    await readChargebacks({ ...world.deps, payments })
    // Lost, it is asked for no longer, unless it pays a refund, which is owed again where it is won after all.
    await recordChargeback(world.deps, 'another', { ...open, ...rest, status: 'lost' })
    world.clock.advance(15 * 60)
    await readChargebacks({ ...world.deps, payments })
    const { checkout_id } = await paidOrder()
    const covered_by = (await rows()).find(({ provider_chargeback_id }) => provider_chargeback_id === 'old')?.id
    const payment_id = (await paymentOf(checkout_id)).id
    const at = world.clock.now()
    const [covered] = await db
      .insert(refunds)
      .values({ payment_id, amount: kobo(1), reason: 'excess', asked_role: 'system', created_at: at, covered_by })
      .returning()
    world.clock.advance(15 * 60)
    await readChargebacks({ ...world.deps, payments })
    await db.delete(refunds).where(eq(refunds.id, covered?.id ?? ''))
    expect(asked).toEqual([
      { page: 1, from: '2026-03-13', to: '2026-10-01' },
      { page: 1, from: '2026-08-30', to: '2026-10-01' },
      { page: 1, from: '2026-07-09', to: '2026-10-01' },
      { page: 1, from: '2026-08-30', to: '2026-10-01' },
      { page: 1, from: '2026-07-09', to: '2026-10-01' },
    ])
  })
})
