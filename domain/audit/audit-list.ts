import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { hasDays } from '../list-sizes.ts'
import { type ListView, onDays, plainView } from '../list-view.ts'
import { audit_log } from './tables.ts'

export const AUDIT_ENTRIES_PER_PAGE = 25

export type AuditRow = typeof audit_log.$inferSelect

/**
 * A page of what the admins did, newest first. Optional filters: one person (mail address), one action, and one subject
 * (`order:12`, or its beginning: `order`).
 */
export async function listAudit(
  db: Db,
  request: { actor: string; action: string; subject: string; place: Place | null; view?: ListView },
): Promise<Page<AuditRow>> {
  const view = request.view ?? plainView(AUDIT_ENTRIES_PER_PAGE)
  const [actor, action, subject] = [request.actor, request.action, request.subject].map((text) =>
    text.trim().slice(0, 254),
  )
  const by_id = { column: audit_log.id, kind: 'number', of: (one: AuditRow) => one.id } as const
  const by_time = { column: audit_log.acted_at, kind: 'instant', of: (one: AuditRow) => one.acted_at } as const
  // Days that are long ago are found in the index, not behind all that came since.
  const walk = keyset<AuditRow>(hasDays(view) ? [by_time, by_id] : [by_id], request.place, view.size, view.rising)
  const found = await db
    .select()
    .from(audit_log)
    .where(
      and(
        actor ? eq(audit_log.actor, actor.toLowerCase()) : undefined,
        action ? eq(audit_log.action, action) : undefined,
        subject ? sql`starts_with(${audit_log.subject}, ${subject})` : undefined,
        onDays(audit_log.acted_at, view),
        walk.where,
      ),
    )
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

/** All actions in the log, for the filter. Hops from one to the next in the index, however long the log is. */
export async function auditActions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive hop(action) as (
      (select ${audit_log.action} from ${audit_log} order by ${audit_log.action} limit 1)
      union all
      select (select a.action from audit_log a where a.action > hop.action order by a.action limit 1)
      from hop where hop.action is not null
    )
    select action from hop where action is not null`)
  return rows.map((row) => row.action)
}
