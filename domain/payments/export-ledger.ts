import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { readRange } from '../keyset.ts'
import { journal_entries, journals } from './tables.ts'

/** All entries of the books, recorded from `since` until before `before`, in the order of writing, in portions. */
export function exportLedger(db: Db, range: { since: Date; before: Date }) {
  return readRange({ id: journal_entries.id, at: journals.recorded_at }, range, (where, limit) =>
    db
      .select({
        id: journal_entries.id,
        journal_id: journals.id,
        recorded_at: journals.recorded_at,
        kind: journals.kind,
        subject: journals.subject,
        order_id: journal_entries.order_id,
        account: journal_entries.account,
        amount: journal_entries.amount,
      })
      .from(journal_entries)
      .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
      .where(where)
      .orderBy(journal_entries.id)
      .limit(limit),
  )
}
