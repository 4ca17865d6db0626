import { inArray } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { backups } from './tables.ts'

/** `counts`: nothing was wrong. `failed`: it could not be restored for a trial. Else it is sound, or nobody looked. */
type End = 'counts' | 'failed' | 'other'

/** How these backups ended, by their names; those that no row knows are missing. */
export async function howTheyEnded(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, End>> {
  const rows = await db
    .select()
    .from(backups)
    .where(inArray(backups.name, [...names]))
  return new Map(rows.map((row) => [row.name, endOf(row)]))
}

function endOf({ verified_at, restored_at, problem }: typeof backups.$inferSelect): End {
  if (verified_at) return 'counts'
  return problem !== null && !restored_at ? 'failed' : 'other'
}
