import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { by_itself, recordAudit } from '../audit/record-audit.ts'
import type { AnnouncingDeps } from '../events.ts'
import { held } from './case-workers.ts'
import type { CaseSubject } from './lifecycle.ts'
import { moveCase } from './move-case.ts'
import { subjectNames } from './subjects.ts'
import { case_notes, cases } from './tables.ts'

/** What needs a person for longer than a press, since when. `cause` names it for ever. */
export type CaseCause = { cause: string; subject: CaseSubject; title: string; since: Date }

/** Whether somebody wrote about a case. */
export const is_noted = sql<boolean>`exists (select 1 from ${case_notes} where ${case_notes.case_id} = ${cases.id})`

/**
 * Opens a case for a cause that has none yet, or again the one that was closed before the cause came up anew: one that
 * somebody closed stays closed while the same thing goes on. Answers whether it did. Safe to repeat, and at once.
 */
export async function openCaseFor(deps: AnnouncingDeps, { cause, subject, title, since }: CaseCause): Promise<boolean> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [opened] = await tx
      .insert(cases)
      .values({
        ...{ cause, title, subject_kind: subject.kind, subject_id: subject.id },
        ...{ opened_at: now, request_key: randomUUID() },
      })
      .onConflictDoNothing({ target: cases.cause })
      .returning()
    if (opened) {
      const name = (await subjectNames(tx, [subject])).get(`${subject.kind}:${subject.id}`) ?? subject.kind
      // The log keeps no customer's number.
      const about = subject.kind === 'customer' ? 'a customer' : name
      const entry = { actor: by_itself, action: 'case_opened', subject: `case:${opened.id}` } as const
      await recordAudit(tx, { ...entry, after: { about }, now })
      return true
    }
    const [before] = await tx.select().from(cases).where(eq(cases.cause, cause)).for('no key update')
    const is_anew = before?.closed_at && (before.is_settled || before.closed_at < since)
    if (!before || !is_anew) return false
    const move = { case_id: before.id, by: by_itself, reason: 'It has come up again', now }
    return (await moveCase(tx, deps.announce, { ...move, verb: 'reopen' })).ok
  })
}

/**
 * Closes the case of a cause that is over, unless somebody has it or wrote about it: theirs is to say what came of it.
 * Answers whether it did. Safe to repeat.
 */
export async function closeCaseOf(deps: AnnouncingDeps, cause: string): Promise<boolean> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const is_untouched = and(eq(cases.status, 'Open'), isNull(cases.assignee_id), not(is_noted))
    const [found] = await tx
      .select({ id: cases.id })
      .from(cases)
      .where(and(eq(cases.cause, cause), is_untouched))
      .for('no key update')
    if (!found) return false
    const move = { case_id: found.id, by: by_itself, reason: 'It is over', set: { is_settled: true }, now }
    return (await moveCase(tx, deps.announce, { ...move, verb: 'close' })).ok
  })
}

/** The causes whose cases are open. */
export async function openCauses(db: Db): Promise<string[]> {
  const rows = await db
    .select({ cause: cases.cause })
    .from(cases)
    .where(and(eq(cases.status, 'Open').inlineParams(), isNotNull(cases.cause)))
  return rows.flatMap(({ cause }) => cause ?? [])
}

/** The case of a cause, and who has it; null for nobody. */
export type CaseOfCause = { case_id: number; is_open: boolean; has_it: string | null }

/** The cases of these causes, by the cause. */
export async function casesOf(db: Db, causes: readonly string[]): Promise<ReadonlyMap<string, CaseOfCause>> {
  if (causes.length === 0) return new Map()
  const rows = await db
    .select({ of: cases, is_held: held, name: users.name, email: users.email })
    .from(cases)
    .leftJoin(users, eq(users.id, cases.assignee_id))
    .where(inArray(cases.cause, [...causes]))
  return new Map(
    rows.map(({ of, is_held, name, email }) => [
      of.cause ?? '',
      { case_id: of.id, is_open: of.status === 'Open', has_it: is_held ? name || email : null },
    ]),
  )
}
