import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'
import { vendors } from '../catalog/tables.ts'
import { orders } from '../orders/tables.ts'

/** A customer's rating of a delivered order, once per order. */
export const ratings = pgTable(
  'ratings',
  {
    order_id: bigint('order_id', { mode: 'number' })
      .primaryKey()
      .references(() => orders.id),
    vendor_id: uuid('vendor_id')
      .notNull()
      .references(() => vendors.user_id),
    /** Who brought it; null if none of our riders did. */
    rider_id: uuid('rider_id'),
    /** 1 to 5. */
    food: integer('food').notNull(),
    delivery: integer('delivery').notNull(),
    line: text('line'),
    /** All that vendors and admins see of the customer. */
    first_name: text('first_name').notNull(),
    rated_at: instantColumn('rated_at').notNull(),
    /** When an admin hid the line; the stars still count. */
    hidden_at: instantColumn('hidden_at'),
  },
  (table) => [
    index('ratings_vendor').on(table.vendor_id, sql`${table.order_id} desc`),
    index('ratings_rider').on(table.rider_id),
    index('ratings_lines').on(table.rated_at).where(sql`${table.line} is not null`),
  ],
)
