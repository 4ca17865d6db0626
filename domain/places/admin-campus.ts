import type { Db, Tx } from '../../db/handle.ts'
import type { PlaceRow } from './place-form.ts'
import type { WayRow } from './save-way.ts'
import { places, ways } from './tables.ts'

export type WholeCampus = {
  places: PlaceRow[]
  retired: PlaceRow[]
  ways: WayRow[]
  retired_ways: WayRow[]
  /** Those from or to a retired place. */
  idle_ways: WayRow[]
}

/**
 * The campus as admins see it: places in the order of their lists, and the ways between places that are not retired;
 * retired ones apart.
 */
export async function wholeCampus(db: Db | Tx): Promise<WholeCampus> {
  const all = await db.select().from(places).orderBy(places.position, places.name)
  const between = await db.select().from(ways).orderBy(ways.id)
  const known = all.filter(({ retired_at }) => retired_at === null)
  const ids = new Set(known.map(({ id }) => id))
  const possible = between.filter(({ from_place_id, to_place_id }) => ids.has(from_place_id) && ids.has(to_place_id))
  return {
    places: known,
    retired: all.filter(({ retired_at }) => retired_at !== null),
    ways: possible.filter(({ retired_at }) => retired_at === null),
    retired_ways: possible.filter(({ retired_at }) => retired_at !== null),
    idle_ways: between.filter((way) => !possible.includes(way)),
  }
}
