import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'
import type { MoverRole } from '../lifecycle.ts'
import { orders } from '../orders/tables.ts'
import { type RefundLine, refunds } from '../payments/tables.ts'
import type { ClaimKind, ClaimStatus } from './lifecycle.ts'

/** What a customer says is wrong with an order, and what was decided about it. */
export const claims = pgTable(
  'claims',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    order_id: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    kind: text('kind').$type<ClaimKind>().notNull(),
    /** The dishes that it is about, at the order's prices; none for a claim about the whole order. */
    lines: jsonb('lines').$type<readonly RefundLine[]>().notNull(),
    status: text('status').$type<ClaimStatus>().notNull().default('Open'),
    /** The address of its picture; emptied together with the words (domain/retention/kept-for.ts). */
    photo: text('photo'),
    created_at: instantColumn('created_at').notNull(),
    decided_at: instantColumn('decided_at'),
    /** Null while it is open; the system has no account. */
    decided_role: text('decided_role').$type<MoverRole>(),
    decided_by: uuid('decided_by'),
    /** Why; the customer reads it. */
    reason: text('reason'),
    /** What went back for it. */
    refund_id: uuid('refund_id')
      .unique()
      .references(() => refunds.id),
  },
  (table) => [
    uniqueIndex('claims_one_open').on(table.order_id).where(sql`${table.status} = 'Open'`),
    index('claims_order').on(table.order_id),
    index('claims_status').on(table.status, sql`${table.created_at} desc`, table.id),
  ],
)

/** What its customer wrote about a claim, oldest first. */
export const claim_words = pgTable(
  'claim_words',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    claim_id: uuid('claim_id')
      .notNull()
      .references(() => claims.id),
    text: text('text').notNull(),
    said_at: instantColumn('said_at').notNull(),
  },
  (table) => [index('claim_words_claim').on(table.claim_id, table.id)],
)
