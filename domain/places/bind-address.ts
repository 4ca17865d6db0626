import type { Geocoder } from '../../adapters/maps/geocoder.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { NEAR_METRES, nearestPlace } from './campus-graph.ts'
import type { Point } from './distance.ts'
import { findPoint } from './find-place.ts'
import { placeNamedIn } from './place-named-in.ts'
import { type Campus, type CampusPlace, takesDeliveries } from './read-campus.ts'

/** An address that means a place: which one, and where exactly the rider goes. */
export type BoundAddress = { place: CampusPlace; point: Point }

export type BindRefusal =
  /** The campus has no place yet to which anything could be brought. */
  | Refused<'no_places', undefined>
  | Refused<'place_closed', { place: CampusPlace; instead: CampusPlace | null }>
  /** The map finds the address at this point near this place; the customer has to say whether it is there. */
  | Refused<'is_it_near', { place: CampusPlace; point: Point }>
  /** Far from every place; the nearest meeting point is offered. */
  | Refused<'not_near', { instead: CampusPlace | null }>

/**
 * Which place of the campus an address means: the one that the customer chose, if the address still names it; else one
 * that it names, first of all the one at which the phone is (`placeNamedIn`); else the nearest to the phone's position;
 * else the nearest to what the map knows of it, which has to be confirmed. Refuses what is near no place, so that no
 * way is priced that nobody can ride (docs/product.md#delivery-fee), with the nearest of the `meeting_points`.
 */
export async function bindAddress(
  deps: Deps & { geocoder: Geocoder },
  campus: Campus,
  {
    address,
    chosen,
    position,
    meeting_points,
  }: {
    address: string
    chosen: string | null
    position: Point | null
    meeting_points: readonly CampusPlace[]
  },
): Promise<Accepted<BoundAddress> | BindRefusal> {
  const places = campus.places.filter(({ kind }) => kind !== 'junction')
  const open = places.filter(takesDeliveries)
  if (open.length === 0) return refused('no_places')

  const near = position && nearestPlace(places, position)
  const here = near && near.metres <= NEAR_METRES ? near.place : null
  const among = (wanted: readonly CampusPlace[]) => placeNamedIn(address, wanted)
  const named =
    among(places.filter(({ name }) => name === chosen)) ?? among(here ? [here] : []) ?? among(open) ?? among(places)
  const place = named ?? here
  if (place && !takesDeliveries(place)) {
    return refused('place_closed', { place, instead: nearestOf(meeting_points, place) })
  }
  // The position of somebody who stands there is where the rider goes; of somebody elsewhere it says nothing. A pin
  // beside a closed place is at the open one that was chosen for it.
  const open_here = position && chosen === place?.name ? nearestPlace(open, position) : null
  const is_there = place === here || (place === open_here?.place && open_here.metres <= NEAR_METRES)
  if (place) return accepted({ place, point: position && is_there ? position : pointOf(place) })

  const found = await findPoint(deps, address)
  const near_found = found && nearestPlace(open, found)
  if (near_found && near_found.metres <= NEAR_METRES) {
    return refused('is_it_near', { place: near_found.place, point: pointOf(found) })
  }
  const junction = placeNamedIn(address, campus.places)
  return refused('not_near', { instead: nearestOf(meeting_points, junction ?? position ?? found) })
}

/** The meeting point nearest to somewhere, or the first of the list where nothing is known; null without any. */
export function nearestOf(meeting_points: readonly CampusPlace[], from: Point | null): CampusPlace | null {
  return (from ? nearestPlace(meeting_points, from)?.place : meeting_points[0]) ?? null
}

const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude })
