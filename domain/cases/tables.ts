import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'
import type { CaseStatus, SubjectKind } from './lifecycle.ts'

/**
 * Something that a person has to see to, about an order, a payment, a rider, a kitchen or a customer (decision 119).
 */
export const cases = pgTable(
  'cases',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What it is about (`CaseSubject`); a customer's number is emptied with the title (domain/retention/). */
    subject_kind: text('subject_kind').$type<SubjectKind>().notNull(),
    subject_id: text('subject_id').notNull(),
    /** What it is about in a few words; the first that wrote it. */
    title: text('title').notNull(),
    status: text('status').$type<CaseStatus>().notNull().default('Open'),
    /** Who has it; whether they still are an admin who works on cases is asked when it is read (`heldBy`). */
    assignee_id: uuid('assignee_id').references(() => users.id),
    due_at: instantColumn('due_at'),
    /** Null for the system, which opened it for `cause`. */
    opened_by: uuid('opened_by'),
    /** What of the desk it was opened for by itself, as `refunds_failed:<id>`; null where somebody opened it. */
    cause: text('cause').unique(),
    /** Closed by itself, because what it was opened for was over. */
    is_settled: boolean('is_settled').notNull().default(false),
    opened_at: instantColumn('opened_at').notNull(),
    /** Made by the form that opened it: sent twice, it opens one. */
    request_key: uuid('request_key').notNull().unique(),
    closed_at: instantColumn('closed_at'),
  },
  (table) => [
    index('cases_open').on(table.id).where(sql`${table.status} = 'Open'`),
    index('cases_subject').on(table.subject_kind, table.subject_id, sql`${table.id} desc`),
    index('cases_closed').on(table.closed_at).where(sql`${table.closed_at} is not null`),
  ],
)

/** What somebody wrote about a case. Only ever added to: two people at once each have their line. */
export const case_notes = pgTable(
  'case_notes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    case_id: bigint('case_id', { mode: 'number' })
      .notNull()
      .references(() => cases.id),
    text: text('text').notNull(),
    /** The address of a picture that shows it. */
    photo: text('photo'),
    written_by: uuid('written_by').notNull(),
    written_at: instantColumn('written_at').notNull(),
    request_key: uuid('request_key').notNull().unique(),
  },
  (table) => [index('case_notes_case').on(table.case_id, table.id), index('case_notes_written').on(table.written_at)],
)
