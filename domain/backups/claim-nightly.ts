import { and, gt, gte, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { campusTime, DAY_MS, HOUR_MS } from '../clock.ts'
import { backups } from './tables.ts'

/** Any number, the same in every process: one worker looks at a time. */
const CLAIM_LOCK = 7_130_021

/** The folder that a backup lies in, by when it was begun: names in order are backups in order. */
export function backupName(begun_at: Date): string {
  return begun_at.toISOString().slice(0, 19).replaceAll(':', '-').concat('Z')
}

/**
 * Claims the backup of the night: due from `hour` on (campus time) until one of that night counts. One that failed or
 * died is tried again after an hour. Answers the name that it must bear, or null while there is nothing to do.
 */
export async function claimNightly(db: Db, now: Date, { hour, place }: { hour: number; place: string }) {
  const due_since = latest(now, hour)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const [enough] = await tx
      .select({ name: backups.name })
      .from(backups)
      .where(
        and(
          gte(backups.begun_at, due_since),
          or(isNotNull(backups.verified_at), gt(backups.begun_at, new Date(now.getTime() - HOUR_MS))),
        ),
      )
      .limit(1)
    if (enough) return null
    const name = backupName(now)
    await tx.insert(backups).values({ name, place, begun_at: now })
    return name
  })
}

/** The latest time that it was this hour on the campus. */
function latest(now: Date, hour: number): Date {
  const since_ms = campusTime(now).minute_of_day * 60_000 + (now.getTime() % 60_000) - hour * HOUR_MS
  return new Date(now.getTime() - ((since_ms + DAY_MS) % DAY_MS))
}
