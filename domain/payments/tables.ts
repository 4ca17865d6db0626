import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../db/columns.ts'

/** Every charge the provider confirmed as successful, once. Nothing else ever becomes a row here. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    provider: text('provider').notNull(),
    provider_transaction_id: text('provider_transaction_id').notNull(),
    tx_ref: text('tx_ref').notNull(),
    /** Null when the tx_ref is not one of ours. */
    checkout_id: uuid('checkout_id'),
    amount: koboColumn('amount').notNull(),
    currency: text('currency').notNull(),
    /** What the provider kept; null until it tells. */
    provider_fee: koboColumn('provider_fee'),
    payment_type: text('payment_type').notNull(),
    /** Where the money went (invariant I1): into orders, back to the customer, or to the review list. */
    purpose: text('purpose').$type<'orders' | 'refund' | 'review'>().notNull(),
    provider_created_at: instantColumn('provider_created_at'),
    recorded_at: instantColumn('recorded_at').notNull(),
  },
  (table) => [
    unique('payments_provider_transaction').on(table.provider, table.provider_transaction_id),
    // One charge turns a checkout into orders; every other charge for it goes back.
    uniqueIndex('payments_one_for_orders').on(table.checkout_id).where(sql`${table.purpose} = 'orders'`),
    index('payments_tx_ref').on(table.tx_ref),
  ],
)

export type RefundReason =
  | 'excess'
  | 'late'
  | 'duplicate'
  | 'kitchen_unavailable'
  | 'cancelled'
  | 'rejected'
  | 'review'

export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    payment_id: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    order_id: bigint('order_id', { mode: 'number' }),
    amount: koboColumn('amount').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    status: text('status').$type<'Asked' | 'Sent' | 'Done' | 'Failed'>().notNull().default('Asked'),
    provider_refund_id: text('provider_refund_id'),
    attempts: integer('attempts').notNull().default(0),
    next_attempt_at: instantColumn('next_attempt_at'),
    last_error: text('last_error'),
    created_at: instantColumn('created_at').notNull(),
    done_at: instantColumn('done_at'),
  },
  (table) => [
    index('refunds_due').on(table.next_attempt_at).where(sql`${table.status} in ('Asked', 'Sent')`),
    index('refunds_payment').on(table.payment_id),
  ],
)

/** Money that a person must look at: short, in another currency, or for a tx_ref that is not ours. */
export const review_cases = pgTable('review_cases', {
  id: uuid('id').primaryKey().defaultRandom(),
  payment_id: uuid('payment_id')
    .notNull()
    .unique()
    .references(() => payments.id),
  kind: text('kind').$type<'short' | 'currency' | 'unknown'>().notNull(),
  status: text('status').$type<'Open' | 'Closed'>().notNull().default('Open'),
  created_at: instantColumn('created_at').notNull(),
  closed_at: instantColumn('closed_at'),
})

/** The webhook inbox: stored as received, answered at once, worked at our own pace. */
export const provider_events = pgTable(
  'provider_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text('provider').notNull(),
    /** Hash of the raw body: the same event sent again is one row. */
    event_key: text('event_key').notNull(),
    body: text('body').notNull(),
    received_at: instantColumn('received_at').notNull(),
    consumed_at: instantColumn('consumed_at'),
    outcome: text('outcome'),
    attempts: integer('attempts').notNull().default(0),
    next_attempt_at: instantColumn('next_attempt_at'),
    last_error: text('last_error'),
  },
  (table) => [
    unique('provider_events_once').on(table.provider, table.event_key),
    index('provider_events_due').on(table.next_attempt_at).where(sql`${table.consumed_at} is null`),
  ],
)

export const journals = pgTable(
  'journals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    /** What was recorded, e.g. `payment:<id>`; unique per kind, so that nothing is booked twice. */
    subject: text('subject').notNull(),
    recorded_at: instantColumn('recorded_at').notNull(),
  },
  (table) => [unique('journals_once').on(table.kind, table.subject)],
)

export const journal_entries = pgTable(
  'journal_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    journal_id: bigint('journal_id', { mode: 'number' })
      .notNull()
      .references(() => journals.id),
    account: text('account').notNull(),
    /** Positive is a debit, negative a credit. */
    amount: koboColumn('amount').notNull(),
  },
  (table) => [
    index('journal_entries_journal').on(table.journal_id),
    index('journal_entries_account').on(table.account),
  ],
)
