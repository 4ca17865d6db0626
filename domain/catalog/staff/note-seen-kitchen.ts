import { and, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { type Actor, kitchensOf } from '../../accounts/actor.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Deps } from '../../events.ts'
import { kitchen_screens } from '../tables.ts'

/**
 * Notes that a screen of the kitchens that somebody works in is open and connected now, at most once a minute for each.
 * Does nothing for everybody else, and for an admin who acts for a kitchen: nobody is there.
 */
export async function noteSeenKitchen({ db, clock }: Deps, actor: Actor): Promise<void> {
  if (actor.role !== 'vendor') return
  const own = kitchensOf(actor).filter(({ role }) => role !== 'support')
  if (own.length === 0) return
  const now = clock.now()
  // In the sequence of their ids, so that two of one staff do not wait for each other.
  const ids = own.map(({ vendor_id }) => vendor_id).toSorted()
  const a_minute_ago = new Date(now.getTime() - MINUTE_MS)
  const { vendor_id, screen_seen_at } = kitchen_screens
  // Nearly always nothing is to be written, so no row is locked either.
  const noted = await db
    .select({ vendor_id })
    .from(kitchen_screens)
    .where(and(inArray(vendor_id, ids), gt(screen_seen_at, a_minute_ago), lte(screen_seen_at, now)))
  const due = ids.filter((id) => !noted.some((row) => row.vendor_id === id))
  if (due.length === 0) return
  await db
    .insert(kitchen_screens)
    .values(due.map((id) => ({ vendor_id: id, screen_seen_at: now })))
    .onConflictDoUpdate({
      target: kitchen_screens.vendor_id,
      set: { screen_seen_at: sql`excluded.screen_seen_at` },
      // What lies ahead was noted before the clock was set back.
      setWhere: or(lte(screen_seen_at, a_minute_ago), gt(screen_seen_at, now)),
    })
}
