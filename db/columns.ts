import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { bigint, customType, type PgColumn, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { MoverRole } from '../domain/lifecycle.ts'
import { type Kobo, koboFromNaira, nairaDecimal } from '../domain/money.ts'

/** Integer kobo in code, `numeric(12,2)` naira in the table, so that tables read as people write amounts. */
export const koboColumn = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'numeric(12,2)',
  fromDriver: (value) => koboFromNaira(value),
  toDriver: (kobo) => nairaDecimal(kobo),
})

/** Kobo like `koboColumn`, with room for very large sums. */
export const koboSumColumn = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'numeric(18,2)',
  fromDriver: (value) => koboFromNaira(value),
  toDriver: (kobo) => nairaDecimal(kobo),
})

/** A point in time. Never a local time. */
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** The columns of every history: which move, from and to which status, who (an account or none), why, when. */
export const historyColumns = <Verb extends string, Status extends string>() => ({
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  verb: text('verb').$type<Verb>().notNull(),
  from_status: text('from_status').$type<Status>(),
  to_status: text('to_status').$type<Status>().notNull(),
  role: text('role').$type<MoverRole>().notNull(),
  user_id: uuid('user_id'),
  reason: text('reason'),
  /** When it happened; without a network that is earlier than when we learned of it. */
  moved_at: instantColumn('moved_at').notNull(),
  recorded_at: instantColumn('recorded_at').notNull(),
})

/** Whether a column holds one of these; one text however many they are, so that the statement can be prepared. */
export const anyOf = (column: PgColumn, values: readonly (string | number)[] | Placeholder): SQL =>
  sql`${column} = any(${'getSQL' in values ? values : sql.param([...values])}::${sql.raw(column.getSQLType())}[])`
