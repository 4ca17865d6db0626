import { distanceKm, type Point } from './distance.ts'

export type Mode = 'walk' | 'ride'

export type GraphPlace = Point & { id: number }

export type GraphWay = {
  from_place_id: number
  to_place_id: number
  walk_minutes: number
  /** Null where nobody can ride. */
  ride_minutes: number | null
  /** Campus time, 'HH:MM'; both null for a way that is always open. */
  closed_from: string | null
  closed_until: string | null
}

/** Places without retired ones, and the ways between them. */
export type CampusGraph = { places: readonly GraphPlace[]; ways: readonly GraphWay[] }

/** Metres a minute in a straight line, where no way is known; riding is a motorcycle among pedestrians, 15 km/h. */
export const metres_per_minute: Readonly<Record<Mode, number>> = { walk: 75, ride: 250 }

/** Whether a way can be used at a campus time, 'HH:MM'. */
export function isOpenAt({ closed_from, closed_until }: GraphWay, time: string): boolean {
  if (closed_from === null || closed_until === null) return true
  const closed =
    closed_from <= closed_until
      ? closed_from <= time && time < closed_until
      : time >= closed_from || time < closed_until
  return !closed
}

/** Minutes from a campus time, 'HH:MM', until a way closes or opens; null where all are always open. */
export function minutesUntilChange(ways: readonly GraphWay[], time: string): number | null {
  const changes = ways.flatMap(({ closed_from, closed_until }) =>
    closed_from === null || closed_until === null ? [] : [closed_from, closed_until],
  )
  if (changes.length === 0) return null
  return Math.min(...changes.map((change) => (minuteOf(change) - minuteOf(time) + 1440) % 1440 || 1440))
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The place nearest to a point, and how far it is; null on a campus without places. */
export function nearestPlace<Place extends Point>(
  places: readonly Place[],
  point: Point,
): { place: Place; metres: number } | null {
  let nearest: { place: Place; metres: number } | null = null
  for (const place of places) {
    const metres = distanceKm(place, point) * 1000
    if (!nearest || metres < nearest.metres) nearest = { place, metres }
  }
  return nearest
}

/** Who is this near to a place counts as there. Besides the nearest, so does any that a way leads on from. */
export const NEAR_METRES = 400

/** The places at which a way from a point can begin, with the straight minutes to each. */
function beginnings(
  places: readonly GraphPlace[],
  point: Point,
  { mode, neighbours }: { mode: Mode; neighbours: ReadonlyMap<number, unknown> },
): [id: number, minutes: number][] {
  const nearest = nearestPlace(places, point)?.place
  return places.flatMap((place): [number, number][] => {
    const metres = distanceKm(place, point) * 1000
    const counts = place === nearest || (metres <= NEAR_METRES && neighbours.has(place.id))
    return counts ? [[place.id, metres / metres_per_minute[mode]]] : []
  })
}

/** The places that can be reached from each in one way that is open, with its minutes. */
function openWays(graph: CampusGraph, { mode, time }: { mode: Mode; time: string }) {
  const known = new Set(graph.places.map(({ id }) => id))
  const neighbours = new Map<number, { id: number; minutes: number }[]>()
  for (const way of graph.ways) {
    if (!isOpenAt(way, time) || !known.has(way.from_place_id) || !known.has(way.to_place_id)) continue
    const minutes = mode === 'ride' ? (way.ride_minutes ?? way.walk_minutes) : way.walk_minutes
    for (const [from, to] of [
      [way.from_place_id, way.to_place_id],
      [way.to_place_id, way.from_place_id],
    ] as const) {
      const others = neighbours.get(from)
      if (others) others.push({ id: to, minutes })
      else neighbours.set(from, [{ id: to, minutes }])
    }
  }
  return neighbours
}

/**
 * Minutes from a point to each place that can be reached at a campus time ('HH:MM'), by place id: straight to a place
 * near it, then along the ways that are open. Who rides pushes the bicycle or walks where nobody can ride. On a campus
 * whose ways nobody has drawn yet, straight to each place.
 */
export function minutesToPlaces(
  graph: CampusGraph,
  start: Point,
  { mode, time }: { mode: Mode; time: string },
): ReadonlyMap<number, number> {
  const reached = new Map<number, number>()
  if (graph.ways.length === 0) {
    return new Map(graph.places.map((place) => [place.id, (distanceKm(place, start) * 1000) / metres_per_minute[mode]]))
  }
  const neighbours = openWays(graph, { mode, time })
  const tentative = new Map(beginnings(graph.places, start, { mode, neighbours }))
  for (let next = nearestOf(tentative); next; next = nearestOf(tentative)) {
    const [id, minutes] = next
    tentative.delete(id)
    reached.set(id, minutes)
    for (const neighbour of neighbours.get(id) ?? []) {
      if (reached.has(neighbour.id)) continue
      const sum = minutes + neighbour.minutes
      if (sum < (tentative.get(neighbour.id) ?? Number.POSITIVE_INFINITY)) tentative.set(neighbour.id, sum)
    }
  }
  return reached
}

function nearestOf(tentative: ReadonlyMap<number, number>): [id: number, minutes: number] | null {
  let nearest: [number, number] | null = null
  for (const [id, minutes] of tentative) if (!nearest || minutes < nearest[1]) nearest = [id, minutes]
  return nearest
}

/**
 * Minutes of the way between two points at a campus time ('HH:MM'): straight to places near each, and along the ways
 * between; straight alone where one place is the nearest to both. Null where no open way joins them.
 */
export function wayMinutes(
  graph: CampusGraph,
  { from, to }: { from: Point; to: Point },
  by: { mode: Mode; time: string },
): number | null {
  const straight = (distanceKm(from, to) * 1000) / metres_per_minute[by.mode]
  if (graph.ways.length === 0) return straight
  const reached = minutesToPlaces(graph, from, by)
  const ends = beginnings(graph.places, to, { mode: by.mode, neighbours: openWays(graph, by) })
  const along = ends.flatMap(([id, minutes]) => {
    const there = reached.get(id)
    return there === undefined ? [] : [there + minutes]
  })
  const at_one_place = nearestPlace(graph.places, from)?.place === nearestPlace(graph.places, to)?.place
  const best = Math.min(...along, at_one_place ? straight : Number.POSITIVE_INFINITY)
  return Number.isFinite(best) ? best : null
}
