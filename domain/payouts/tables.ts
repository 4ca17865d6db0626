import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { historyColumns, instantColumn, koboColumn } from '../../db/columns.ts'
import type { PayoutStatus, PayoutVerb, TransferDoubt, TransferStatus } from './lifecycle.ts'

/** A payout that a vendor or a rider requested. Its orders or deliveries point at it, each at one payout at most. */
export const payouts = pgTable(
  'payouts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Whom it is for: exactly one of the two. */
    vendor_id: uuid('vendor_id'),
    rider_id: uuid('rider_id'),
    amount: koboColumn('amount').notNull(),
    /** What this payout deducts for refunds that the rider bears. */
    taken_off: koboColumn('taken_off').notNull().default(0),
    status: text('status').$type<PayoutStatus>().notNull().default('Pending'),
    created_at: instantColumn('created_at').notNull(),
    /** The account at the time of the request; an admin who confirms a new account redirects it. */
    bank_name: text('bank_name').notNull(),
    bank_code: text('bank_code'),
    account_number: text('account_number').notNull(),
    account_name: text('account_name').notNull(),
    /** Who approved it first, if the amount needs a second admin; null until then. */
    approved_by: uuid('approved_by'),
    approved_at: instantColumn('approved_at'),
    /** How it was paid: by the provider's transfer, or by hand with the bank's reference. */
    paid_by: text('paid_by').$type<'transfer' | 'hand'>(),
    bank_reference: text('bank_reference'),
    /** The campus day on which the money went to the bank. */
    paid_on: date('paid_on', { mode: 'string' }),
    closed_at: instantColumn('closed_at'),
  },
  (table) => [
    index('payouts_vendor_newest').on(table.vendor_id, sql`${table.id} desc`),
    index('payouts_rider_newest').on(table.rider_id, sql`${table.id} desc`).where(sql`${table.rider_id} is not null`),
    check('payouts_one_payee', sql`num_nonnulls(${table.vendor_id}, ${table.rider_id}) = 1`),
    index('payouts_status').on(table.status, table.id),
    index('payouts_by_amount').on(table.amount, table.id),
    index('payouts_created').on(table.created_at),
  ],
)

/** Every move of a payout's lifecycle: who, when, why. */
export const payout_history = pgTable(
  'payout_history',
  {
    ...historyColumns<PayoutVerb | 'request', PayoutStatus>(),
    payout_id: bigint('payout_id', { mode: 'number' })
      .notNull()
      .references(() => payouts.id),
  },
  (table) => [index('payout_history_payout').on(table.payout_id)],
)

/** One attempt to send a payout through the provider; after a failure, the next has a new reference. */
export const payout_transfers = pgTable(
  'payout_transfers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    payout_id: bigint('payout_id', { mode: 'number' })
      .notNull()
      .references(() => payouts.id),
    provider: text('provider').notNull(),
    /** Ours, unique at the provider, so that an unknown outcome can be looked up and never sent twice. */
    reference: text('reference').notNull().unique(),
    /** Where it went. `bank_code` is the provider's own code of the bank, which may differ from the payout's. */
    bank_name: text('bank_name').notNull(),
    bank_code: text('bank_code').notNull(),
    account_number: text('account_number').notNull(),
    account_name: text('account_name').notNull(),
    provider_transfer_id: text('provider_transfer_id'),
    status: text('status').$type<TransferStatus>().notNull().default('Asked'),
    /** The provider's fee for it; null until it is told. */
    fee: koboColumn('fee'),
    attempts: integer('attempts').notNull().default(0),
    next_attempt_at: instantColumn('next_attempt_at'),
    last_error: text('last_error'),
    asked_by: uuid('asked_by').notNull(),
    created_at: instantColumn('created_at').notNull(),
    done_at: instantColumn('done_at'),
    /** Of a failed one: the provider did not say what became of it, or makes it and it is not followed. */
    doubt: text('doubt').$type<TransferDoubt>(),
    doubted_at: instantColumn('doubted_at'),
    /** When an admin looked at the provider and said what came of it: the doubt is over, of an `alive` one for good. */
    looked_up_at: instantColumn('looked_up_at'),
  },
  (table) => [
    index('payout_transfers_payout').on(table.payout_id),
    // At most one transfer of a payout is under way or has succeeded.
    uniqueIndex('payout_transfers_one_alive').on(table.payout_id).where(sql`${table.status} <> 'Failed'`),
    index('payout_transfers_due').on(table.next_attempt_at).where(sql`${table.status} in ('Asked', 'Queued')`),
    index('payout_transfers_without_fee').on(table.next_attempt_at).where(sql`${table.status} = 'Successful'`),
    index('payout_transfers_to_ask_again').on(table.next_attempt_at).where(sql`${table.status} = 'Failed'`),
    index('payout_transfers_in_doubt').on(table.doubted_at).where(sql`${table.doubt} is not null`),
  ],
)
