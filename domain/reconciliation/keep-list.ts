import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ListedCharge, ListedRefund } from '../../adapters/payments/payment-provider.ts'
import type { ListedTransfer } from '../../adapters/payments/transfer-provider.ts'
import type { Db } from '../../db/handle.ts'
import { provider_refunds, provider_transactions, provider_transfers } from './tables.ts'

/** Final statuses: a charge known with one of these need not be read again. */
const final_statuses = ['successful', 'failed', 'abandoned']

/**
 * Writes a page of the provider's charges into our mirror. Answers whether every one of them was already known with a
 * final status: then older pages hold nothing new.
 */
export async function keepCharges(
  db: Db,
  provider: string,
  rows: readonly ListedCharge[],
  now: Date,
): Promise<{ all_known: boolean }> {
  const latest = new Map(rows.map((row) => [row.provider_transaction_id, row]))
  if (latest.size === 0) return { all_known: true }
  const known = await db
    .select({ id: provider_transactions.provider_transaction_id })
    .from(provider_transactions)
    .where(
      and(
        eq(provider_transactions.provider, provider),
        inArray(provider_transactions.provider_transaction_id, [...latest.keys()]),
        inArray(provider_transactions.status, final_statuses),
      ),
    )
  const excluded = (name: string) => sql.raw(`excluded.${name}`)
  await db
    .insert(provider_transactions)
    .values([...latest.values()].map((row) => mirrored(row, provider, now)))
    .onConflictDoUpdate({
      target: [provider_transactions.provider, provider_transactions.provider_transaction_id],
      set: {
        tx_ref: excluded('tx_ref'),
        // A charge that is asked for alone comes without its customer's address.
        customer_email: sql`coalesce(nullif(excluded.customer_email, ''), ${provider_transactions.customer_email})`,
        amount: excluded('amount'),
        currency: excluded('currency'),
        status: excluded('status'),
        provider_fee: excluded('provider_fee'),
        payment_type: excluded('payment_type'),
        seen_at: excluded('seen_at'),
      },
    })
  return { all_known: known.length === latest.size }
}

/** The same for a page of refunds. */
export async function keepRefunds(db: Db, provider: string, rows: readonly ListedRefund[], now: Date): Promise<void> {
  const latest = new Map(rows.map((row) => [row.provider_refund_id, row]))
  if (latest.size === 0) return
  await db
    .insert(provider_refunds)
    .values([...latest.values()].map((row) => mirrored(row, provider, now)))
    .onConflictDoUpdate({
      target: [provider_refunds.provider, provider_refunds.provider_refund_id],
      set: {
        amount: sql.raw('excluded.amount'),
        status: sql.raw('excluded.status'),
        comment: sql.raw('excluded.comment'),
        seen_at: sql.raw('excluded.seen_at'),
      },
    })
}

/** The same for a page of transfers. */
export async function keepTransfers(
  db: Db,
  provider: string,
  rows: readonly ListedTransfer[],
  now: Date,
): Promise<void> {
  const latest = new Map(rows.map((row) => [row.provider_transfer_id, row]))
  if (latest.size === 0) return
  await db
    .insert(provider_transfers)
    .values([...latest.values()].map((row) => mirrored(row, provider, now)))
    .onConflictDoUpdate({
      target: [provider_transfers.provider, provider_transfers.provider_transfer_id],
      set: {
        amount: sql.raw('excluded.amount'),
        status: sql.raw('excluded.status'),
        seen_at: sql.raw('excluded.seen_at'),
      },
    })
}

function mirrored<Row extends { created_at: Date | null }>(row: Row, provider: string, now: Date) {
  return { ...row, provider, created_at: row.created_at ?? now, seen_at: now }
}
