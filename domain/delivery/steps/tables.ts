import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../../db/columns.ts'
import type { IncidentStep, RiderStep } from '../lifecycle.ts'
import { deliveries } from '../tables.ts'

/** Steps that came from a rider's phone, each once, with the outcome. No PIN is stored here. */
export const recorded_steps = pgTable(
  'recorded_steps',
  {
    /** Made by the phone. */
    id: uuid('id').primaryKey(),
    delivery_id: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => deliveries.id),
    rider_id: uuid('rider_id').notNull(),
    verb: text('verb').$type<RiderStep | IncidentStep>().notNull(),
    happened_at: instantColumn('happened_at').notNull(),
    recorded_at: instantColumn('recorded_at').notNull(),
    /** `done`, or why it was refused for good. */
    outcome: text('outcome').notNull(),
    details: jsonb('details'),
  },
  (table) => [
    index('recorded_steps_wrong_pins').on(table.delivery_id, table.rider_id).where(sql`${table.outcome} = 'wrong_pin'`),
  ],
)
