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
  /** Closed for now, at any hour. */
  closed_at?: Date | string | null
}

/** Places without retired ones, and the ways between them. */
export type CampusGraph = { places: readonly GraphPlace[]; ways: readonly GraphWay[] }

/** Metres a minute in a straight line, where no way is known; riding is a motorcycle among pedestrians, 15 km/h. */
export const metres_per_minute: Readonly<Record<Mode, number>> = { walk: 75, ride: 250 }

/** Whether a way can be used at a campus time, 'HH:MM'. */
export function isOpenAt({ closed_from, closed_until, closed_at }: GraphWay, time: string): boolean {
  if (closed_at) return false
  if (closed_from === null || closed_until === null) return true
  const closed =
    closed_from <= closed_until
      ? closed_from <= time && time < closed_until
      : time >= closed_from || time < closed_until
  return !closed
}

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

/** Who is this near to a place counts as there. */
export const NEAR_METRES = 400

type Drawn = ReadonlySet<number>

/** The places that somebody has drawn a way to, whether it is open or not. */
const drawnPlaces = ({ ways }: CampusGraph): Drawn =>
  new Set(ways.flatMap(({ from_place_id, to_place_id }) => [from_place_id, to_place_id]))

/**
 * The places at which a way from a point begins: the nearest alone, so that nobody steps over a closed way to the next
 * one (docs/decisions/174-ways-bind.md). Only where nobody has drawn a way to that one yet, the nearest that has one
 * counts too.
 */
function beginnings(
  places: readonly GraphPlace[],
  point: Point,
  drawn: Drawn,
): { place: GraphPlace; metres: number }[] {
  const nearest = nearestPlace(places, point)
  if (!nearest || drawn.has(nearest.place.id)) return nearest ? [nearest] : []
  const with_ways = places.filter(({ id }) => drawn.has(id))
  const next = nearestPlace(with_ways, point)
  return next && next.metres <= NEAR_METRES ? [nearest, next] : [nearest]
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
 * Minutes from a point to each place that can be reached at a campus time ('HH:MM'), by place id: straight to the place
 * nearest to it, then along the ways that are open. Who rides pushes the bicycle or walks where nobody can ride. On a
 * campus whose ways nobody has drawn yet, straight to each place.
 */
export function minutesToPlaces(graph: CampusGraph, start: Point, by: By): ReadonlyMap<number, number> {
  if (graph.ways.length === 0) {
    const straight = (place: Point) => (distanceKm(place, start) * 1000) / metres_per_minute[by.mode]
    return new Map(graph.places.map((place) => [place.id, straight(place)]))
  }
  const neighbours = openWays(graph, by)
  const starts = beginnings(graph.places, start, drawnPlaces(graph)).map(({ place, metres }): [number, number] => [
    place.id,
    metres / metres_per_minute[by.mode],
  ])
  return alongWays(neighbours, starts, 'minutes')
}

function nearestOf(tentative: ReadonlyMap<number, number>): [id: number, minutes: number] | null {
  let nearest: [number, number] | null = null
  for (const [id, minutes] of tentative) if (!nearest || minutes < nearest[1]) nearest = [id, minutes]
  return nearest
}

/**
 * Minutes of the way between two points at a campus time ('HH:MM'): straight to the place nearest to each, and along
 * the ways between; straight alone where one place is the nearest to both. Null where no open way joins them.
 */
export function wayMinutes(graph: CampusGraph, { from, to }: { from: Point; to: Point }, by: By): number | null {
  const minutes = wayTable(graph, by)([from], [to])(0, 0)
  return Number.isNaN(minutes) ? null : minutes
}

/**
 * Metres of the shortest way between two points that is open at a campus time, found as `wayMinutes` finds the
 * quickest; a way between two places counts as straight. Null where no open way joins them.
 */
export function wayMetres(graph: CampusGraph, { from, to }: { from: Point; to: Point }, by: By): number | null {
  const metres = wayTable(graph, by, 'metres')([from], [to])(0, 0)
  return Number.isNaN(metres) ? null : metres
}

/** From one of the points to another, by their numbers; NaN where no open way joins the two. */
export type Between = (from: number, to: number) => number
export type WayTable = (from: readonly Point[], to: readonly Point[]) => Between

/**
 * Where ways from and to many points begin: the nearest place of each by its number, with the metres to it, and the
 * other that counts. Less than 0 is none.
 */
type Ends = { place: Int32Array; metres: Float64Array; other: Int32Array; other_metres: Float64Array }

/**
 * The ways between many points at once. What lies between two places is looked for once and kept, so the table of a
 * campus is worth keeping too.
 */
export function wayTable(graph: CampusGraph, by: By, measure: 'minutes' | 'metres' = 'minutes'): WayTable {
  const { places } = graph
  const per_metre = measure === 'minutes' ? 1 / metres_per_minute[by.mode] : 1
  const number_of = new Map(places.map(({ id }, number) => [id, number]))
  const alongFrom = keptWays(graph, by, measure)
  const drawn = drawnPlaces(graph)
  const endsOf = (points: readonly Point[]): Ends => {
    const none = () => new Int32Array(points.length).fill(-1)
    const ends = {
      ...{ place: none(), metres: new Float64Array(points.length) },
      ...{ other: none(), other_metres: new Float64Array(points.length) },
    }
    for (const [number, point] of points.entries()) {
      const [nearest, other] = beginnings(places, point, drawn)
      ends.place[number] = nearest ? (number_of.get(nearest.place.id) as number) : -1
      ends.metres[number] = nearest?.metres ?? 0
      ends.other[number] = other ? (number_of.get(other.place.id) as number) : -1
      ends.other_metres[number] = other?.metres ?? 0
    }
    return ends
  }
  return (from, to) => {
    const starts = endsOf(from)
    const finishes = to === from ? starts : endsOf(to)
    const best = (start: number, before: number, column: number): number => {
      if (start < 0) return Number.POSITIVE_INFINITY
      const along = alongFrom(start)
      const place = finishes.place[column] as number
      const other = finishes.other[column] as number
      const sum = before + (along[place] as number) + (finishes.metres[column] as number) * per_metre
      if (other < 0) return sum
      return Math.min(sum, before + (along[other] as number) + (finishes.other_metres[column] as number) * per_metre)
    }
    return (row, column) => {
      const start = starts.place[row] as number
      let least = best(start, (starts.metres[row] as number) * per_metre, column)
      const other = starts.other[row] as number
      if (other >= 0) least = Math.min(least, best(other, (starts.other_metres[row] as number) * per_metre, column))
      if (start === finishes.place[column] || graph.ways.length === 0) {
        least = Math.min(least, distanceKm(from[row] as Point, to[column] as Point) * 1000 * per_metre)
      }
      return least === Number.POSITIVE_INFINITY ? Number.NaN : least
    }
  }
}

/** From a place, by its number, to each: the least sum of a measure along open ways, kept; Infinity for no way. */
function keptWays(graph: CampusGraph, by: By, measure: 'minutes' | 'metres'): (start: number) => Float64Array {
  const { places } = graph
  const neighbours = openWays(graph, by)
  const kept: Float64Array[] = []
  return (start) => {
    const known = kept[start]
    if (known) return known
    const reached = alongWays(neighbours, [[places[start]?.id ?? 0, 0]], measure)
    const sums = Float64Array.from(places, ({ id }) => reached.get(id) ?? Number.POSITIVE_INFINITY)
    kept[start] = sums
    return sums
  }
}
