import { and, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { places } from './tables.ts'

export type DeliveryPlace = { id: number; name: string; landmark: boolean }

/** The places to which food is brought now, in the order of the lists. */
export function deliveryPlaces(db: Db): Promise<DeliveryPlace[]> {
  return db
    .select({ id: places.id, name: places.name, landmark: places.landmark })
    .from(places)
    .where(and(isNull(places.retired_at), isNull(places.closed_at), ne(places.kind, 'junction')))
    .orderBy(places.position, places.name)
}
