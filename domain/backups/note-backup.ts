import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { backups } from './tables.ts'

/** Notes that a backup was begun, also when its turn was claimed before. */
export async function noteBegun(db: Db, begun: { name: string; place: string; begun_at: Date }): Promise<void> {
  await db.insert(backups).values(begun).onConflictDoUpdate({ target: backups.name, set: begun })
}

/** Notes that a backup was restored for a trial and counts. */
export async function noteGood(
  db: Db,
  good: { name: string; verified_at: Date; bytes: number; pictures: number },
): Promise<void> {
  const { name, ...what } = good
  await db.update(backups).set(what).where(eq(backups.name, name))
}

/** Notes in one line why a backup does not count. */
export async function noteProblem(db: Db, name: string, problem: string): Promise<void> {
  await db.update(backups).set({ problem }).where(eq(backups.name, name))
}
