import { and, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { places } from './tables.ts'

/** The landmarks in the order of the list. */
export async function landmarkNames(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .select({ name: places.name })
    .from(places)
    .where(and(places.landmark, isNull(places.retired_at)))
    .orderBy(places.position, places.name)
  return rows.map((row) => row.name)
}
