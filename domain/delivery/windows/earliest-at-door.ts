import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { orders } from '../../orders/tables.ts'
import { known } from '../../places/distance.ts'
import { places } from '../../places/tables.ts'
import type { Delivery } from '../steps/move-delivery.ts'
import { riders } from '../tables.ts'
import { byVehicle, type QuotedWay, wayOf } from './way-minutes.ts'

/** Down one flight of stairs and up another: also for neighbours, or when the distance is not known. */
const LEAST_MINUTES = 2
/** A wrong pin on the map must not keep a rider waiting at the door. */
const MOST_MINUTES = 15
/** Our speeds are those of a usual day; nobody is more than twice as fast. */
const FASTEST = 2

const unquoted: QuotedWay = { way_minutes: null, walk_minutes: null }

/** The earliest time at which a rider can be at the customer's door; null before the pick-up. */
export async function earliestAtDoor(tx: Tx, { order_id, rider_id, picked_up_at }: Delivery): Promise<Date | null> {
  if (!picked_up_at || !rider_id) return null
  const [way] = await tx
    .select({
      vendor: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark: { latitude: places.latitude, longitude: places.longitude },
      drop: { latitude: orders.customer_latitude, longitude: orders.customer_longitude },
      way_minutes: orders.way_minutes,
      walk_minutes: orders.walk_minutes,
      vehicle: riders.vehicle,
    })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .innerJoin(riders, eq(riders.user_id, rider_id))
    .leftJoin(places, eq(places.name, vendors.landmark))
    .where(eq(orders.id, order_id))
  const [pickup, door] = way ? [known(way.vendor) ?? known(way.landmark), known(way.drop)] : [null, null]
  const minutesAlong = (quoted: QuotedWay) => byVehicle(wayOf(quoted, pickup, door), way?.vehicle ?? null) ?? 0
  const way_minutes = Math.min(minutesAlong(way ?? unquoted), minutesAlong(unquoted))
  const minutes = Math.min(Math.max(way_minutes / FASTEST, LEAST_MINUTES), MOST_MINUTES)
  return new Date(picked_up_at.getTime() + minutes * 60_000)
}
