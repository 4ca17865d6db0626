import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { PlaceKind } from './kinds.ts'
import { places, ways } from './tables.ts'

/** A place as files have it; what is left out is false. */
export type PlannedPlace = {
  name: string
  kind: PlaceKind
  latitude: number
  longitude: number
  landmark?: boolean
  meeting_point?: boolean
  verified?: boolean
  /** A new place's place in lists; without it, as it stands in the file. */
  position?: number
}

/** A way between two places that are named as in the same file. Never ridable where `ride_minutes` is null. */
export type PlannedWay = {
  from: string
  to: string
  walk_minutes: number
  ride_minutes: number | null
  closed_from?: string | null
  closed_until?: string | null
}

/**
 * Brings places and ways onto the campus. A place whose name is known is moved to where it is now and is no longer
 * retired; a pair that has a way gets this one. Nothing else is touched. Throws when a way names an unknown place.
 */
export async function plantCampus(
  tx: Tx,
  campus: { places: readonly PlannedPlace[]; ways: readonly PlannedWay[] },
): Promise<void> {
  if (campus.places.length === 0) return
  const rows = campus.places.map((place, index) => ({
    landmark: false,
    meeting_point: false,
    verified: false,
    position: index + 1,
    ...place,
    retired_at: null,
  }))
  const planted = await tx
    .insert(places)
    .values(rows)
    .onConflictDoUpdate({
      target: places.name,
      set: {
        kind: sql`excluded.kind`,
        latitude: sql`excluded.latitude`,
        longitude: sql`excluded.longitude`,
        landmark: sql`excluded.landmark`,
        meeting_point: sql`excluded.meeting_point`,
        verified: sql`excluded.verified`,
        retired_at: null,
      },
    })
    .returning({ id: places.id, name: places.name })
  if (campus.ways.length === 0) return
  const id_of = new Map(planted.map(({ id, name }) => [name.toLowerCase(), id]))
  const idOf = (name: string) => {
    const id = id_of.get(name.toLowerCase())
    if (id === undefined) throw new Error(`A way names ${name}, which is no place of this campus`)
    return id
  }
  await tx
    .insert(ways)
    .values(
      campus.ways.map(({ from, to, ...way }) => ({
        ...way,
        from_place_id: Math.min(idOf(from), idOf(to)),
        to_place_id: Math.max(idOf(from), idOf(to)),
      })),
    )
    .onConflictDoUpdate({
      target: [ways.from_place_id, ways.to_place_id],
      set: {
        walk_minutes: sql`excluded.walk_minutes`,
        ride_minutes: sql`excluded.ride_minutes`,
        closed_from: sql`excluded.closed_from`,
        closed_until: sql`excluded.closed_until`,
        retired_at: null,
      },
    })
}
