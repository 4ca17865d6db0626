import type { Db } from '../../db/handle.ts'
import { landmarks } from './tables.ts'

/** The landmarks with where they are, in the order of the list. */
export function knownLandmarks(db: Db): Promise<{ name: string; latitude: number; longitude: number }[]> {
  return db
    .select({ name: landmarks.name, latitude: landmarks.latitude, longitude: landmarks.longitude })
    .from(landmarks)
    .orderBy(landmarks.position)
}
