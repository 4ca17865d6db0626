import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { untilWaitingForLocks } from '../../test/locks.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { recordCharge } from '../checkout/settlement/record-charge.ts'
import { findViolations } from '../invariants/invariants.ts'
import { type Kobo, kobo } from '../money.ts'
import { orders } from '../orders/tables.ts'
import { recordBankSettlement } from './record-bank-settlement.ts'
import { recordProviderFee } from './record-provider-fee.ts'
import { bank_settlements, journal_entries, journals, payments } from './tables.ts'

const world = await worldOfFile()

beforeAll(async () => {
  await paidOrders([await kitchen()])
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, entriesOf } = vendorsUnderTest(world)
const { balance } = refundsUnderTest(world)

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const record = (more: Partial<Parameters<typeof recordBankSettlement>[2]> = {}, actor = admin) =>
  recordBankSettlement(world.deps, actor, {
    provider: 'flutterwave',
    reference: randomUUID(),
    amount_kobo: 10_50,
    settled_on: '2026-03-10',
    ...more,
  })

describe('money that reached our bank', () => {
  test('leaves what the provider holds, and is written down with who said so', async () => {
    const [held, stands] = [await balance('provider_clearing:flutterwave'), await balance('bank')]
    const answer = await record({ reference: ' FLW-1 ' })
    expect(answer).toMatchObject({
      ok: true,
      value: {
        reference: 'FLW-1',
        amount: 10_50,
        settled_on: '2026-03-10',
        recorded_by: admin.user_id,
      },
    })
    expect((await balance('provider_clearing:flutterwave')) - held).toBe(-10_50)
    expect((await balance('bank')) - stands).toBe(10_50)
    const [entry] = await world.deps.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `bank_settlement:${answer.ok && answer.value.id}`))
    expect(entry).toMatchObject({ action: 'bank_settlement_recorded', after: { amount_kobo: 10_50 } })
    const journal = and(eq(journals.kind, 'bank_settlement'), eq(journals.subject, entry?.subject ?? ''))
    expect(await world.deps.db.select().from(journals).where(journal)).toMatchObject([
      { recorded_at: world.clock.now() },
    ])
  })

  test('is recorded once under its reference, also ten times at once', async () => {
    const reference = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => record({ reference })))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(await world.deps.db.$count(bank_settlements, eq(bank_settlements.reference, reference))).toBe(1)
    expect(await record({ reference, amount_kobo: 11_00 })).toEqual({
      ok: false,
      reason: 'other_amount',
      details: { amount_kobo: 10_50 },
    })
  })

  test('is never more than the provider holds, also when two are recorded at once', async () => {
    const held_kobo = await balance('provider_clearing:flutterwave')
    expect(await record({ amount_kobo: held_kobo + 1 })).toEqual({
      ok: false,
      reason: 'more_than_held',
      details: { held_kobo },
    })
    const answers = await Promise.all([record({ amount_kobo: held_kobo }), record({ amount_kobo: held_kobo })])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.find((answer) => !answer.ok)).toMatchObject({ details: { held_kobo: 0 } })
  })

  test('is not compared with what is held while somebody else writes a settlement', async () => {
    let recorded: Promise<unknown> | undefined
    await world.deps.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${bank_settlements} in row exclusive mode`)
      recorded = record({ provider: 'paystack', amount_kobo: 1 })
      await untilWaitingForLocks(world.deps.db, 1)
    })
    expect(await recorded).toMatchObject({ reason: 'more_than_held' })
  })

  test('is nothing from a provider that holds nothing for us', async () => {
    expect(await record({ provider: 'paystack', amount_kobo: 1 })).toEqual({
      ok: false,
      reason: 'more_than_held',
      details: { held_kobo: 0 },
    })
  })

  test.each([
    ['bad_reference', { reference: ' x ' }],
    ['bad_amount', { amount_kobo: 0 }],
    ['bad_amount', { amount_kobo: 1.5 }],
    ['bad_amount', { amount_kobo: Number.NaN }],
    ['bad_day', { settled_on: '2026-03-11' }],
    ['bad_day', { settled_on: '2026-02-30' }],
    ['bad_day', { settled_on: 'today' }],
  ])('is refused as %s with %o', async (reason, more) => {
    expect(await record(more)).toMatchObject({ ok: false, reason })
  })

  test('is refused to everybody else', async () => {
    expect(await record({}, { ...admin, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  })
})

describe("the provider's fee", () => {
  const charge = (fee: Kobo | null, currency = 'NGN') => ({
    provider_transaction_id: randomUUID(),
    tx_ref: `NOT-OURS-${randomUUID()}`,
    amount: kobo(1_000_00),
    currency,
    status: 'successful' as const,
    provider_fee: fee,
    payment_type: 'card',
    created_at: world.clock.now(),
  })
  const paymentOf = async (provider_transaction_id: string) => {
    const [row] = await world.deps.db
      .select()
      .from(payments)
      .where(eq(payments.provider_transaction_id, provider_transaction_id))
    if (!row) throw new Error('no payment')
    return row
  }

  test('that comes later is booked when the charge is seen again, once', async () => {
    const first = charge(null)
    await recordCharge(world.deps, first)
    for (let again = 0; again < 3; again++) await recordCharge(world.deps, { ...first, provider_fee: kobo(14_00) })
    const { id, provider_fee } = await paymentOf(first.provider_transaction_id)
    expect(provider_fee).toBe(14_00)
    expect(await entriesOf(`payment:${id}`)).toMatchObject({ provider_fees: 14_00 })
  })

  test('that was known stays, and nobody else’s is written', async () => {
    const known = charge(kobo(14_00))
    await recordCharge(world.deps, known)
    const tell = (provider_transaction_id: string, fee: Kobo | null) =>
      world.deps.db.transaction((tx) =>
        recordProviderFee(tx, {
          provider: 'flutterwave',
          provider_transaction_id,
          fee,
          now: world.clock.now(),
        }),
      )
    expect(await tell(known.provider_transaction_id, kobo(20_00))).toBe(false)
    expect(await tell(known.provider_transaction_id, null)).toBe(false)
    expect(await tell(randomUUID(), kobo(20_00))).toBe(false)
    expect((await paymentOf(known.provider_transaction_id)).provider_fee).toBe(14_00)
  })

  test('is shared among the orders that were paid, by what each cost, to the kobo', async () => {
    const { db, clock } = world.deps
    const lines = [jollofFor(await insertVendor(db), 1), jollofFor(await insertVendor(db), 3)]
    const checkout = await startedCheckout(world, lines)
    const paid = { ...charge(null), tx_ref: checkout.tx_ref, amount: checkout.total }
    await recordCharge(world.deps, paid)
    const placed = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
    expect(placed).toHaveLength(2)
    const { provider_transaction_id } = paid
    const fee = { provider: 'flutterwave', provider_transaction_id, fee: kobo(100_01), now: clock.now() }
    expect(await db.transaction((tx) => recordProviderFee(tx, { ...fee, fee: null }))).toBe(false)
    expect((await paymentOf(provider_transaction_id)).provider_fee).toBeNull()
    expect(await db.transaction((tx) => recordProviderFee(tx, fee))).toBe(true)
    expect(await db.transaction((tx) => recordProviderFee(tx, fee))).toBe(false)
    const { id } = await paymentOf(provider_transaction_id)
    const booked = await db
      .select({ order_id: journal_entries.order_id, account: journal_entries.account, amount: journal_entries.amount })
      .from(journal_entries)
      .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
      .where(and(eq(journals.kind, 'provider_fee_known'), eq(journals.subject, `payment:${id}`)))
      .orderBy(journal_entries.order_id)
    // One paid ₦2,100 of ₦7,200 with its half of the fee, the other the rest.
    expect(booked).toEqual([
      { order_id: placed[0]?.id, account: 'provider_fees', amount: 29_17 },
      { order_id: placed[1]?.id, account: 'provider_fees', amount: 70_84 },
      { order_id: null, account: 'provider_clearing:flutterwave', amount: -100_01 },
    ])
  })

  test('of nothing, or in another currency, is known and books nothing', async () => {
    for (const [fee, currency] of [
      [0, 'NGN'],
      [5_00, 'USD'],
    ] as const) {
      const first = charge(null, currency)
      await recordCharge(world.deps, first)
      await recordCharge(world.deps, { ...first, provider_fee: kobo(fee) })
      const { id, provider_fee } = await paymentOf(first.provider_transaction_id)
      expect(provider_fee).toBe(fee)
      expect(await entriesOf(`payment:${id}`)).not.toHaveProperty('provider_fees')
      const fee_journal = and(eq(journals.kind, 'provider_fee_known'), eq(journals.subject, `payment:${id}`))
      expect(await world.deps.db.$count(journals, fee_journal)).toBe(0)
    }
  })
})
