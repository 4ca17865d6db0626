import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/** A list as an admin likes to see it, under a name. */
export const saved_views = pgTable(
  'saved_views',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    owner_id: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** The list's name in its address: `orders`. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** What stands behind the question mark of the list's address. */
    query: text('query').notNull(),
    /** Other admins see it too. */
    shared: boolean('shared').notNull().default(false),
    saved_at: instantColumn('saved_at').notNull(),
  },
  (table) => [
    unique('saved_views_name').on(table.owner_id, table.list, table.name),
    index('saved_views_shared').on(table.list).where(sql`${table.shared}`),
  ],
)
