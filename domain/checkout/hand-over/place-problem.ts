import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Vehicle } from '../../delivery/lifecycle.ts'
import { fastestVehicle } from '../../delivery/shifts/fastest-vehicle.ts'
import type { Deps } from '../../events.ts'
import { nearestOf } from '../../places/bind-address.ts'
import type { CampusGraph } from '../../places/campus-graph.ts'
import { closedPlace, place_state } from '../../places/closed-place.ts'
import { known, type Point } from '../../places/distance.ts'
import { type Campus, readCampus, takesDeliveries } from '../../places/read-campus.ts'
import { places } from '../../places/tables.ts'
import { type Refused, refused } from '../../refusal.ts'
import type { CartKitchen } from '../quote/fee-lines.ts'
import { type PricedCart, priceCart, riddenFromKitchens, storedPoint } from '../quote/quote.ts'
import { type Reach, reachTo } from '../quote/reach.ts'
import { minutesRidden, minutesToPay } from '../quote/ridden-at.ts'
import { checkouts, type FeeLine } from '../tables.ts'
import { metAt } from './hand-over.ts'

/** Why nothing is brought any more to where a checkout goes, and where all of it is: the door, or a meeting point. */
export type PlaceProblem =
  | Refused<'place_closed', { place: string; instead: string | null }>
  | Refused<'out_of_reach', { vendor_name: string; place: string; instead: string | null }>

type Going = { checkout: typeof checkouts.$inferSelect; place: Parameters<typeof closedPlace>[0] }

/** A bank transfer takes some minutes: a payment that may come for less than this would be late. */
const LEAST_MINUTES = 10
/** Who brings it makes no difference to a payment where even who walks may be paid so much later. */
const SOON_MINUTES = 60

/**
 * Why a checkout cannot be paid; or its fee lines with the minutes of the ways that are open now, and until when a
 * payment may come before one of them closes; null where none does.
 */
export type PlaceNow =
  | { problem: PlaceProblem; fee_lines?: never; payable_until?: never }
  | { problem: null; fee_lines: readonly FeeLine[] | null; payable_until: Date | null }

/**
 * Whether the place of a stored checkout was closed or went out of a kitchen's reach: ways close at night, and admins
 * change the campus. Null while all of its cart is brought there, and for what goes to no place. Asks no map, so a
 * kitchen of which only the address is known is not judged again.
 */
export async function placeNow(
  db: Db,
  { checkout, place }: Going,
  { vendors, lines, rules, now }: Pick<PricedCart, 'vendors' | 'lines' | 'rules'> & { now: Date },
): Promise<PlaceNow> {
  const { place_id, slot_from, fee_lines } = checkout
  if (checkout.collects || place_id === null || !place) return { problem: null, fee_lines, payable_until: null }
  const campus = await readCampus(db)
  const riddenFrom = await riddenFromKitchens(db, { vendors, lines }, { campus, now, slot_from })
  const kitchens = vendors.map((vendor) => ({
    vendor_id: vendor.user_id,
    point: storedPoint(vendor),
    ridden_at: riddenFrom(vendor.user_id),
  }))
  const asked = { kitchens, rules, now, slot_from }
  const { kitchenBeyond, meeting_points, vehicle: asked_for } = await reachTo(db, campus, asked, { id: place_id })
  const instead = doorOf(checkout, campus, kitchenBeyond) ?? nearestOf(meeting_points, known(checkout))?.name ?? null
  if (closedPlace(place)) return { problem: refused('place_closed', { place: place.name, instead }) }
  const payableBy = (vehicle: Vehicle | null) =>
    kitchens.map((kitchen) => {
      const within = { place_id, reach_minutes: rules.reach_minutes, vehicle }
      const minutes = slot_from ? null : minutesLeft(campus, kitchen, within)
      return { vendor_id: kitchen.vendor_id, minutes: minutes ?? Number.POSITIVE_INFINITY }
    })
  const closes_soon = payableBy('on foot').some(({ minutes }) => minutes < SOON_MINUTES)
  const payable = payableBy(asked_for ?? (closes_soon ? await fastestVehicle(db, now, slot_from) : null))
  const closing = payable.find(({ minutes }) => minutes < LEAST_MINUTES)?.vendor_id
  const beyond = vendors.find(({ user_id }) => user_id === (kitchenBeyond({ id: place_id }) ?? closing))
  if (beyond) {
    return { problem: refused('out_of_reach', { vendor_name: beyond.name ?? '', place: place.name, instead }) }
  }
  const to = known(checkout)
  const lines_now = fee_lines?.map((line) => {
    const kitchen = kitchens.find(({ vendor_id }) => vendor_id === line.vendor_id)
    return kitchen ? { ...line, ...minutesFrom(campus, kitchen, to) } : line
  })
  const minutes = Math.min(...payable.map((kitchen) => kitchen.minutes))
  const payable_until = Number.isFinite(minutes) ? new Date(now.getTime() + minutes * MINUTE_MS) : null
  return { problem: null, fee_lines: lines_now ?? null, payable_until }
}

/** The door of what was to be handed over elsewhere, while it is brought there; else null. */
function doorOf(checkout: Going['checkout'], { places }: Campus, kitchenBeyond: Reach['kitchenBeyond']): string | null {
  const door_id = metAt(checkout) && checkout.hand_overs?.[0]?.place_id
  const door = places.find(({ id }) => id === door_id)
  return door && takesDeliveries(door) && kitchenBeyond(door) === null ? door.name : null
}

/** For how many minutes a payment may come before a way from a kitchen closes; null for as long as it likes. */
function minutesLeft(graph: CampusGraph, { point, ridden_at }: CartKitchen, to: Parameters<typeof minutesToPay>[2]) {
  return point && minutesToPay(graph, { point, ridden_at }, to)
}

/** The minutes of a kitchen's way now; nothing where its point is not known without a map. */
function minutesFrom(graph: CampusGraph, { point, ridden_at }: CartKitchen, to: Point | null) {
  if (!point || !to) return {}
  const way = { from: point, to, ridden_at }
  return { way_minutes: minutesRidden(graph, way, 'ride'), walk_minutes: minutesRidden(graph, way, 'walk') }
}

/** The same for the checkout behind a link, priced as of now or of its slot. */
export async function placeProblemOf(deps: Deps, link_token: string): Promise<PlaceProblem | null> {
  const [going] = await deps.db
    .select({ checkout: checkouts, place: place_state })
    .from(checkouts)
    .leftJoin(places, eq(places.id, checkouts.place_id))
    .where(eq(checkouts.link_token, link_token))
  if (!going) return null
  const now = deps.clock.now()
  const at = going.checkout.slot_from ?? now
  const priced = await priceCart({ ...deps, clock: { now: () => at } }, going.checkout.lines)
  return (await placeNow(deps.db, going, { ...priced, now })).problem
}
