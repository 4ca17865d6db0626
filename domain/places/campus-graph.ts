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

type Neighbours = ReadonlyMap<number, readonly { id: number; minutes: number; metres: number }[]>
type By = { mode: Mode; time: string }

/**
 * The places that can be reached from each in one way that is open, with its minutes and its metres in a straight line.
 */
function openWays(graph: CampusGraph, { mode, time }: By): Neighbours {
  const known = new Map(graph.places.map((place) => [place.id, place]))
  const neighbours = new Map<number, { id: number; minutes: number; metres: number }[]>()
  for (const way of graph.ways) {
    const [one, other] = [known.get(way.from_place_id), known.get(way.to_place_id)]
    if (!isOpenAt(way, time) || !one || !other) continue
    const minutes = mode === 'ride' ? (way.ride_minutes ?? way.walk_minutes) : way.walk_minutes
    const metres = distanceKm(one, other) * 1000
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const others = neighbours.get(from.id)
      if (others) others.push({ id: to.id, minutes, metres })
      else neighbours.set(from.id, [{ id: to.id, minutes, metres }])
    }
  }
  return neighbours
}

/** The least sum of a measure along open ways to each place, from where `starts` says that it begins. */
function alongWays(
  neighbours: Neighbours,
  starts: Iterable<[id: number, sum: number]>,
  measure: 'minutes' | 'metres',
): ReadonlyMap<number, number> {
  const reached = new Map<number, number>()
  const tentative = new Map(starts)
  for (let next = nearestOf(tentative); next; next = nearestOf(tentative)) {
    const [id, so_far] = next
    tentative.delete(id)
    reached.set(id, so_far)
    for (const neighbour of neighbours.get(id) ?? []) {
      if (reached.has(neighbour.id)) continue
      const sum = so_far + neighbour[measure]
      if (sum < (tentative.get(neighbour.id) ?? Number.POSITIVE_INFINITY)) tentative.set(neighbour.id, sum)
    }
  }
  return reached
}

/**
 * Minutes from a point to each place that can be reached at a campus time ('HH:MM'), by place id: straight to a place
 * near it, then along the ways that are open. Who rides pushes the bicycle or walks where nobody can ride. On a campus
 * whose ways nobody has drawn yet, straight to each place.
 */
export function minutesToPlaces(graph: CampusGraph, start: Point, by: By): ReadonlyMap<number, number> {
  if (graph.ways.length === 0) {
    const straight = (place: Point) => (distanceKm(place, start) * 1000) / metres_per_minute[by.mode]
    return new Map(graph.places.map((place) => [place.id, straight(place)]))
  }
  const neighbours = openWays(graph, by)
  return alongWays(neighbours, beginnings(graph.places, start, { mode: by.mode, neighbours }), 'minutes')
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
export function wayMinutes(graph: CampusGraph, { from, to }: { from: Point; to: Point }, by: By): number | null {
  const [minutes = Number.NaN] = wayTable(graph, by)([from], [to])
  return Number.isNaN(minutes) ? null : minutes
}

/**
 * Metres of the shortest way between two points that is open at a campus time, found as `wayMinutes` finds the
 * quickest; a way between two places counts as straight. Null where no open way joins them.
 */
export function wayMetres(graph: CampusGraph, { from, to }: { from: Point; to: Point }, by: By): number | null {
  const [metres = Number.NaN] = wayTable(graph, by, 'metres')([from], [to])
  return Number.isNaN(metres) ? null : metres
}

/** From each point to each, row by row; NaN where no open way joins two. */
export type WayTable = (from: readonly Point[], to: readonly Point[]) => Float64Array

/**
 * The ways between many points at once. What lies between two places is looked for once and kept, so the table of a
 * campus is worth keeping too.
 */
export function wayTable(graph: CampusGraph, by: By, measure: 'minutes' | 'metres' = 'minutes'): WayTable {
  const neighbours = openWays(graph, by)
  const per_minute = measure === 'minutes' ? 1 : metres_per_minute[by.mode]
  const from_place = new Map<number, ReadonlyMap<number, number>>()
  const alongFrom = (id: number) => {
    const known = from_place.get(id) ?? alongWays(neighbours, [[id, 0]], measure)
    from_place.set(id, known)
    return known
  }
  const straight = (from: Point, to: Point) => ((distanceKm(from, to) * 1000) / metres_per_minute[by.mode]) * per_minute
  const end = (point: Point) => ({
    point,
    nearest: nearestPlace(graph.places, point)?.place,
    places: beginnings(graph.places, point, { mode: by.mode, neighbours }).map(
      ([id, minutes]) => [id, minutes * per_minute] as const,
    ),
  })
  return (from, to) => {
    const table = new Float64Array(from.length * to.length).fill(Number.NaN)
    const ends = to.map(end)
    for (const [row, start] of from.map(end).entries()) {
      // To each place, by whichever place the way begins at.
      const reached = new Map<number, number>()
      for (const [id, before] of start.places) {
        for (const [place, between] of alongFrom(id)) {
          const sum = before + between
          if (sum < (reached.get(place) ?? Number.POSITIVE_INFINITY)) reached.set(place, sum)
        }
      }
      for (const [column, finish] of ends.entries()) {
        const is_straight = graph.ways.length === 0 || start.nearest === finish.nearest
        let best = is_straight ? straight(start.point, finish.point) : Number.NaN
        for (const [id, after] of finish.places) {
          const sum = (reached.get(id) ?? Number.NaN) + after
          if (Number.isNaN(best) || sum < best) best = sum
        }
        table[row * to.length + column] = best
      }
    }
    return table
  }
}
