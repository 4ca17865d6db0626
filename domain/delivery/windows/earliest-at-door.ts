import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { orders } from '../../orders/tables.ts'
import { distanceKm, known } from '../../places/distance.ts'
import { places } from '../../places/tables.ts'
import type { Delivery } from '../steps/move-delivery.ts'
import { riders } from '../tables.ts'
import { byVehicle, speeds } from './expected-windows.ts'

/** Down one flight of stairs and up another: also for neighbours, or when the distance is not known. */
const LEAST_MINUTES = 2
/** A wrong pin on the map must not keep a rider waiting at the door. */
const MOST_MINUTES = 15
/** Our speeds are those of a usual day; nobody is more than twice as fast. */
const FASTEST = 2

/** The earliest time at which a rider can be at the customer's door; null before the pick-up. */
export async function earliestAtDoor(tx: Tx, { order_id, rider_id, picked_up_at }: Delivery): Promise<Date | null> {
  if (!picked_up_at || !rider_id) return null
  const [way] = await tx
    .select({
      vendor: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark: { latitude: places.latitude, longitude: places.longitude },
      drop: { latitude: orders.customer_latitude, longitude: orders.customer_longitude },
      ride_minutes: orders.way_minutes,
      vehicle: riders.vehicle,
    })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .innerJoin(riders, eq(riders.user_id, rider_id))
    .leftJoin(places, eq(places.name, vendors.landmark))
    .where(eq(orders.id, order_id))
  const [vendor, door] = [way && (known(way.vendor) ?? known(way.landmark)), way && known(way.drop)]
  const straight_minutes = vendor && door ? (distanceKm(vendor, door) * 1000) / speeds.motorbike : 0
  const way_minutes =
    byVehicle(Math.min(way?.ride_minutes ?? straight_minutes, straight_minutes), way?.vehicle ?? null) ?? 0
  const minutes = Math.min(Math.max(way_minutes / FASTEST, LEAST_MINUTES), MOST_MINUTES)
  return new Date(picked_up_at.getTime() + minutes * 60_000)
}
