import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'
import { orders } from '../orders/tables.ts'

/** Whom a customer writes with about an order: the rider who has it, or the desk, which is we. */
export type ChatPartner = 'rider' | 'desk'

/** What customer, rider and desk write each other about an order (decision 155). Only ever added to. */
export const chat_lines = pgTable(
  'chat_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    order_id: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    partner: text('partner').$type<ChatPartner>().notNull(),
    from_role: text('from_role').$type<'customer' | 'rider' | 'admin'>().notNull(),
    /** The rider's or the admin's account; null for the customer. */
    from_id: uuid('from_id'),
    text: text('text').notNull(),
    written_at: instantColumn('written_at').notNull(),
    /**
     * Of a line to the customer, when the tracking page showed it; of one to the desk, when an admin answered, or said
     * that it needs no answer. Riders are not asked.
     */
    read_at: instantColumn('read_at'),
    /** When it goes by text message, unless it is read before or nobody needs that; null for not at all. */
    sms_at: instantColumn('sms_at'),
  },
  (table) => [
    index('chat_lines_order').on(table.order_id, table.id),
    index('chat_lines_written').on(table.written_at),
    index('chat_lines_waiting')
      .on(table.id)
      .where(sql`${table.read_at} is null and ${table.partner} = 'desk' and ${table.from_role} = 'customer'`),
  ],
)
