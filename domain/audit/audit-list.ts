import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { audit_log } from './tables.ts'

export const AUDIT_ENTRIES_PER_PAGE = 25

export type AuditRow = typeof audit_log.$inferSelect

/**
 * A page of what the admins did, newest first. Optional filters: one person (mail address), one action, and one subject
 * (`order:12`, or its beginning: `order`).
 */
export async function listAudit(
  db: Db,
  request: { actor: string; action: string; subject: string; place: Place | null },
): Promise<Page<AuditRow>> {
  const [actor, action, subject] = [request.actor, request.action, request.subject].map((text) =>
    text.trim().slice(0, 254),
  )
  const walk = keyset<AuditRow>(
    [{ column: audit_log.id, kind: 'number', of: (one) => one.id }],
    request.place,
    AUDIT_ENTRIES_PER_PAGE,
  )
  const found = await db
    .select()
    .from(audit_log)
    .where(
      and(
        actor ? eq(audit_log.actor, actor.toLowerCase()) : undefined,
        action ? eq(audit_log.action, action) : undefined,
        subject ? sql`starts_with(${audit_log.subject}, ${subject})` : undefined,
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
