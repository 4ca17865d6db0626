import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Kobo } from '../../money.ts'
import { sharedFee } from '../../orders/runs/ride-fee.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { type Ride, ridesWhere } from '../../orders/runs/rides.ts'
import { runs } from '../../orders/runs/tables.ts'
import type { Campus, CampusPlace } from '../../places/read-campus.ts'
import { DELIVERY_SETTINGS, type OrderRules } from '../../settings/definitions.ts'
import { readSettings } from '../../settings/read-setting.ts'
import { type CartKitchen, feeLines } from './fee-lines.ts'
import { reachOf } from './reach.ts'
import { riddenInSlot } from './ridden-at.ts'

/** Who reads of it on a menu has to fill a cart, and to pay. */
const LEAST_MINUTES = 15

type KnownKitchen = Pick<CartKitchen, 'vendor_id' | 'point'>

/** A ride that somebody has paid for, and what is paid for its way alone and by who joins now. */
export type OpenRide = { ride: Ride; single_kobo: Kobo; fee_kobo: Kobo }

/** The rides to a place that others can still join, the soonest of each kitchen. */
export async function ridesAtPlace(
  db: Db,
  campus: Campus,
  at: { kitchens: readonly KnownKitchen[]; place: CampusPlace; rules: OrderRules; now: Date },
): Promise<OpenRide[]> {
  const { kitchens, place, rules, now } = at
  const [delivery, { offered }] = await readSettings(db, [DELIVERY_SETTINGS, SHARED_RIDES])
  if (offered === 'no' || kitchens.length === 0) return []
  const rides = await ridesWhere(
    db,
    and(
      eq(runs.place_id, place.id),
      eq(runs.status, 'Gathering'),
      gt(runs.closes_at, new Date(now.getTime() + LEAST_MINUTES * 60_000)),
      inArray(
        runs.vendor_id,
        kitchens.map(({ vendor_id }) => vendor_id),
      ),
    ),
  )
  const open = rides.filter(({ standing, most }) => standing > 0 && standing < most)
  return kitchens.flatMap((known) => {
    const ride = open.find(({ vendor_id }) => vendor_id === known.vendor_id)
    if (!ride) return []
    const kitchen = { ...known, ridden_at: riddenInSlot(ride.slot_from) }
    // It reaches the place now, and may not in the slot.
    if (reachOf(campus, { kitchens: [kitchen], rules, vehicle: null }).kitchenBeyond(place)) return []
    const way = { kitchens: [kitchen], customer: place, subtotal_kobo: rules.small_order_below_kobo }
    const single_kobo = feeLines(way, { delivery, rules, graph: campus })[0]?.fee_kobo ?? 0
    return [{ ride, single_kobo, fee_kobo: sharedFee(single_kobo, ride.percents, ride.sure + 1) }]
  })
}
