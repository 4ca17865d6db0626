import { formatCampusTime } from '../clock.ts'
import { minutesToPlaces } from '../places/campus-graph.ts'
import { type Campus, type CampusPlace, takesDeliveries } from '../places/read-campus.ts'
import type { OrderRules } from '../settings/definitions.ts'
import type { CartKitchen } from './fee-lines.ts'

export type Reach = {
  /** The first kitchen from which nobody can ride to a place in time; null where all of them deliver there. */
  kitchenBeyond(place: Pick<CampusPlace, 'id'>): string | null
  /** The meeting points to which all of them deliver. */
  meeting_points: readonly CampusPlace[]
}

/**
 * Where kitchens deliver at this hour: within `reach_minutes` by the ways that are open
 * (docs/product.md#places-and-ways). A kitchen whose place nobody knows is not judged.
 */
export function reachOf(
  campus: Campus,
  { kitchens, rules, now }: { kitchens: readonly CartKitchen[]; rules: OrderRules; now: Date },
): Reach {
  const by = { mode: 'ride', time: formatCampusTime(now) } as const
  const ways = kitchens.flatMap(({ vendor_id, point }) =>
    point ? { vendor_id, minutes: minutesToPlaces(campus, point, by) } : [],
  )
  const kitchenBeyond: Reach['kitchenBeyond'] = ({ id }) =>
    ways.find(({ minutes }) => (minutes.get(id) ?? Number.POSITIVE_INFINITY) > rules.reach_minutes)?.vendor_id ?? null
  const meeting_points = campus.places.filter(
    (place) => place.meeting_point && takesDeliveries(place) && kitchenBeyond(place) === null,
  )
  return { kitchenBeyond, meeting_points }
}
