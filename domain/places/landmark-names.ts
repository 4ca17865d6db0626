import type { Db, Tx } from '../../db/handle.ts'
import { landmarks } from './tables.ts'

/** The landmarks in the order of the list. */
export async function landmarkNames(db: Db | Tx): Promise<string[]> {
  const rows = await db.select({ name: landmarks.name }).from(landmarks).orderBy(landmarks.position)
  return rows.map((row) => row.name)
}
