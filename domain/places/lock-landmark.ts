import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { places } from './tables.ts'

/**
 * Whether vendors and riders can say that they are near this place. Until the commit its name stays and it is not
 * retired: who writes the name asks this first, before any row of a vendor or a rider is locked.
 */
export async function lockLandmark(tx: Tx, name: string): Promise<boolean> {
  const [place] = await tx
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.name, name), places.landmark, isNull(places.retired_at)))
    .for('share')
  return place !== undefined
}
