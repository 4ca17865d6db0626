import { gt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Clock } from '../../clock.ts'
import { kitchen_screens } from '../tables.ts'

const MINUTE_MS = 60_000

/**
 * Notes that a screen of the kitchens that somebody works in is open and connected now, at most once a minute for each.
 * Does nothing for everybody else, and for an admin who acts for a kitchen: nobody is there.
 */
export async function noteSeenKitchen({ db, clock }: { db: Db; clock: Clock }, actor: Actor): Promise<void> {
  if (actor.role !== 'vendor') return
  const own = (actor.kitchens ?? (actor.kitchen ? [actor.kitchen] : [])).filter(({ role }) => role !== 'support')
  if (own.length === 0) return
  const now = clock.now()
  // In the sequence of their ids, so that two of one staff do not wait for each other.
  const ids = own.map(({ vendor_id }) => vendor_id).toSorted()
  await db
    .insert(kitchen_screens)
    .values(ids.map((vendor_id) => ({ vendor_id, screen_seen_at: now })))
    .onConflictDoUpdate({
      target: kitchen_screens.vendor_id,
      set: { screen_seen_at: sql`excluded.screen_seen_at` },
      // What lies ahead was noted before the clock was set back.
      setWhere: or(
        lte(kitchen_screens.screen_seen_at, new Date(now.getTime() - MINUTE_MS)),
        gt(kitchen_screens.screen_seen_at, now),
      ),
    })
}
