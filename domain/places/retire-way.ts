import { eq } from 'drizzle-orm'
import { type Acting, may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { lockCampus } from './lock-campus.ts'
import { wayValues, wayVersion } from './save-way.ts'
import { ways } from './tables.ts'

/**
 * An admin retires a way: nobody is sent along it any more. It is added again like a new one. Twice happens once.
 * Refuses everybody else and a form that is out of date.
 */
export async function retireWay(
  deps: Deps,
  actor: Acting,
  { way_id, version }: { way_id: number; version: string },
): Promise<Accepted<undefined> | Refused<'not_found' | 'stale', undefined>> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockCampus(tx)
    const [way] = await tx.select().from(ways).where(eq(ways.id, way_id))
    if (!way) return refused('not_found')
    if (way.retired_at) return accepted(undefined)
    if (wayVersion(way) !== version) return refused('stale')
    await tx.update(ways).set({ retired_at: now }).where(eq(ways.id, way_id))
    await recordAudit(tx, { actor, action: 'way_retired', subject: `way:${way_id}`, before: wayValues(way), now })
    return accepted(undefined)
  })
}
