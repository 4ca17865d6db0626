import type { Db } from '../../../db/handle.ts'
import type { AuditRow } from '../../../domain/audit/audit-list.ts'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { type AuditNames, auditNames } from '../../../domain/desk/audit-names.ts'
import { changesInWords, deliveriesIn, ridersIn } from './changes.ts'
import { sentenceOf } from './sentences.ts'
import { subjectInWords } from './subjects.ts'

/** Entries of the audit log as people read them: a sentence with links, and what changed, in campus time and naira. */
export async function auditInWords(db: Db, rows: readonly AuditRow[]) {
  const subjects = rows.flatMap(({ user_id, subject, before, after }) => [
    ...(user_id ? [`user:${user_id}`] : []),
    subject,
    ...ridersIn(before, after),
    ...deliveriesIn(before, after),
  ])
  const names = await auditNames(db, subjects)
  return rows.map((row) => entryInWords(row, names))
}

/** Who acted, as the log keeps them: a mail address, or what is nobody. */
export function actorInWords(actor: string): string {
  if (actor === 'command') return 'the server’s operator'
  return actor === 'system' ? `${brand.name} itself` : actor
}

function entryInWords(row: AuditRow, names: AuditNames) {
  const { id, user_id, actor, action, subject, before, after, reason, acted_at } = row
  const name = user_id === null ? undefined : names.get(`user:${user_id}`)
  const [rider] = ridersIn(after, before)
  return {
    id,
    when: formatCampusDateTime(acted_at),
    /** Null where the name says no more than the address. */
    name: name && name !== actor ? name : null,
    actor: actorInWords(actor),
    sentence: sentenceOf(action, (place) => {
      if (place === 'it') return subjectInWords(subject, names)
      return rider ? subjectInWords(rider, names) : { text: 'a rider' }
    }),
    changes: changesInWords(before, after, names),
    reason,
  }
}

export type AuditEntryInWords = Awaited<ReturnType<typeof auditInWords>>[number]
