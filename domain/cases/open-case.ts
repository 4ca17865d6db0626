import { eq } from 'drizzle-orm'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { case_request_key, case_title, case_words } from './forms.ts'
import { readSubject, subjectNames } from './subjects.ts'
import { case_notes, cases } from './tables.ts'

type Case = typeof cases.$inferSelect

export type OpenCaseRefusal = Refused<
  'not_found' | 'no_subject' | 'bad_title' | 'bad_words' | 'bad_request_key',
  undefined
>

/**
 * An admin opens a case about something that is there (`order:12`, `customer:0803…`), with a title and, if they like, a
 * first note; nobody has it yet. The same form sent again answers the case that it opened. Refuses admins who do not
 * work on cases, a subject that nobody knows, and words that are too short or too long.
 */
export async function openCase(
  { db, clock }: Deps,
  actor: Actor,
  wanted: { subject: string; title: string; words: string; request_key: string },
): Promise<Accepted<Case> | OpenCaseRefusal> {
  if (!may(actor, 'work_cases')) return refused('not_found')
  const key = case_request_key.safeParse(wanted.request_key)
  if (!key.success) return refused('bad_request_key')
  const subject = readSubject(wanted.subject)
  if (!subject) return refused('no_subject')
  const title = case_title.safeParse(wanted.title)
  if (!title.success) return refused('bad_title')
  const words = wanted.words.trim() === '' ? null : case_words.safeParse(wanted.words)
  if (words && !words.success) return refused('bad_words')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const name = (await subjectNames(tx, [subject])).get(`${subject.kind}:${subject.id}`)
    if (name === undefined) return refused('no_subject')
    const [opened] = await tx
      .insert(cases)
      .values({
        ...{ subject_kind: subject.kind, subject_id: subject.id, title: title.data },
        ...{ opened_by: actor.user_id, opened_at: now, request_key: key.data },
      })
      .onConflictDoNothing({ target: cases.request_key })
      .returning()
    if (!opened) {
      const [before] = await tx.select().from(cases).where(eq(cases.request_key, key.data))
      return before && before.opened_by === actor.user_id ? accepted(before) : refused('bad_request_key')
    }
    if (words) {
      const note = { case_id: opened.id, text: words.data, written_by: actor.user_id, written_at: now }
      await tx.insert(case_notes).values({ ...note, request_key: key.data })
    }
    // A customer's number stands in the case alone, from where it goes in time.
    const about = subject.kind === 'customer' ? 'a customer' : name
    await recordAudit(tx, { actor, action: 'case_opened', subject: `case:${opened.id}`, after: { about }, now })
    return accepted(opened)
  })
}
