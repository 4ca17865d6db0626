import { isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { kept } from '../../db/kept-statement.ts'
import type { CampusGraph, GraphPlace, GraphWay } from './campus-graph.ts'
import type { PlaceKind } from './kinds.ts'
import { places, ways } from './tables.ts'

export type CampusPlace = GraphPlace & {
  name: string
  kind: PlaceKind
  landmark: boolean
  meeting_point: boolean
  closed_at: Date | null
}

export type Campus = Pick<CampusGraph, 'ways'> & { places: readonly CampusPlace[] }

/** The campus of now, in one question: places in the order of their lists, and ways, without what is retired. */
export async function readCampus(db: Db | Tx): Promise<Campus> {
  const rows = await readPlaces(db, {})
  return { places: rows.map(({ onward: _onward, ...place }) => place), ways: rows.flatMap(({ onward }) => onward) }
}

const readPlaces = kept((db) => {
  const way = sql`json_build_object('from_place_id', ${ways.from_place_id}, 'to_place_id', ${ways.to_place_id},
    'walk_minutes', ${ways.walk_minutes}, 'ride_minutes', ${ways.ride_minutes},
    'closed_from', ${ways.closed_from}, 'closed_until', ${ways.closed_until}, 'closed_at', ${ways.closed_at})`
  return db
    .select({
      id: places.id,
      name: places.name,
      kind: places.kind,
      latitude: places.latitude,
      longitude: places.longitude,
      landmark: places.landmark,
      meeting_point: places.meeting_point,
      closed_at: places.closed_at,
      onward: sql<GraphWay[]>`(select coalesce(json_agg(${way}), '[]') from ${ways}
        where ${ways.from_place_id} = "places"."id" and ${ways.retired_at} is null)`,
    })
    .from(places)
    .where(isNull(places.retired_at))
    .orderBy(places.position, places.name)
})

/** Whether food is brought to a place: not to a junction, and not while it is closed. */
export function takesDeliveries({ kind, closed_at }: Pick<CampusPlace, 'kind' | 'closed_at'>): boolean {
  return kind !== 'junction' && closed_at === null
}
