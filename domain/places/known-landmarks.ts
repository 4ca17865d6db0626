import { and, isNull } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { places } from './tables.ts'

/** The landmarks with where they are, in the order of the list. */
export function knownLandmarks(db: Db): Promise<{ name: string; latitude: number; longitude: number }[]> {
  return db
    .select({ name: places.name, latitude: places.latitude, longitude: places.longitude })
    .from(places)
    .where(and(places.landmark, isNull(places.retired_at)))
    .orderBy(places.position, places.name)
}
