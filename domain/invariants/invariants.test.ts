import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/handle.ts'
import { ada, nowhere } from '../../test/ada.ts'
import { createTestDatabase, databaseOfFile } from '../../test/database.ts'
import { some } from '../../test/movers.ts'
import { planted } from '../../test/planted.ts'
import { insertVendor, jollofFor, LUNCH_TIME } from '../../test/world.ts'
import { placeCheckout } from '../checkout/place-checkout.ts'
import { recordCharge } from '../checkout/settlement/record-charge.ts'
import { checkouts } from '../checkout/tables.ts'
import { movableClock } from '../clock.ts'
import { kobo } from '../money.ts'
import { moveOrder } from '../orders/move-order.ts'
import { orders } from '../orders/tables.ts'
import { reactions } from '../reactions.ts'
import { findViolations, type InvariantName } from './invariants.ts'

const database = await databaseOfFile(2)

/** Books in which everything that can happen has happened, and nothing is wrong. */
beforeAll(async () => {
  await charge({ naira: 3600 })
  await charge({ naira: 4000 })
  await charge({ naira: 100 })
  await charge({ naira: 3600, currency: 'USD' })
  await charge({ naira: 3600, late: true })
  await charge({ naira: 3600, tx_ref: 'NOT-OURS' })
  await moveFirstOrder()
})

/** A checkout over NGN 3,600 whose window is open, and a charge for it that the provider confirmed. */
async function charge(paid: { naira: number; currency?: string; late?: boolean; tx_ref?: string }): Promise<void> {
  const { db } = database
  const deps = {
    db,
    clock: movableClock(LUNCH_TIME),
    geocoder: { reverse: async () => null, search: async () => null },
    payments: { name: 'flutterwave' },
    announce: reactions({ public_url: 'http://localhost:3000' }),
  }
  const placed = await placeCheckout(deps, {
    idempotency_key: randomUUID(),
    form: ada,
    cart: [jollofFor(await insertVendor(db))],
    place: nowhere,
  })
  if (!placed.ok) throw new Error(`not placed: ${placed.reason}`)
  const payable_until = new Date(LUNCH_TIME.getTime() + (paid.late ? -1 : 1) * 60_000)
  const [checkout] = await db
    .update(checkouts)
    .set({ payable_until })
    .where(sql`link_token = ${placed.value.link_token}`)
    .returning()
  await recordCharge(deps, {
    provider_transaction_id: randomUUID(),
    tx_ref: paid.tx_ref ?? checkout?.tx_ref ?? '',
    amount: kobo(paid.naira * 100),
    currency: paid.currency ?? 'NGN',
    status: 'successful',
    provider_fee: kobo(50_40),
    payment_type: 'card',
    created_at: LUNCH_TIME,
  })
}

async function moveFirstOrder(): Promise<void> {
  const [order] = await database.db.select().from(orders).orderBy(orders.id).limit(1)
  await database.db.transaction((tx) =>
    moveOrder(tx, reactions({ public_url: '' }), {
      order_id: order?.id ?? 0,
      verb: 'accept',
      by: some('vendor'),
      now: LUNCH_TIME,
    }),
  )
}

const expectViolation = (invariant: InvariantName, problem: string, ...changes: SQL[]) =>
  planted(database.db, changes, (db) => hasViolation(db, invariant, problem))

async function hasViolation(db: Db, invariant: InvariantName, problem: string): Promise<void> {
  expect(await findViolations(db)).toContainEqual(expect.objectContaining({ invariant, problem }))
}

test('books in which nothing is wrong have no violation', async () => {
  expect(await findViolations(database.db)).toEqual([])
})

test('an empty database has none either', async () => {
  const empty = await createTestDatabase(1)
  expect(await findViolations(empty.db)).toEqual([])
  await empty.close()
})

describe('I1 finds a charge', () => {
  test.each([
    ['for orders that do not exist', sql`update payments set purpose = 'orders' where purpose = 'refund'`],
    [
      'for orders and for a person',
      sql`update payments set purpose = 'orders'
        where purpose = 'review' and checkout_id is not null and currency = 'NGN'`,
    ],
    ['for a person who was not told', sql`delete from review_cases where kind = 'short'`],
    ['going back that nobody asked to send', sql`delete from refunds where reason = 'late'`],
    ['going back in part', sql`update refunds set amount = amount - 1 where reason = 'late'`],
    ['of no known purpose', sql`update payments set purpose = 'tips' where purpose = 'refund'`],
  ])('%s', async (_, statement) => {
    await expectViolation('I1', 'charge without a purpose', statement)
  })
})

describe('I2 finds an order', () => {
  test.each([
    ['whose checkout is not paid', sql`update checkouts set status = 'Open' where status = 'Paid'`],
    ['whose money is a kobo short', sql`update payments set amount = 3599.99 where purpose = 'orders'`],
    ['whose money is dollars', sql`update payments set currency = 'USD' where purpose = 'orders'`],
    ['whose money came under another tx_ref', sql`update payments set tx_ref = 'x' || tx_ref where purpose = 'orders'`],
    ['under a reference that is not its own', sql`update orders set payment_reference = 'CHOW-0'`],
    ['that costs more than was sold', sql`update orders set total_price = total_price + 1`],
  ])('%s', async (_, statement) => {
    await expectViolation('I2', 'order without its money', statement)
  })
})

describe('I3 finds books', () => {
  test('with a journal that does not sum to zero', async () => {
    await expectViolation(
      'I3',
      'does not sum to zero',
      sql`alter table journal_entries disable trigger journal_entries_balance`,
      sql`insert into journal_entries (journal_id, account, amount) select min(id), 'delivery_fees', 1 from journals`,
    )
  })

  test("that differ from the provider's", async () => {
    await expectViolation(
      'I3',
      'differs from the provider',
      sql`update payments set provider_fee = 0 where purpose = 'orders'`,
    )
  })

  test.each([
    ['a refund that was made but not booked', sql`update refunds set status = 'Done' where reason = 'late'`],
    ['a refund that was booked but not asked for', sql`delete from refunds where reason = 'excess'`],
  ])('with %s', async (_, statement) => {
    await expectViolation('I3', 'differs from the refunds that are open', statement)
  })
})

test('I4 finds a charge of which more goes back than was paid', async () => {
  await expectViolation(
    'I4',
    'more refunded than paid',
    sql`insert into refunds (payment_id, amount, reason, asked_role, created_at)
    select payment_id, 3600.01, 'late', 'system', now() from refunds where reason = 'excess'`,
  )
})

describe('I5 finds what must be unique', () => {
  test.each<[string, ...SQL[]]>([
    [
      'tx_ref twice',
      sql`alter table checkouts drop constraint checkouts_tx_ref_unique`,
      sql`update checkouts set tx_ref = 'CHOW-1' where status = 'Open'`,
    ],
    [
      'idempotency key twice',
      sql`alter table checkouts drop constraint checkouts_idempotency_key_unique`,
      sql`update checkouts set idempotency_key = 'one'`,
    ],
    [
      'provider transaction twice',
      sql`alter table payments drop constraint payments_provider_transaction`,
      sql`update payments set provider_transaction_id = '1'`,
    ],
    [
      'event twice',
      sql`alter table provider_events drop constraint provider_events_once`,
      sql`insert into provider_events (provider, event_key, body, received_at)
        select 'flutterwave', 'same', '', now() from generate_series(1, 2)`,
    ],
    [
      'one vendor twice in a checkout',
      sql`insert into orders (vendor_id, checkout_id, user_email, customer_name, customer_phone, customer_address,
          items, total_price, delivery_fee, grand_total, created_at, payment_reference, vendor_share)
        select vendor_id, checkout_id, user_email, customer_name, customer_phone, customer_address, items,
          total_price, delivery_fee, grand_total, created_at, payment_reference, vendor_share from orders`,
    ],
  ])('%s', async (problem, ...statements) => {
    await expectViolation('I5', problem, ...statements)
  })
})

describe('I6 finds an order', () => {
  const historyLine = (verb: string, from: string | null, to: string) =>
    sql`insert into order_history (order_id, verb, from_status, to_status, role, moved_at, recorded_at)
      select min(id), ${verb}::text, ${from}::text, ${to}::text, 'test', now(), now() from orders`

  test.each([
    ['hand_over', 'Pending', 'Delivered'],
    ['accept', 'Completed', 'Accepted'],
    ['accept', 'Pending', 'Delivered'],
    ['teleport', 'Pending', 'Delivered'],
    ['place', 'Pending', 'Pending'],
    ['deliver', null, 'Delivered'],
  ])('whose history says %s from %s to %s', async (verb, from, to) => {
    await expectViolation('I6', `a move outside the lifecycle: ${verb}`, historyLine(verb, from, to))
  })

  test('that was collected, though it was to be delivered', async () => {
    await expectViolation(
      'I6',
      'collected, but it was to be delivered, or the other way round',
      historyLine('collect', 'Completed', 'Delivered'),
    )
  })

  test('that is collected, unlike its checkout, which paid for a way', async () => {
    await planted(database.db, [sql`update orders set collects = true`], async (db) => {
      await hasViolation(db, 'I6', 'collected or not, unlike its checkout')
      await db.execute(sql`update checkouts set collects = true`)
      await hasViolation(db, 'I6', 'paid for a way that nobody goes')
    })
  })

  test('whose status was set without a move', async () => {
    await expectViolation('I6', 'status differs from its history', sql`update orders set status = 'Delivered'`)
  })

  test('that has no history', async () => {
    await expectViolation(
      'I6',
      'status differs from its history',
      sql`alter table order_history disable trigger order_history_append_only`,
      sql`delete from order_history`,
    )
  })

  test('that is missing, though its checkout is paid', async () => {
    await expectViolation(
      'I6',
      'paid but without orders',
      sql`update checkouts set status = 'Paid' where status = 'Open'`,
    )
  })
})

describe('I7 finds a message', () => {
  test('that was never written', async () => {
    await expectViolation(
      'I7',
      'paid, but no message to the customer',
      sql`delete from messages where dedupe_key like 'receipt:%'`,
    )
  })

  test('that nobody will ever send', async () => {
    await expectViolation(
      'I7',
      'forgotten in the outbox',
      sql`update messages set next_attempt_at = null where status = 'Queued'`,
    )
  })
})
