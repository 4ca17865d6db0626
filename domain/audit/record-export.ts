import { type Acting, type AdminRight, may } from '../admin-roles.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { recordAudit } from './record-audit.ts'

/** Notes that an admin exports a list, before its first row is sent, with its `filters`. Refused without the
 * `right`. */
export async function recordExport(
  deps: Deps,
  actor: Acting,
  taken: { right: AdminRight; list: string; filters: Readonly<Record<string, string>> },
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (!may(actor, taken.right)) return refused('not_found')
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
