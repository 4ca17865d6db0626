import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { checkouts } from '../checkout/tables.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { type ListView, onDays, plainView } from '../list-view.ts'
import { orders } from '../orders/tables.ts'
import { payments, refunds } from '../payments/tables.ts'
import { provider_refunds, provider_transactions, reconciliation_cases } from './tables.ts'

/** See docs/product.md#page-sizes. */
export const TRANSACTIONS_PER_PAGE = 25

export type TransactionRow = Pick<
  typeof provider_transactions.$inferSelect,
  'id' | 'provider_transaction_id' | 'tx_ref' | 'customer_email' | 'amount' | 'currency' | 'status' | 'created_at'
>

const row = {
  id: provider_transactions.id,
  provider_transaction_id: provider_transactions.provider_transaction_id,
  tx_ref: provider_transactions.tx_ref,
  customer_email: provider_transactions.customer_email,
  amount: provider_transactions.amount,
  currency: provider_transactions.currency,
  status: provider_transactions.status,
  created_at: provider_transactions.created_at,
}

/** Counting a long list costs as much as reading it; beyond this many, the database's own estimate is used. */
const COUNT_EXACTLY_BELOW = 10_000

/**
 * A page of the charges in our mirror, newest first unless the view says otherwise. `search` is the provider's
 * transaction number or the beginning of a reference in any case; if none begins with it, any part of one. `total`: how
 * many match, exact up to ten thousand.
 */
export async function listTransactions(
  db: Db,
  { search, place, view = plainView(TRANSACTIONS_PER_PAGE) }: { search: string; place: Place | null; view?: ListView },
): Promise<Page<TransactionRow> & { total: number }> {
  const needle = search.trim().slice(0, 80)
  const walk = keyset<TransactionRow>(
    [
      { column: provider_transactions.created_at, kind: 'instant', of: (one) => one.created_at },
      { column: provider_transactions.id, kind: 'number', of: (one) => one.id },
    ],
    place,
    view.size,
    view.rising,
  )
  const days = onDays(provider_transactions.created_at, view)
  const matching = needle ? and(await matches(db, needle), days) : days
  const found = await db
    .select(row)
    .from(provider_transactions)
    .where(and(matching, walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return { ...walk.page(found), total: await countOf(db, matching) }
}

/** An ordinary index finds beginnings at once; a part in the middle needs the slower trigram index. */
async function matches(db: Db, needle: string): Promise<SQL | undefined> {
  const pattern = needle.replace(/[\\%_]/g, '\\$&')
  const begins = or(
    sql`lower(${provider_transactions.tx_ref}) like lower(${`${pattern}%`})`,
    eq(provider_transactions.provider_transaction_id, needle),
  )
  const [one] = await db.select({ id: row.id }).from(provider_transactions).where(begins).limit(1)
  return one ? begins : sql`${provider_transactions.tx_ref} ilike ${`%${pattern}%`}`
}

async function countOf(db: Db, matching: SQL | undefined): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(provider_transactions)
    .where(matching)
    .limit(COUNT_EXACTLY_BELOW)
    .as('counted')
  const total = await db.$count(counted)
  if (total < COUNT_EXACTLY_BELOW || matching) return total
  const { rows } = await db.execute<{ estimate: string }>(
    sql`select reltuples::bigint as estimate from pg_class where oid = 'provider_transactions'::regclass`,
  )
  return Math.max(total, Number(rows[0]?.estimate ?? 0))
}

/**
 * One of the provider's charges beside our own records: payment, checkout, orders, the refunds of both sides, and the
 * differences found. Null when the mirror does not have it.
 */
export async function findTransaction(db: Db, id: number) {
  if (!Number.isSafeInteger(id)) return null
  const [transaction] = await db.select().from(provider_transactions).where(eq(provider_transactions.id, id))
  if (!transaction) return null
  const { provider, provider_transaction_id, tx_ref } = transaction
  const [checkout] = await db
    .select({
      id: checkouts.id,
      link_token: checkouts.link_token,
      status: checkouts.status,
      first_name: checkouts.first_name,
      last_name: checkouts.last_name,
      phone: checkouts.phone,
      total: checkouts.total,
    })
    .from(checkouts)
    .where(eq(checkouts.tx_ref, tx_ref))
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.provider_transaction_id, provider_transaction_id)))
  const own_orders = checkout
    ? await db
        .select({ id: orders.id, status: orders.status, total_price: orders.total_price })
        .from(orders)
        .where(eq(orders.checkout_id, checkout.id))
        .orderBy(orders.id)
    : []
  const own_refunds = payment
    ? await db
        .select({ id: refunds.id, amount: refunds.amount, status: refunds.status, reason: refunds.reason })
        .from(refunds)
        .where(eq(refunds.payment_id, payment.id))
    : []
  const their_refunds = await db
    .select({
      id: provider_refunds.provider_refund_id,
      amount: provider_refunds.amount,
      status: provider_refunds.status,
    })
    .from(provider_refunds)
    .where(
      and(
        eq(provider_refunds.provider, provider),
        eq(provider_refunds.provider_transaction_id, provider_transaction_id),
      ),
    )
  const differences = await db
    .select({
      id: reconciliation_cases.id,
      kind: reconciliation_cases.kind,
      status: reconciliation_cases.status,
    })
    .from(reconciliation_cases)
    .where(
      and(
        eq(reconciliation_cases.provider, provider),
        eq(reconciliation_cases.provider_number, provider_transaction_id),
      ),
    )
  return {
    transaction,
    payment: payment ?? null,
    checkout: checkout ?? null,
    orders: own_orders,
    refunds: own_refunds,
    their_refunds,
    differences,
  }
}
