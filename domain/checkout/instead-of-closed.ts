import type { Geocoder } from '../../adapters/maps/geocoder.ts'
import type { Db } from '../../db/handle.ts'
import type { Clock } from '../clock.ts'
import { nearestOf } from '../places/bind-address.ts'
import type { Point } from '../places/distance.ts'
import { readCampus } from '../places/read-campus.ts'
import { locateKitchens, priceCart } from './quote.ts'
import { reachOf } from './reach.ts'
import type { CheckoutLine } from './tables.ts'

/** The meeting point nearest to a place that was closed, if all kitchens of these lines deliver there; else null. */
export async function insteadOfClosed(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  { lines, place }: { lines: readonly CheckoutLine[]; place: Point | null },
): Promise<string | null> {
  const { vendors, rules } = await priceCart(deps, lines)
  const campus = await readCampus(deps.db)
  const kitchens = await locateKitchens(deps, vendors)
  const { meeting_points } = reachOf(campus, { kitchens, rules, now: deps.clock.now() })
  return nearestOf(meeting_points, place)?.name ?? null
}
