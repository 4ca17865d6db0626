import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn, koboSumColumn } from '../../db/columns.ts'
import type { MoverRole } from '../lifecycle.ts'
import type { Kobo } from '../money.ts'
import type { RefundBearer, RefundStatus } from './lifecycle.ts'

/** Every charge the provider confirmed as successful, once. Nothing else ever becomes a row here. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    provider: text('provider').notNull(),
    provider_transaction_id: text('provider_transaction_id').notNull(),
    tx_ref: text('tx_ref').notNull(),
    /** Null when the tx_ref is not ours. */
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
    // Only one charge pays for a checkout's orders; every other charge for it is refunded.
    uniqueIndex('payments_one_for_orders').on(table.checkout_id).where(sql`${table.purpose} = 'orders'`),
    index('payments_tx_ref').on(table.tx_ref),
    index('payments_checkout').on(table.checkout_id),
    // Fees that the provider has not told yet.
    index('payments_fee_unknown').on(table.provider).where(sql`${table.provider_fee} is null`),
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
  | 'complaint'
  | 'late_delivery'
  | 'missing_dish'
  | 'shared_ride'
  | 'tip'

/** An item of the order by its place in `orders.items`, how many of it, and what goes back for them. */
export type RefundLine = { item: number; name: string; quantity: number; amount_kobo: Kobo }

export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    payment_id: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    order_id: bigint('order_id', { mode: 'number' }),
    amount: koboColumn('amount').notNull(),
    /** How much of the amount is the checkout's delivery fee, and how much the order's tip; the rest is food. */
    delivery_fee: koboColumn('delivery_fee').notNull().default(0),
    tip: koboColumn('tip').notNull().default(0),
    /** What a promotion had paid of the food and of the delivery fee, and has again; no part of the amount. */
    promotion: koboColumn('promotion').notNull().default(0),
    free_fee: koboColumn('free_fee').notNull().default(0),
    reason: text('reason').$type<RefundReason>().notNull(),
    /** Who pays for the refund. */
    borne_by: text('borne_by').$type<RefundBearer>().notNull().default('vendor'),
    /** Which items of the order it is for; null if for none in particular. */
    lines: jsonb('lines').$type<readonly RefundLine[]>(),
    /** What the customer is told. */
    explanation: text('explanation'),
    /** Who decided it; `system` has no account. */
    asked_role: text('asked_role').$type<MoverRole>().notNull(),
    asked_by: uuid('asked_by'),
    /** Made by the form that asked for it: sent twice, it still makes one refund per order. */
    request_key: text('request_key'),
    status: text('status').$type<RefundStatus>().notNull().default('Asked'),
    provider_refund_id: text('provider_refund_id'),
    attempts: integer('attempts').notNull().default(0),
    next_attempt_at: instantColumn('next_attempt_at'),
    last_error: text('last_error'),
    created_at: instantColumn('created_at').notNull(),
    done_at: instantColumn('done_at'),
    /** The number of the sending: an admin may send a failed refund again, and the provider must tell them apart. */
    round: integer('round').notNull().default(1),
    round_at: instantColumn('round_at'),
    /** A refund that the provider lists without our comment and that may be this one: an admin decides. */
    possible_refund_id: text('possible_refund_id'),
    /** The provider's ids of refunds that failed, or that an admin said are others. */
    ruled_out: jsonb('ruled_out').$type<readonly string[]>().notNull().default([]),
    /** The provider's ids of its own earlier sendings, which failed: asked about again before the next is sent. */
    earlier_refund_ids: jsonb('earlier_refund_ids').$type<readonly string[]>().notNull().default([]),
    /** Of all these, what an admin looked up at the provider and says of it that it is another, or brought nothing. */
    looked_up: jsonb('looked_up').$type<readonly string[]>().notNull().default([]),
    /** The bank's reference, when an admin paid it by hand from our own account. */
    bank_reference: text('bank_reference'),
    /** The chargeback by which the customer's bank had given the same money back already; nothing was sent. */
    covered_by: bigint('covered_by', { mode: 'number' }),
  },
  (table) => [
    unique('refunds_request').on(table.request_key, table.order_id),
    index('refunds_status').on(table.status, sql`${table.created_at} desc`, table.id),
    index('refunds_newest').on(sql`${table.created_at} desc`, table.id),
    index('refunds_due').on(table.next_attempt_at).where(sql`${table.status} in ('Asked', 'Sent')`),
    index('refunds_failed').on(table.created_at).where(sql`${table.status} = 'Failed'`),
    index('refunds_payment').on(table.payment_id),
    index('refunds_order').on(table.order_id).where(sql`${table.order_id} is not null`),
  ],
)

/** Money that the provider paid out of what it holds for us to our own bank account. */
export const bank_settlements = pgTable(
  'bank_settlements',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text('provider').notNull(),
    /** The provider's or the bank's reference; the same payment is recorded once. */
    reference: text('reference').notNull(),
    amount: koboColumn('amount').notNull(),
    /** The day on which it reached the bank. */
    settled_on: date('settled_on', { mode: 'string' }).notNull(),
    recorded_by: uuid('recorded_by').notNull(),
    recorded_at: instantColumn('recorded_at').notNull(),
  },
  (table) => [unique('bank_settlements_once').on(table.provider, table.reference)],
)

/** Money that an admin must look at: too little, in another currency, or for a tx_ref that is not ours. */
export const review_cases = pgTable(
  'review_cases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    payment_id: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id),
    kind: text('kind').$type<'short' | 'currency' | 'unknown'>().notNull(),
    status: text('status').$type<'Open' | 'Closed'>().notNull().default('Open'),
    /** What an admin decided: refunded, accepted as paid, or settled elsewhere. Null while open. */
    decision: text('decision').$type<'refunded' | 'accepted' | 'closed'>(),
    decided_by: uuid('decided_by'),
    reason: text('reason'),
    created_at: instantColumn('created_at').notNull(),
    closed_at: instantColumn('closed_at'),
  },
  (table) => [index('review_cases_status').on(table.status, sql`${table.created_at} desc`, table.id)],
)

/** The webhook inbox: stored and answered at once, worked on later. */
export const provider_events = pgTable(
  'provider_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text('provider').notNull(),
    /** Hash of the raw body: the same event sent again is one row. */
    event_key: text('event_key').notNull(),
    /** Only the fields that are read, nothing about the payer or the card (`storableWebhook`). */
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
    index('provider_events_received').on(table.received_at),
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
  (table) => [unique('journals_once').on(table.kind, table.subject), index('journals_recorded').on(table.recorded_at)],
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
    /** The order that it is about; null for none, and in what was booked before entries named their order. */
    order_id: bigint('order_id', { mode: 'number' }),
  },
  (table) => [
    index('journal_entries_order').on(table.order_id).where(sql`${table.order_id} is not null`),
    index('journal_entries_journal').on(table.journal_id),
    index('journal_entries_account').on(table.account),
  ],
)

/**
 * The sums of an account's month, written once it is over (`closeMonths`), so that a trial balance stays as cheap in
 * ten years. An invariant compares them with the journals.
 */
export const account_months = pgTable(
  'account_months',
  {
    /** 'YYYY-MM' on the campus. */
    month: text('month').notNull(),
    account: text('account').notNull(),
    debits: koboSumColumn('debits').notNull(),
    credits: koboSumColumn('credits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.account] })],
)
