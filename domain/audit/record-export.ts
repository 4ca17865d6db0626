import type { Db } from '../../db/handle.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { recordAudit } from './record-audit.ts'

/** Notes that an admin exports a list, before its first row is sent, with its `filters`. Refuses everybody else. */
export async function recordExport(
  deps: { db: Db; clock: Clock },
  actor: { user_id: string; role: string; email: string },
  taken: { list: string; filters: Readonly<Record<string, string>> },
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (actor.role !== 'admin') return refused('not_found')
  await deps.db.transaction((tx) =>
    recordAudit(tx, {
      actor,
      action: 'list_exported',
      subject: `export:${taken.list}`,
      after: taken.filters,
      now: deps.clock.now(),
    }),
  )
  return accepted(undefined)
}
