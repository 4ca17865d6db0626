import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../../db/columns.ts'
import { places } from '../../places/tables.ts'
import { orders } from '../tables.ts'
import type { RunStatus } from './lifecycle.ts'

/** One kitchen's way to one place for one slot, which orders of strangers share (decision 123). */
export const runs = pgTable(
  'runs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    vendor_id: uuid('vendor_id').notNull(),
    place_id: integer('place_id')
      .notNull()
      .references(() => places.id),
    slot_from: instantColumn('slot_from').notNull(),
    status: text('status').$type<RunStatus>().notNull().default('Gathering'),
    /** Percent of the fee for one alone that each pays: where they are two, three, and so on; as set when it opened. */
    percents: jsonb('percents').$type<readonly number[]>().notNull(),
    /** The most orders in it. */
    most: integer('most').notNull(),
    opened_at: instantColumn('opened_at').notNull(),
    /** When it closes by itself; sooner where its kitchen has finished one of its orders. */
    closes_at: instantColumn('closes_at').notNull(),
    closed_at: instantColumn('closed_at'),
  },
  (table) => [
    unique('runs_once').on(table.vendor_id, table.place_id, table.slot_from),
    index('runs_closes').on(table.closes_at),
  ],
)

/** A paid order's share of a run. */
export const run_shares = pgTable(
  'run_shares',
  {
    order_id: bigint('order_id', { mode: 'number' })
      .primaryKey()
      .references(() => orders.id),
    run_id: bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => runs.id),
    /** What its way would have cost alone, and what was paid for it. */
    single_fee: koboColumn('single_fee').notNull(),
    paid_fee: koboColumn('paid_fee').notNull(),
    /** What it costs in the end; null until its run is closed, and for an order that was cancelled by then. */
    final_fee: koboColumn('final_fee'),
    /** How many shared it then. */
    sharers: integer('sharers'),
    /** What went back because of that. */
    back: koboColumn('back').notNull().default(0),
    settled_at: instantColumn('settled_at'),
  },
  (table) => [
    index('run_shares_run').on(table.run_id),
    index('run_shares_unsettled').on(table.run_id).where(sql`${table.settled_at} is null`),
  ],
)
