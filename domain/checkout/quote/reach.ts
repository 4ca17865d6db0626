import type { Db } from '../../../db/handle.ts'
import type { Vehicle } from '../../delivery/lifecycle.ts'
import { fastestVehicle } from '../../delivery/shifts/fastest-vehicle.ts'
import { type Campus, type CampusPlace, takesDeliveries } from '../../places/read-campus.ts'
import type { OrderRules } from '../../settings/definitions.ts'
import type { CartKitchen } from './fee-lines.ts'
import { minutesRiddenTo } from './ridden-at.ts'

export type Reach = {
  /** The first kitchen from which nobody can ride to a place in time; null where all of them deliver there. */
  kitchenBeyond(place: Pick<CampusPlace, 'id'>): string | null
  /** The meeting points to which all of them deliver. */
  meeting_points: readonly CampusPlace[]
}

/**
 * The same for who could bring it now or in a slot. Their vehicles are only asked for where it counts: where the place
 * is beyond the reach of somebody who walks.
 */
export async function reachTo(
  db: Db,
  campus: Campus,
  how: { kitchens: readonly CartKitchen[]; rules: OrderRules; now: Date; slot_from: Date | null },
  place: Pick<CampusPlace, 'id'> | null,
): Promise<Reach & { vehicle: Vehicle | null }> {
  const is_near = !place || reachOf(campus, { ...how, vehicle: 'on foot' }).kitchenBeyond(place) === null
  const vehicle = is_near ? null : await fastestVehicle(db, how.now, how.slot_from)
  return { ...reachOf(campus, { ...how, vehicle }), vehicle }
}

/**
 * Where kitchens deliver: within `reach_minutes` by the ways that are open when their food is ridden
 * (docs/product.md#places-and-ways), with the fastest `vehicle` of who could bring it; null where nobody knows that. A
 * kitchen whose place nobody knows is not judged.
 */
export function reachOf(
  campus: Campus,
  { kitchens, rules, vehicle }: { kitchens: readonly CartKitchen[]; rules: OrderRules; vehicle: Vehicle | null },
): Reach {
  const ways = kitchens.flatMap(({ vendor_id, point, ridden_at }) =>
    point ? { vendor_id, minutesTo: minutesRiddenTo(campus, { point, ridden_at }, vehicle) } : [],
  )
  const kitchenBeyond: Reach['kitchenBeyond'] = ({ id }) =>
    ways.find(({ minutesTo }) => minutesTo(id) > rules.reach_minutes)?.vendor_id ?? null
  const meeting_points = campus.places.filter(
    (place) => place.meeting_point && takesDeliveries(place) && kitchenBeyond(place) === null,
  )
  return { kitchenBeyond, meeting_points }
}
