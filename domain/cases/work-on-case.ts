import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { users } from '../accounts/tables.ts'
import { may } from '../admin-roles.ts'
import { keepPicture } from '../delivery/riders/keep-picture.ts'
import type { AnnouncingDeps } from '../events.ts'
import type { MoveRefusal } from '../move.ts'
import { isUuid } from '../plain-text.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { findWorker } from './case-workers.ts'
import { case_due, case_request_key, case_words } from './forms.ts'
import type { CaseStatus } from './lifecycle.ts'
import { lockCase, moveCase } from './move-case.ts'
import { case_notes, type cases } from './tables.ts'

type Case = typeof cases.$inferSelect
type Answer = Promise<Accepted<Case> | WorkOnCaseRefusal>

export type WorkOnCaseRefusal =
  | MoveRefusal<CaseStatus>
  | Refused<'bad_words' | 'bad_request_key' | 'bad_due' | 'no_such_admin', undefined>
  /** Somebody changed it since the form was shown. */
  | Refused<'stale', undefined>

/**
 * An admin writes a note about an open case, with a stored picture of their own that shows it, if there is one. Notes
 * are only added, so two people at once each have their line; the same form sent again adds none.
 */
export async function noteCase(
  deps: AnnouncingDeps,
  by: Actor,
  { case_id, photo = null, ...note }: { case_id: number; words: string; photo?: string | null; request_key: string },
): Answer {
  const words = case_words.safeParse(note.words)
  if (!words.success) return refused('bad_words')
  const key = case_request_key.safeParse(note.request_key)
  if (!key.success) return refused('bad_request_key')
  return working(deps, by, case_id, async (tx, found, now) => {
    const [before] = await tx.select().from(case_notes).where(eq(case_notes.request_key, key.data))
    if (before) {
      const same = before.case_id === case_id && before.text === words.data
      return same ? accepted(found) : refused('bad_request_key')
    }
    const moved = await moveCase(tx, deps.announce, { case_id, verb: 'note', by, now })
    if (!moved.ok) return moved
    const line = { case_id, text: words.data, photo, written_by: by.user_id, written_at: now, request_key: key.data }
    await tx.insert(case_notes).values(line)
    if (photo) await keepPicture(tx, { shown: photo, now })
    return moved
  })
}

/**
 * An admin gives an open case to somebody who works on cases, who is told, or to nobody (empty). `shown` is who had it
 * on their screen: refused where somebody else has it by now, so that two people do not take it from each other
 * unknowingly.
 */
export async function assignCase(
  deps: AnnouncingDeps,
  by: Actor,
  { case_id, to, shown }: { case_id: number; to: string; shown: string },
): Answer {
  if (to !== '' && !isUuid(to)) return refused('no_such_admin')
  return working(deps, by, case_id, async (tx, found, now) => {
    if ((found.assignee_id ?? '') !== shown) return refused('stale')
    const assignee = to === '' ? null : await findWorker(tx, to)
    if (to !== '' && assignee === null) return refused('no_such_admin')
    const [had] = found.assignee_id
      ? await tx.select({ email: users.email }).from(users).where(eq(users.id, found.assignee_id))
      : []
    const moved = await moveCase(tx, deps.announce, {
      ...{ case_id, verb: 'assign', by, now },
      set: { assignee_id: to === '' ? null : to },
      said: { before: { assignee: had?.email ?? null }, after: { assignee } },
    })
    const is_told = moved.ok && to !== '' && to !== by.user_id && to !== found.assignee_id
    if (is_told) await deps.announce(tx, { kind: 'case_handed_on', case_id, title: found.title, to, by }, now)
    return moved
  })
}

/**
 * An admin says by when an open case is to be seen to, as a campus day and time, or that it has no such time (empty).
 * `shown` is the time on their screen (ISO, or empty): refused where somebody set another meanwhile.
 */
export async function setCaseDue(
  deps: AnnouncingDeps,
  by: Actor,
  { case_id, due, shown }: { case_id: number; due: string; shown: string },
): Answer {
  const parsed = case_due.safeParse(due)
  if (!parsed.success) return refused('bad_due')
  return working(deps, by, case_id, async (tx, found, now) => {
    if ((found.due_at?.toISOString() ?? '') !== shown) return refused('stale')
    return moveCase(tx, deps.announce, {
      ...{ case_id, verb: 'set_due', by, now },
      set: { due_at: parsed.data },
      said: {
        before: { due_at: found.due_at?.toISOString() ?? null },
        after: { due_at: parsed.data?.toISOString() ?? null },
      },
    })
  })
}

/**
 * An admin closes a case and says what came of it. `last_note` is the newest note on their screen (0 for none): refused
 * where somebody wrote another meanwhile, because it may be the reason not to close.
 */
export async function closeCase(
  deps: AnnouncingDeps,
  by: Actor,
  { case_id, reason, last_note }: { case_id: number; reason: string; last_note: number },
): Answer {
  const words = case_words.max(200).safeParse(reason)
  if (!words.success) return refused('bad_words')
  return working(deps, by, case_id, async (tx, found, now) => {
    if (found.status === 'Open' && (await newestNote(tx, case_id)) !== last_note) return refused('stale')
    return moveCase(tx, deps.announce, { case_id, verb: 'close', by, reason: words.data, now })
  })
}

/** An admin opens a closed case again and says why; who had it has it again. */
export async function reopenCase(
  deps: AnnouncingDeps,
  by: Actor,
  { case_id, reason }: { case_id: number; reason: string },
): Answer {
  const words = case_words.max(200).safeParse(reason)
  if (!words.success) return refused('bad_words')
  return working(deps, by, case_id, (tx, _, now) =>
    moveCase(tx, deps.announce, { case_id, verb: 'reopen', by, reason: words.data, now }),
  )
}

/** In one commit, with the case locked; refuses who does not work on cases, and a case that is not there. */
function working(
  { db, clock }: AnnouncingDeps,
  by: Actor,
  case_id: number,
  work: (tx: Tx, found: Case, now: Date) => Answer,
): Answer {
  if (!may(by, 'work_cases') || !Number.isSafeInteger(case_id)) return Promise.resolve(refused('not_found'))
  return db.transaction(async (tx) => {
    const found = await lockCase(tx, case_id)
    return found ? work(tx, found, clock.now()) : refused('not_found')
  })
}

async function newestNote(tx: Tx, case_id: number): Promise<number> {
  const [newest] = await tx
    .select({ id: case_notes.id })
    .from(case_notes)
    .where(eq(case_notes.case_id, case_id))
    .orderBy(desc(case_notes.id))
    .limit(1)
  return newest?.id ?? 0
}
