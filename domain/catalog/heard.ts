import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { MINUTE_MS } from '../clock.ts'
import { web_heard } from './tables.ts'

/** Longer than that nobody's silence is theirs alone: kitchens, customers and machines come every few seconds. */
const GAP_MS = 5 * MINUTE_MS

/** Somebody reached our pages just now. */
export async function noteHeard(db: Db, now: Date): Promise<void> {
  const broke_off = sql`${web_heard.last_at} < ${new Date(now.getTime() - GAP_MS)}`
  await db
    .insert(web_heard)
    .values({ since: now, last_at: now })
    .onConflictDoUpdate({
      target: web_heard.one,
      set: { since: sql`case when ${broke_off} then excluded.since else ${web_heard.since} end`, last_at: now },
    })
}

/** Since when people have been reaching our pages: now, while nobody does; null where nothing was ever noted. */
export async function heardSince(db: Db | Tx, now: Date): Promise<Date | null> {
  const [heard] = await db.select().from(web_heard)
  if (!heard) return null
  return now.getTime() - heard.last_at.getTime() > GAP_MS ? now : heard.since
}

/** Whether people have been reaching our pages from `since` to `now`, without a gap: nobody was cut off by us. */
export async function isHeardSince(db: Db, since: Date, now: Date): Promise<boolean> {
  const [heard] = await db.select().from(web_heard)
  return heard !== undefined && heard.since <= since && now.getTime() - heard.last_at.getTime() <= GAP_MS
}
