import type { Db } from '../../../db/handle.ts'
import { kitchenPoints } from '../../catalog/lists/kitchen-points.ts'
import { fastestVehicle } from '../../delivery/shifts/fastest-vehicle.ts'
import { pickUpWindows } from '../../delivery/windows/expected-windows.ts'
import type { Kobo } from '../../money.ts'
import { nearestOf } from '../../places/bind-address.ts'
import { readCampus, takesDeliveries } from '../../places/read-campus.ts'
import { DELIVERY_SETTINGS, ORDER_RULES, type OrderRules } from '../../settings/definitions.ts'
import { readSettings } from '../../settings/read-setting.ts'
import { wayFees } from './fee-lines.ts'
import { reachOf } from './reach.ts'
import { riddenSoon } from './ridden-at.ts'
import { type OpenRide, ridesAtPlace } from './rides-at-place.ts'
import { type WindowsAtPlace, windowsAtPlace } from './windows-at-place.ts'

export type KitchensBeyond = {
  /** Null where nobody said to which place. */
  place: { id: number; name: string } | null
  /** Nothing is brought there at the moment, by anybody. */
  is_closed: boolean
  /** Who does not deliver there, each with the nearest meeting point to which it does. */
  beyond: { vendor_id: string; instead: string | null }[]
  /** When the others would come; null where nothing is brought. */
  coming: WindowsAtPlace | null
  /** What the ways of the others cost, as the first kitchen of a cart and as a further one; none without a place. */
  fees: { vendor_id: string; first_kobo: Kobo; further_kobo: Kobo }[]
  /** What an order has to be like, wherever it goes. */
  rules: OrderRules
  /** The rides there that can be joined. */
  rides: readonly OpenRide[]
  /** Until when it is true enough without any change of data. */
  valid_until: Date
}

/** Riders come and go, orders come in and gates close: nobody is told what is older than this. */
const KEPT_MS = 30_000

/**
 * The active kitchens that do not deliver to a place at this hour, when the others would come and for how much; null
 * where food is never brought. With `place_id` null what holds wherever somebody is.
 */
export async function kitchensBeyond(db: Db, place_id: number | null, now: Date): Promise<KitchensBeyond | null> {
  const [campus, known, [rules, delivery]] = await Promise.all([
    readCampus(db),
    kitchenPoints(db),
    readSettings(db, [ORDER_RULES, DELIVERY_SETTINGS]),
  ])
  const vendor_ids = known.map(({ vendor_id }) => vendor_id)
  const picked_up = await pickUpWindows(db, { vendor_ids, lines: [], now })
  const at_once = { from: now, until: now }
  const kitchens = known.map((kitchen) => ({
    ...kitchen,
    ridden_at: riddenSoon(picked_up.get(kitchen.vendor_id) ?? at_once),
  }))
  const valid_until = new Date(now.getTime() + KEPT_MS)
  if (place_id === null) {
    const coming = await windowsAtPlace(db, campus, { kitchens, place: null, now })
    return { place: null, is_closed: false, beyond: [], coming, fees: [], rules, rides: [], valid_until }
  }
  const place = campus.places.find(({ id }) => id === place_id)
  if (!place || place.kind === 'junction') return null
  const vehicle = await fastestVehicle(db, now, null)
  const beyond = kitchens.flatMap((kitchen) => {
    const { kitchenBeyond, meeting_points } = reachOf(campus, { kitchens: [kitchen], rules, vehicle })
    if (!kitchenBeyond(place)) return []
    return { vendor_id: kitchen.vendor_id, instead: nearestOf(meeting_points, place)?.name ?? null }
  })
  const deliver = kitchens.filter(({ vendor_id }) => !beyond.some((kitchen) => kitchen.vendor_id === vendor_id))
  const is_closed = !takesDeliveries(place)
  const by = { delivery, graph: campus }
  return {
    place: { id: place.id, name: place.name },
    is_closed,
    beyond,
    coming: is_closed ? null : await windowsAtPlace(db, campus, { kitchens: deliver, place, now }),
    fees: deliver.map((kitchen) => ({ vendor_id: kitchen.vendor_id, ...wayFees(kitchen, place, by) })),
    rules,
    rides: is_closed ? [] : await ridesAtPlace(db, campus, { kitchens: deliver, place, rules, now }),
    valid_until,
  }
}
