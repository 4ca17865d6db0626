import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * How many customers ordered on a campus day for the first time in its month, by the month of their very first order
 * ('2026-11'); written once the day is over (`closeCohortDays`), so that who came back is known without reading every
 * order. A day that is written has a row of its own month, be it of nobody.
 */
export const cohort_days = pgTable(
  'cohort_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    first_month: text('first_month').notNull(),
    ordered: integer('ordered').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.first_month] })],
)
