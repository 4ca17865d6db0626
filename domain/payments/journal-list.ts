import { and, gte, inArray, lt } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { CampusMonth } from '../clock.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import type { Kobo } from '../money.ts'
import { journal_entries, journals } from './tables.ts'

export const JOURNALS_PER_PAGE = 25
const JOURNALS_PER_READ = 500

export type ListedJournal = typeof journals.$inferSelect & {
  entries: { account: string; amount: Kobo; order_id: number | null }[]
}

/** One page of the journals of a month with their entries, newest first. */
export async function listJournals(
  db: Db,
  month: CampusMonth,
  place: Place | null,
  per_page = JOURNALS_PER_PAGE,
): Promise<Page<ListedJournal>> {
  const walk = keyset<ListedJournal>(
    [
      { column: journals.recorded_at, kind: 'instant', of: (row) => row.recorded_at },
      { column: journals.id, kind: 'number', of: (row) => row.id },
    ],
    place,
    per_page,
  )
  const found = await db
    .select()
    .from(journals)
    .where(and(gte(journals.recorded_at, month.from), lt(journals.recorded_at, month.until), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  const ids = found.map(({ id }) => id)
  const entries =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(journal_entries)
          .where(inArray(journal_entries.journal_id, ids))
          .orderBy(journal_entries.id)
  const of_journal = Map.groupBy(entries, ({ journal_id }) => journal_id)
  return walk.page(found.map((journal) => ({ ...journal, entries: of_journal.get(journal.id) ?? [] })))
}

/** All journals of a month, newest first, in portions that fit into memory however many there are. */
export async function* journalsOfMonth(db: Db, month: CampusMonth): AsyncGenerator<ListedJournal[]> {
  let place: Place | null = null
  do {
    const page: Page<ListedJournal> = await listJournals(db, month, place, JOURNALS_PER_READ)
    yield page.rows
    place = page.after === null ? null : { side: 'after', cursor: page.after }
  } while (place)
}
