import { desc, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { backups } from './tables.ts'

/** A night may fail, and the next one mends it; then somebody has to look. */
export const BACKUP_OLD_HOURS = 36

export type LastBackups = {
  /** The newest that counts; null where there is none. */
  good: { name: string; at: Date; bytes: number } | null
  is_old: boolean
  /** Why the newest try does not count; null where it does, or is under way. */
  problem: string | null
}

/** How it stands with the backups. Null where nobody ever tried. */
export async function lastBackups(db: Db, now: Date): Promise<LastBackups | null> {
  const [last] = await db.select().from(backups).orderBy(desc(backups.begun_at)).limit(1)
  if (!last) return null
  const [good] = await db
    .select()
    .from(backups)
    .where(isNotNull(backups.verified_at))
    .orderBy(desc(backups.begun_at))
    .limit(1)
  const age_ms = good ? now.getTime() - good.begun_at.getTime() : Number.POSITIVE_INFINITY
  return {
    good: good ? { name: good.name, at: good.begun_at, bytes: good.bytes ?? 0 } : null,
    is_old: age_ms > BACKUP_OLD_HOURS * 3_600_000,
    problem: last.problem,
  }
}
