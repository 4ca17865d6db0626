import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../../db/columns.ts'
import { riders } from '../tables.ts'

/** When riders were on duty: from when they said so until they were not any more, whoever ended it. */
export const rider_duties = pgTable(
  'rider_duties',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    rider_id: uuid('rider_id')
      .notNull()
      .references(() => riders.user_id),
    began_at: instantColumn('began_at').notNull(),
    /** Null while the duty lasts. */
    ended_at: instantColumn('ended_at'),
  },
  (table) => [
    uniqueIndex('rider_duties_lasting').on(table.rider_id).where(sql`${table.ended_at} is null`),
    index('rider_duties_ended').on(table.ended_at),
  ],
)
