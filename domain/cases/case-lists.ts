import { and, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { type Decision, decisionsAbout } from '../audit/decisions-about.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../list-view.ts'
import { holdsEveryWord, isIndexed } from '../search.ts'
import { held } from './case-workers.ts'
import { case_number } from './forms.ts'
import type { CaseSubject } from './lifecycle.ts'
import { subjectNames } from './subjects.ts'
import { case_notes, cases } from './tables.ts'

export const CASES_PER_PAGE = 25
/** The most notes, decisions, and cases about one thing that are read at once. */
const MOST = 200

const row = { of: cases, is_held: held, assignee: { name: users.name, email: users.email } }

/** A case with what its subject is called (null where it is gone), and who has it, or had it before they left. */
export type CaseRow = {
  of: typeof cases.$inferSelect
  about: string | null
  has_it: string | null
  left: string | null
}

async function read(db: Db, where: SQL | undefined, order: SQL[], limit: number): Promise<CaseRow[]> {
  const rows = await db
    .select(row)
    .from(cases)
    .leftJoin(users, eq(users.id, cases.assignee_id))
    .where(where)
    .orderBy(...order)
    .limit(limit)
  const names = await subjectNames(
    db,
    rows.map(({ of }) => subjectOf(of)).filter(({ id }) => id !== ''),
  )
  return rows.map(({ of, is_held, assignee }) => {
    const name = assignee && (assignee.name || assignee.email)
    return {
      of,
      about: names.get(`${of.subject_kind}:${of.subject_id}`) ?? null,
      has_it: is_held ? name : null,
      left: is_held ? null : name,
    }
  })
}

const subjectOf = ({ subject_kind, subject_id }: typeof cases.$inferSelect): CaseSubject => ({
  kind: subject_kind,
  id: subject_id,
})

/** Which cases a list shows; `mine` are those that `user_id` has. */
const case_filters = ['open', 'mine', 'nobody', 'due', 'closed'] as const
export type CaseFilter = (typeof case_filters)[number]

/** Who asks, and when. */
type Asker = { user_id: string; now: Date }

/** A page of the cases, newest first, of one subject if given. `due` are those whose time is over. */
export async function listCases(
  db: Db,
  asked: Asker & {
    filter: CaseFilter
    subject: CaseSubject | null
    place: Place | null
    view?: ListView
  },
): Promise<Page<CaseRow>> {
  const view = asked.view ?? plainView(CASES_PER_PAGE)
  const walk = keyset<CaseRow>(
    [{ column: cases.id, kind: 'number', of: ({ of }) => of.id }],
    asked.place,
    view.size,
    view.rising,
  )
  const about = asked.subject ? isAbout([asked.subject]) : undefined
  const where = and(filtersFor(asked)[asked.filter], about, onDays(cases.opened_at, view), walk.where)
  return walk.page(await read(db, where, walk.order, walk.limit))
}

/** How many cases each filter has, of all subjects. */
export function countCases(db: Db, asker: Asker): Promise<Record<CaseFilter, number>> {
  const filters = filtersFor(asker)
  return countsOf(db, cases, case_filters, (filter) => filters[filter])
}

function filtersFor({ user_id, now }: Asker): Readonly<Record<CaseFilter, SQL | undefined>> {
  const open = eq(cases.status, 'Open').inlineParams()
  return {
    open,
    mine: and(open, eq(cases.assignee_id, user_id)),
    nobody: and(open, not(held)),
    due: and(open, sql`${cases.due_at} <= ${now.toISOString()}::timestamptz`),
    closed: eq(cases.status, 'Closed').inlineParams(),
  }
}

const isAbout = (subjects: readonly CaseSubject[]) =>
  or(...subjects.map(({ kind, id }) => and(eq(cases.subject_kind, kind), eq(cases.subject_id, id))))

/** The cases about any of these things, open ones first, then the newest. */
export async function casesAbout(db: Db, subjects: readonly CaseSubject[]): Promise<CaseRow[]> {
  if (subjects.length === 0) return []
  return read(db, isAbout(subjects), [desc(eq(cases.status, 'Open')), desc(cases.id)], MOST)
}

/** Cases by their number ("12", "case 12"), or by words of their titles or notes; the newest first, at most `most`. */
export async function searchCases(db: Db, search: string, most: number): Promise<CaseRow[]> {
  const [, typed] = /^(?:case\s*)?#?(\d{1,15})$/i.exec(search) ?? []
  if (typed !== undefined) return read(db, eq(cases.id, Number(typed)), [desc(cases.id)], most)
  if (!isIndexed(search)) return []
  const noted = db
    .select({ id: case_notes.case_id })
    .from(case_notes)
    .where(holdsEveryWord(sql`search_text(${case_notes.text})`, search))
    .orderBy(desc(case_notes.id))
    .limit(MOST)
  const called = db
    .select({ id: cases.id })
    .from(cases)
    .where(holdsEveryWord(sql`search_text(${cases.title})`, search))
    .orderBy(desc(cases.id))
    .limit(MOST)
  return read(db, or(inArray(cases.id, called), inArray(cases.id, noted)), [desc(cases.id)], most)
}

export type CaseNote = typeof case_notes.$inferSelect & { who: string }

/**
 * One case with its latest notes, oldest first, and what else was done with it by whom; `opened_by` nobody where it was
 * opened by itself. Null for none.
 */
export async function findCase(
  db: Db,
  case_id: number,
): Promise<(CaseRow & { notes: CaseNote[]; decisions: Decision[]; opened_by: string | null }) | null> {
  if (!case_number.safeParse(case_id).success) return null
  const [found] = await read(db, eq(cases.id, case_id), [desc(cases.id)], 1)
  if (!found) return null
  const [newest, decisions] = await Promise.all([
    db.select().from(case_notes).where(eq(case_notes.case_id, case_id)).orderBy(desc(case_notes.id)).limit(MOST),
    // Notes are told as notes.
    decisionsAbout(db, `case:${case_id}`, { most: MOST, without: 'case_noted' }),
  ])
  const notes = newest.toReversed()
  const { opened_by } = found.of
  const ids = [...new Set([opened_by ?? [], ...notes.map(({ written_by }) => written_by)].flat())]
  const people = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  const nameOf = (user_id: string) => {
    const person = people.find(({ id }) => id === user_id)
    return person ? person.name || person.email : 'somebody who is gone'
  }
  return {
    ...found,
    notes: notes.map((note) => ({ ...note, who: nameOf(note.written_by) })),
    decisions: decisions.toReversed(),
    opened_by: opened_by && nameOf(opened_by),
  }
}
