import type { AnyColumn, SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** What is kept for how long, and what is left of it then. */
export type KeptFor = {
  table: PgTable
  /** The column that says since when a row is kept. */
  since: AnyColumn
  days: number
  /** What is removed after these days, as /privacy calls it; null for what identifies nobody or is said by another. */
  says: string | null
  /** The columns that are emptied, with their new values; without it the whole row is deleted. */
  leaves?: Readonly<Record<string, unknown>>
  /** Rows that do not match this stay. */
  only?: SQL | undefined
}
