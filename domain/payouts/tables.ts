import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../db/columns.ts'
import type { PayoutStatus } from './lifecycle.ts'

/** What a vendor asked to be paid (spec §3). The orders it is made of point at it, each at one payout at most. */
export const payouts = pgTable(
  'payouts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    vendor_id: uuid('vendor_id').notNull(),
    amount: koboColumn('amount').notNull(),
    status: text('status').$type<PayoutStatus>().notNull().default('Pending'),
    created_at: instantColumn('created_at').notNull(),
    /** The account as it stood when the payout was requested: a later change does not redirect it. */
    bank_name: text('bank_name').notNull(),
    bank_code: text('bank_code'),
    account_number: text('account_number').notNull(),
    account_name: text('account_name').notNull(),
  },
  (table) => [index('payouts_vendor_newest').on(table.vendor_id, sql`${table.id} desc`)],
)
