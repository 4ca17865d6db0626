import { boolean, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'

/** What the invariants found when they were last asked; one row. */
export const invariant_checks = pgTable('invariant_checks', {
  one: boolean('one').primaryKey().default(true),
  /** When a worker asks again; who asks moves it first, so that one of several does. */
  next_at: instantColumn('next_at').notNull(),
  checked_at: instantColumn('checked_at'),
  took_ms: integer('took_ms'),
  /** How many violations there were. */
  broken: integer('broken'),
  /** The first of them. */
  found: jsonb('found').$type<readonly { invariant: string; subject: string; problem: string }[]>(),
})
