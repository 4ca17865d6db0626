import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'

/** What an admin can change without a release. One row per setting; the defaults are in code. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updated_at: instantColumn('updated_at').notNull().defaultNow(),
})
