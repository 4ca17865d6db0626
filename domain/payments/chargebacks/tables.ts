import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../../db/columns.ts'
import { payments } from '../tables.ts'
import type { ChargebackStatus } from './statuses.ts'

/** Money that a customer's bank took back from the provider, as its list last showed it. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text('provider').notNull(),
    provider_chargeback_id: text('provider_chargeback_id').notNull(),
    provider_transaction_id: text('provider_transaction_id').notNull(),
    /** Null while we know no such payment; then nothing is booked. */
    payment_id: uuid('payment_id').references(() => payments.id),
    /** What the bank asks back: all of the charge, or a part of it. */
    amount: koboColumn('amount').notNull(),
    status: text('status').$type<ChargebackStatus>().notNull(),
    /** The provider's own words. */
    stage: text('stage').notNull(),
    reason: text('reason').notNull(),
    /** Without an answer until then it is lost; null if the provider does not say. */
    due_at: instantColumn('due_at'),
    /** When the provider made it; when we first saw it, if the provider does not say. */
    raised_at: instantColumn('raised_at').notNull(),
    first_seen_at: instantColumn('first_seen_at').notNull(),
    /** When its status changed last, as far as we saw. */
    moved_at: instantColumn('moved_at').notNull(),
    /** How often its money was booked: odd while it is gone, even where it is ours. */
    bookings: integer('bookings').notNull().default(0),
  },
  (table) => [
    unique('chargebacks_once').on(table.provider, table.provider_chargeback_id),
    index('chargebacks_payment').on(table.payment_id),
    index('chargebacks_status').on(table.status, table.raised_at),
  ],
)
