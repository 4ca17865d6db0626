import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'

/** The outbox: written in the commit it speaks of, sent by the worker. */
export const messages = pgTable(
  'messages',
  {
    /** Also the gateway's `ext_ref` and the mail's Message-ID, so that a repeated send has one effect. */
    id: uuid('id').primaryKey().defaultRandom(),
    channel: text('channel').$type<'sms' | 'mail'>().notNull(),
    /** What it says and about whom, e.g. `customer_paid:<checkout id>`; a consequence is written once. */
    dedupe_key: text('dedupe_key').notNull().unique(),
    recipient: text('recipient').notNull(),
    subject: text('subject'),
    body: text('body').notNull(),
    html: text('html'),
    status: text('status').$type<'Queued' | 'Sent' | 'Failed'>().notNull().default('Queued'),
    attempts: integer('attempts').notNull().default(0),
    next_attempt_at: instantColumn('next_attempt_at'),
    gateway_message_id: text('gateway_message_id'),
    last_error: text('last_error'),
    created_at: instantColumn('created_at').notNull(),
    sent_at: instantColumn('sent_at'),
  },
  (table) => [index('messages_due').on(table.next_attempt_at).where(sql`${table.status} = 'Queued'`)],
)
