import { eq } from 'drizzle-orm'
import { type Acting, may } from '../admin-roles.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { lockCampus } from './lock-campus.ts'
import { type WayRow, wayValues, wayVersion } from './save-way.ts'
import { ways } from './tables.ts'

/** Which way, and its state as the admin saw it. */
export type SeenWay = { way_id: number; version: string }

type Answer = Promise<Accepted<undefined> | Refused<'not_found' | 'stale', undefined>>

/**
 * An admin closes a way for now: nobody is sent along it, whatever the hour, until it is reopened. Twice happens once.
 * Refuses everybody else, a retired way, and a form that is out of date.
 */
export const closeWay = (deps: Deps, actor: Acting, seen: SeenWay): Answer =>
  stampWay(deps, actor, seen, { column: 'closed_at', on: true, action: 'way_closed' })

/** An admin reopens a way. Refuses as `closeWay` does. */
export const reopenWay = (deps: Deps, actor: Acting, seen: SeenWay): Answer =>
  stampWay(deps, actor, seen, { column: 'closed_at', on: false, action: 'way_reopened' })

/** An admin retires a way: it is on no map any more, and can be brought back. Refuses as `closeWay` does. */
export const retireWay = (deps: Deps, actor: Acting, seen: SeenWay): Answer =>
  stampWay(deps, actor, seen, { column: 'retired_at', on: true, action: 'way_retired' })

/** An admin brings a retired way back as it was. Refuses everybody else and a form that is out of date. */
export const bringBackWay = (deps: Deps, actor: Acting, seen: SeenWay): Answer =>
  stampWay(deps, actor, seen, { column: 'retired_at', on: false, action: 'way_brought_back' })

type Stamp = { column: 'closed_at' | 'retired_at'; on: boolean; action: AuditAction }

async function stampWay(
  deps: Deps,
  actor: Acting,
  { way_id, version }: SeenWay,
  { column, on, action }: Stamp,
): Answer {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockCampus(tx)
    const [way] = await tx.select().from(ways).where(eq(ways.id, way_id))
    if (!way || isHidden(way, column)) return refused('not_found')
    if ((way[column] !== null) === on) return accepted(undefined)
    if (wayVersion(way) !== version) return refused('stale')
    await tx
      .update(ways)
      .set({ [column]: on ? now : null })
      .where(eq(ways.id, way_id))
    await recordAudit(tx, { actor, action, subject: `way:${way_id}`, before: wayValues(way), now })
    return accepted(undefined)
  })
}

/** A retired way is there only to be brought back. */
const isHidden = (way: WayRow, column: Stamp['column']) => column === 'closed_at' && way.retired_at !== null
