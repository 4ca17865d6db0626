import { formatCampusTime } from '../clock.ts'
import { minutesToPlaces, nearestPlace } from '../places/campus-graph.ts'
import { type Campus, type CampusPlace, takesDeliveries } from '../places/read-campus.ts'
import type { OrderRules } from '../settings/definitions.ts'
import type { CartKitchen } from './fee-lines.ts'

/** A kitchen that does not deliver to a place, and the nearest meeting point that all kitchens of the cart reach. */
export type OutOfReach = { vendor_id: string; vendor_name: string; place: CampusPlace; instead: CampusPlace | null }

/**
 * The first kitchen of a cart from which nobody can ride to a place within `reach_minutes` at this hour; null when all
 * can. A kitchen whose place nobody knows is not judged.
 */
export function outOfReach(
  campus: Campus,
  {
    kitchens,
    place,
    rules,
    now,
  }: { kitchens: readonly CartKitchen[]; place: CampusPlace; rules: OrderRules; now: Date },
): Omit<OutOfReach, 'vendor_name'> | null {
  const by = { mode: 'ride', time: formatCampusTime(now) } as const
  const ways = kitchens.flatMap(({ vendor_id, point }) =>
    point ? { vendor_id, minutes: minutesToPlaces(campus, point, by) } : [],
  )
  const reaches = ({ minutes }: (typeof ways)[number], { id }: CampusPlace) =>
    (minutes.get(id) ?? Number.POSITIVE_INFINITY) <= rules.reach_minutes
  const beyond = ways.find((way) => !reaches(way, place))
  if (!beyond) return null
  const within = campus.places.filter(
    (point) => point.meeting_point && takesDeliveries(point) && ways.every((way) => reaches(way, point)),
  )
  return { vendor_id: beyond.vendor_id, place, instead: nearestPlace(within, place)?.place ?? null }
}
