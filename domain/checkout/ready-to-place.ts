import type { Geocoder } from '../../adapters/maps/geocoder.ts'
import type { Db } from '../../db/handle.ts'
import type { CartLine } from '../catalog/menu/cart-line.ts'
import type { Clock } from '../clock.ts'
import { fastestVehicle } from '../delivery/shifts/fastest-vehicle.ts'
import { isKobo, type Kobo, kobo } from '../money.ts'
import type { RideProblem } from '../orders/runs/join-run.ts'
import { type BindRefusal, type BoundAddress, bindAddress, nearestOf } from '../places/bind-address.ts'
import { type Campus, type CampusPlace, readCampus } from '../places/read-campus.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { idByLink } from './checkout-by-link.ts'
import type { CustomerPlace } from './forms.ts'
import type { HandOver } from './hand-over/hand-over.ts'
import { handOvers } from './hand-over/hand-overs.ts'
import { locateKitchens, priceCart, type Quote, withFee, withoutFee, withTip } from './quote/quote.ts'
import { reachOf } from './quote/reach.ts'
import { shareRide } from './runs/share-ride.ts'
import { type SlotProblem, slotProblem } from './slots/slot-problem.ts'

/** NGN 5,000,000: more than a bank lets a card pay at once, so probably a typing error. */
const LARGEST_TOTAL_KOBO = 5_000_000_00

/** Why a cart cannot be ordered to its address as it is. */
export type NotReady =
  | Refused<'cart_changed', Quote>
  | Refused<'too_large', undefined>
  /** A tip that is no amount, or above the most that one may be. */
  | Refused<'bad_tip', { most_kobo: Kobo }>
  | SlotProblem
  /** It cannot share a ride, with why. */
  | RideProblem
  | Refused<'too_many_kitchens', { most: number }>
  | Refused<'below_minimum', { minimum_kobo: Kobo; missing_kobo: Kobo }>
  /** A kitchen that does not deliver to a place, and the nearest meeting point to which all of the cart's do. */
  | Refused<'out_of_reach', { vendor_name: string; place: CampusPlace; instead: CampusPlace | null }>
  /** It is not handed over there for less, or not any more. */
  | Refused<'not_handed_over_there', undefined>
  | BindRefusal

/** The quote of a cart that can be ordered to its address, and where that is; nowhere if it is collected. */
export async function readyToPlace(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  request: {
    cart: readonly CartLine[]
    place: CustomerPlace
    collects: boolean
    slot_from: Date | null
    instead_of?: string
    shares_ride: boolean
    tip_kobo: number
    hand_over: number | null
  },
  typed: string,
): Promise<Accepted<ReadyToPlace> | NotReady> {
  const { collects, slot_from } = request
  const then = slot_from ? { ...deps, clock: { now: () => slot_from } } : deps
  const priced = await priceCart(then, request.cart)
  if (priced.changes.length > 0 || priced.lines.length === 0) {
    return refused('cart_changed', collects ? withoutFee(priced) : await withFee(then, priced, null))
  }
  const { vendors, rules, subtotal_kobo } = priced
  if (vendors.length > rules.most_kitchens) return refused('too_many_kitchens', { most: rules.most_kitchens })
  if (subtotal_kobo < rules.minimum_order_kobo) {
    const missing_kobo = kobo(rules.minimum_order_kobo - subtotal_kobo)
    return refused('below_minimum', { minimum_kobo: rules.minimum_order_kobo, missing_kobo })
  }
  // Nobody rides for what is collected.
  const tip_kobo = collects ? 0 : request.tip_kobo
  if (!isKobo(tip_kobo) || tip_kobo < 0 || tip_kobo > rules.most_tip_kobo) {
    return refused('bad_tip', { most_kobo: rules.most_tip_kobo })
  }
  const offer_ids = [...new Set(vendors.flatMap((vendor) => vendor.offer_ids))]
  // The place in its slot that gives way is free for it.
  const id = slot_from && request.instead_of ? await idByLink(deps.db, request.instead_of) : null
  const inItsSlot = async <Ready extends { quote: Quote }>({ quote: without_tip, ...rest }: Ready) => {
    const quote = withTip(without_tip, tip_kobo)
    const cart = slot_from && { id, lines: quote.lines, slot_from, ways: quote.fee_lines, collects }
    return (
      (cart && (await slotProblem(deps.db, priced, cart, deps.clock.now()))) ??
      payableOnline({ ...rest, quote, offer_ids })
    )
  }
  if (collects) return inItsSlot({ quote: withoutFee(priced), address: typed, bound: null })
  const campus = await readCampus(deps.db)
  const kitchens = await locateKitchens(deps, priced, { campus, slot_from })
  const vehicle = await fastestVehicle(deps.db, deps.clock.now(), slot_from)
  const { kitchenBeyond, meeting_points } = reachOf(campus, { kitchens, rules, vehicle })
  const { offered, latitude, longitude } = request.place
  const position = latitude === null || longitude === null ? null : { latitude, longitude }
  // The place that was offered and taken stands in front of what was typed.
  const taken = campus.places.find(({ name }) => name === offered)?.name ?? null
  const address = taken && !typed.includes(taken) ? `${taken}, ${typed}` : typed
  const bound = await bindAddress(deps, campus, { address, chosen: taken, position, meeting_points })
  const place = bound.ok ? bound.value.place : bound.reason === 'is_it_near' ? bound.details.place : null
  const beyond = place && kitchenBeyond(place)
  if (place && beyond) {
    const vendor_name = vendors.find(({ user_id }) => user_id === beyond)?.name ?? ''
    return refused('out_of_reach', { vendor_name, place, instead: nearestOf(meeting_points, place) })
  }
  if (!bound.ok) return bound
  const to_door = await withFee(then, priced, bound.value.point, { campus, kitchens })
  const { delivery_fee_kobo: fee_kobo } = to_door
  const hand_overs = handOvers(
    campus,
    bound.value,
    { kitchens, subtotal_kobo, fee_kobo },
    { delivery: priced.delivery, rules, kitchenBeyond },
  )
  const goes_to = placeOf(campus, bound.value, hand_overs, request.hand_over)
  if (!goes_to) return refused('not_handed_over_there')
  const quote = goes_to === bound.value ? to_door : await withFee(then, priced, goes_to.point, { campus, kitchens })
  const ready_alone = await inItsSlot({ quote, address, bound: goes_to, hand_overs })
  if (!ready_alone.ok || !request.shares_ride) return ready_alone
  const place_id = goes_to.place.id
  const shared = await shareRide(
    deps.db,
    { priced, quote: ready_alone.value.quote, slot_from, place_id },
    deps.clock.now(),
  )
  return shared.ok ? accepted({ ...ready_alone.value, ...shared.value }) : shared
}

/** Where it is handed over: the door, or the other place that was chosen; null where that is none of those offered. */
function placeOf(
  campus: Campus,
  door: BoundAddress,
  offered: readonly HandOver[],
  wanted: number | null,
): BoundAddress | null {
  if (wanted === null || wanted === door.place.id) return door
  const place = offered.some(({ place_id }) => place_id === wanted) && campus.places.find(({ id }) => id === wanted)
  return place ? { place, point: { latitude: place.latitude, longitude: place.longitude } } : null
}

type ReadyToPlace = {
  quote: Quote
  address: string
  bound: BoundAddress | null
  hand_overs?: readonly HandOver[]
  ride?: { run_id: number; single_kobo: Kobo }
  /** The offers without a code that may count for it. */
  offer_ids: readonly number[]
}

function payableOnline<Ready extends { quote: Quote }>(
  ready: Ready,
): Accepted<Ready> | Refused<'too_large', undefined> {
  return ready.quote.total_kobo > LARGEST_TOTAL_KOBO ? refused('too_large') : accepted(ready)
}
