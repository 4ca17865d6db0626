import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../db/columns.ts'
import type { MoverRole } from '../lifecycle.ts'
import type { DifferenceKind, DifferenceStatus } from './lifecycle.ts'

/** The provider's own list of charges, successful or not, as it last showed each of them. */
export const provider_transactions = pgTable(
  'provider_transactions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text('provider').notNull(),
    provider_transaction_id: text('provider_transaction_id').notNull(),
    tx_ref: text('tx_ref').notNull(),
    customer_email: text('customer_email').notNull(),
    amount: koboColumn('amount').notNull(),
    currency: text('currency').notNull(),
    /** The provider's own word: successful, failed, pending, abandoned … */
    status: text('status').notNull(),
    provider_fee: koboColumn('provider_fee'),
    payment_type: text('payment_type').notNull(),
    /** When the provider made it; when we first saw it, if the provider does not say. */
    created_at: instantColumn('created_at').notNull(),
    seen_at: instantColumn('seen_at').notNull(),
  },
  (table) => [
    unique('provider_transactions_once').on(table.provider, table.provider_transaction_id),
    index('provider_transactions_newest').on(sql`${table.created_at} desc`, sql`${table.id} desc`),
    // For searches by the beginning of a reference, and by any part of one.
    index('provider_transactions_reference').on(sql`lower(${table.tx_ref}) text_pattern_ops`),
    index('provider_transactions_tx_ref').using('gin', table.tx_ref.op('gin_trgm_ops')),
    index('provider_transactions_to_empty')
      .on(table.created_at)
      .where(sql`${table.customer_email} <> '' and ${table.status} <> 'successful'`),
    index('provider_transactions_number').on(table.provider_transaction_id),
  ],
)

/** The provider's own list of refunds. */
export const provider_refunds = pgTable(
  'provider_refunds',
  {
    provider: text('provider').notNull(),
    provider_refund_id: text('provider_refund_id').notNull(),
    provider_transaction_id: text('provider_transaction_id').notNull(),
    amount: koboColumn('amount').notNull(),
    status: text('status').$type<'done' | 'pending' | 'failed'>().notNull(),
    /** Our refund's id, where the provider repeats what we said (docs/providers.md#flutterwave-refunds). */
    comment: text('comment').notNull(),
    created_at: instantColumn('created_at').notNull(),
    seen_at: instantColumn('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.provider_refund_id] }),
    index('provider_refunds_newest').on(table.created_at),
  ],
)

/** The provider's own list of transfers to bank accounts, whoever asked for them. */
export const provider_transfers = pgTable(
  'provider_transfers',
  {
    provider: text('provider').notNull(),
    provider_transfer_id: text('provider_transfer_id').notNull(),
    reference: text('reference').notNull(),
    amount: koboColumn('amount').notNull(),
    status: text('status').$type<'pending' | 'successful' | 'failed'>().notNull(),
    created_at: instantColumn('created_at').notNull(),
    seen_at: instantColumn('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.provider_transfer_id] }),
    index('provider_transfers_newest').on(table.created_at),
  ],
)

/** How far the provider's lists were read: one row per provider, which is the worker's queue and feeds the screen. */
export const provider_lists = pgTable('provider_lists', {
  provider: text('provider').primaryKey(),
  /** When the newest charges were last read. */
  read_at: instantColumn('read_at'),
  /** Why they could not be read since then; null if they could. */
  error: text('error'),
  error_at: instantColumn('error_at'),
  next_read_at: instantColumn('next_read_at').notNull(),
  /** A comparison reads these lists page by page from this day, 'YYYY-MM-DD'; null when none is running. */
  comparing_from: text('comparing_from'),
  compare_started_at: instantColumn('compare_started_at'),
  /** The list it is reading, its next page, and the number of pages as far as known. */
  compare_list: text('compare_list').$type<'charges' | 'refunds' | 'transfers'>(),
  compare_page: integer('compare_page').notNull().default(1),
  compare_pages: integer('compare_pages'),
  next_compare_at: instantColumn('next_compare_at').notNull(),
  compared_at: instantColumn('compared_at'),
  /** The same as for charges, of the list of chargebacks; due while null. */
  next_chargebacks_at: instantColumn('next_chargebacks_at'),
  chargebacks_read_at: instantColumn('chargebacks_read_at'),
  chargebacks_error: text('chargebacks_error'),
})

/** One difference between the provider's lists and our books, and what was done about it. */
export const reconciliation_cases = pgTable(
  'reconciliation_cases',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text('provider').notNull(),
    /** The provider's number of the charge, the refund or the transfer it is about. */
    provider_number: text('provider_number').notNull(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    status: text('status').$type<DifferenceStatus>().notNull().default('Open'),
    tx_ref: text('tx_ref'),
    /** What each side says, in kobo or in words; null if it says nothing. */
    ours: jsonb('ours').$type<Readonly<Record<string, string | number | null>>>(),
    theirs: jsonb('theirs').$type<Readonly<Record<string, string | number | null>>>(),
    found_at: instantColumn('found_at').notNull(),
    seen_at: instantColumn('seen_at').notNull(),
    closed_at: instantColumn('closed_at'),
    /** Who closed it: `system`, which has no account, if the cause was gone. */
    closed_role: text('closed_role').$type<MoverRole>(),
    closed_by: uuid('closed_by'),
    /** The outcome, or why it is left as it is. */
    outcome: text('outcome'),
  },
  (table) => [
    unique('reconciliation_cases_once').on(table.provider, table.provider_number, table.kind),
    index('reconciliation_cases_status').on(table.status, sql`${table.id} desc`),
  ],
)
