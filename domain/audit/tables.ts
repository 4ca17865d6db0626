import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'

/** What an admin did: who, when, to what, before and after. Append-only (0000_baseline.sql). */
export const audit_log = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for a command run on the server. */
    user_id: uuid('user_id'),
    /** The mail address at that time, or `command`. */
    actor: text('actor').notNull(),
    /** A verb in the past tense, e.g. `vendor_suspended`. */
    action: text('action').notNull(),
    /** What it was done to, e.g. `vendor:<user_id>`, `payout:12`, `setting:delivery`. */
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    acted_at: instantColumn('acted_at').notNull(),
  },
  (table) => [
    index('audit_log_acted').on(table.acted_at, table.id),
    index('audit_log_subject').on(table.subject, sql`${table.id} desc`),
    index('audit_log_action').on(table.action, sql`${table.id} desc`),
    index('audit_log_actor').on(table.actor, sql`${table.id} desc`),
    index('audit_log_user').on(table.user_id, sql`${table.id} desc`),
  ],
)
