import { type CampusGraph, type GraphPlace, isOpenAt, minutesToPlaces } from './campus-graph.ts'
import type { Point } from './distance.ts'
import type { Campus, CampusPlace } from './read-campus.ts'

/** A kitchen and where it is, if that is known. */
export type KitchenPoint = { name: string; point: Point | null }

export type CampusCheck = {
  /** Where food could be wanted, and nobody can ride to from a kitchen within our reach. */
  unreached: readonly CampusPlace[]
  /** What one kitchen does not reach and another does, with how long the way is; null where none is open. */
  beyond: readonly { kitchen: KitchenPoint; places: readonly { place: CampusPlace; minutes: number | null }[] }[]
  /** Kitchens from which no place but the one they are at can be reached. */
  stranded: readonly KitchenPoint[]
  /** Kitchens of which nobody knows where they are. */
  unplaced: readonly KitchenPoint[]
  /** The parts that no open way joins, the largest first; one part on a campus that holds together. */
  pieces: readonly (readonly CampusPlace[])[]
}

/** What keeps food from places at a campus time ('HH:MM'); `reach_minutes` is how far we ride, as a setting says. */
export function campusCheck(
  campus: Campus,
  kitchens: readonly KitchenPoint[],
  { time, reach_minutes }: { time: string; reach_minutes: number },
): CampusCheck {
  const reached = new Set<number>()
  const stranded: KitchenPoint[] = []
  const from: { kitchen: KitchenPoint; minutes: ReadonlyMap<number, number> }[] = []
  const others = campus.places.length > 1
  for (const kitchen of kitchens) {
    if (!kitchen.point) continue
    const places = minutesToPlaces(campus, kitchen.point, { mode: 'ride', time })
    if (places.size < 2 && others) stranded.push(kitchen)
    else from.push({ kitchen, minutes: places })
    for (const [id, minutes] of places) if (minutes <= reach_minutes) reached.add(id)
  }
  const wanted = campus.places.filter(({ kind }) => kind !== 'junction')
  const beyond = from.map(({ kitchen, minutes }) => ({
    kitchen,
    places: wanted
      .map((place) => ({ place, minutes: minutes.get(place.id) ?? null }))
      .filter(({ place, minutes }) => reached.has(place.id) && (minutes === null || minutes > reach_minutes)),
  }))
  return {
    unreached: wanted.filter(({ id }) => !reached.has(id)),
    beyond: beyond.filter(({ places }) => places.length > 0),
    stranded,
    unplaced: kitchens.filter(({ point }) => point === null),
    pieces: piecesAt(campus, time),
  }
}

/**
 * The campus times at which a way closes or opens and others are open than at `first`, the earliest for each such
 * state, after `first` itself: whatever the hour, the campus is as at one of them.
 */
export function timesToCheck({ ways }: CampusGraph, first: string): string[] {
  const times = [
    ...new Set(ways.flatMap(({ closed_from, closed_until }) => [closed_from ?? [], closed_until ?? []].flat())),
  ]
  const stateAt = (time: string) => ways.map((way) => (isOpenAt(way, time) ? '1' : '0')).join('')
  const by_state = new Map([[stateAt(first), first]])
  for (const time of times.sort()) {
    const state = stateAt(time)
    if (!by_state.has(state)) by_state.set(state, time)
  }
  return [...by_state.values()]
}

function piecesAt<Place extends GraphPlace>(
  { places, ways }: { places: readonly Place[]; ways: CampusGraph['ways'] },
  time: string,
): Place[][] {
  const piece_of = new Map(places.map((place) => [place.id, [place]]))
  for (const way of ways) {
    if (!isOpenAt(way, time)) continue
    const [one, other] = [piece_of.get(way.from_place_id), piece_of.get(way.to_place_id)]
    if (!one || !other || one === other) continue
    const [larger, smaller] = one.length >= other.length ? [one, other] : [other, one]
    for (const place of smaller) {
      larger.push(place)
      piece_of.set(place.id, larger)
    }
  }
  return [...new Set(piece_of.values())].sort((one, other) => other.length - one.length)
}
