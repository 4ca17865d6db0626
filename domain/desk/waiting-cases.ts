import { and, asc, desc, eq, isNull, lte, not, or } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { held } from '../cases/case-workers.ts'
import { is_noted } from '../cases/system-cases.ts'
import { cases } from '../cases/tables.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'

/**
 * Open cases whose time has come, and those that nobody has, also because whoever had them left; of what was opened by
 * itself only what somebody wrote about, since its cause has a line of its own.
 */
export async function waitingCases(db: Db, now: Date): Promise<WaitingLine[]> {
  const rows = await db
    .select({ of: cases, is_held: held, name: users.name, email: users.email })
    .from(cases)
    .leftJoin(users, eq(users.id, cases.assignee_id))
    .where(
      and(
        eq(cases.status, 'Open').inlineParams(),
        or(lte(cases.due_at, now), and(not(held), or(isNull(cases.cause), is_noted))),
      ),
    )
    // What is due must not stand behind a hundred that nobody has.
    .orderBy(desc(lte(cases.due_at, now)), asc(cases.id))
    .limit(MOST_LINES)
  return rows.map(({ of: { id, title, opened_at, due_at, assignee_id }, is_held, name, email }) => {
    const is_due = due_at !== null && due_at <= now
    return {
      kind: is_due ? 'cases_due' : 'cases_unassigned',
      ...{ id, about: title, since: is_due ? due_at : opened_at, held_by: assignee_id ?? '' },
      ...(is_due && { expected_until: due_at }),
      ...(is_held && (name || email) ? { name: name || email || '' } : {}),
    }
  })
}
