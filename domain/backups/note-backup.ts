import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { backups } from './tables.ts'

/** Notes that a backup was begun, also when its turn was claimed before. */
export async function noteBegun(db: Db, begun: { name: string; place: string; begun_at: Date }): Promise<void> {
  await db.insert(backups).values(begun).onConflictDoUpdate({ target: backups.name, set: begun })
}

/** Notes that the database of a backup was restored for a trial and is right: its pictures are to be looked at. */
export async function noteRestored(
  db: Db,
  restored: { name: string; restored_at: Date; bytes: number | null },
): Promise<void> {
  const { name, ...what } = restored
  await db.update(backups).set(what).where(eq(backups.name, name))
}

/** The newest backup whose database is right and whose pictures nobody has looked at; null where there is none. */
export async function newestRestored(db: Db): Promise<{ name: string; bytes: number | null } | null> {
  const [newest] = await db
    .select({ name: backups.name, bytes: backups.bytes })
    .from(backups)
    .where(and(isNotNull(backups.restored_at), isNull(backups.verified_at), isNull(backups.problem)))
    .orderBy(desc(backups.begun_at))
    .limit(1)
  return newest ?? null
}

/** Notes that nothing is wrong in a backup, so that it counts. */
export async function noteGood(
  db: Db,
  good: { name: string; verified_at: Date; bytes: number | null; pictures: number },
): Promise<void> {
  const { name, ...what } = good
  await db.update(backups).set(what).where(eq(backups.name, name))
}

/** Notes in one line why a backup does not count; with `restored_at` where its files are sound and its data is not. */
export async function noteProblem(db: Db, name: string, problem: string, restored_at?: Date): Promise<void> {
  await db.update(backups).set({ problem, restored_at }).where(eq(backups.name, name))
}
