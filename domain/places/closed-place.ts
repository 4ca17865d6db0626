import { places } from './tables.ts'

/** What says whether a place is closed: to be asked along with what points to it. */
export const place_state = { name: places.name, closed_at: places.closed_at, retired_at: places.retired_at }

type PlaceState = { name: string; closed_at: Date | null; retired_at: Date | null }

/** The name of a place to which nothing is brought any more, because it was closed or retired; null while it is. */
export function closedPlace(place: PlaceState | null): string | null {
  return place && (place.closed_at || place.retired_at) ? place.name : null
}
