import type { Kobo } from '../../money.ts'
import type { BoundAddress } from '../../places/bind-address.ts'
import { minutesToPlaces } from '../../places/campus-graph.ts'
import { type Campus, type CampusPlace, takesDeliveries } from '../../places/read-campus.ts'
import type { DeliverySettings, OrderRules } from '../../settings/definitions.ts'
import { type CartKitchen, feeLines, feeOf } from '../quote/fee-lines.ts'
import type { Reach } from '../quote/reach.ts'
import type { HandOver, HandOverKind } from './hand-over.ts'

/** Nobody walks farther for food that could come to the door. */
const MOST_WALK_MINUTES = 10

/**
 * Where an order can be handed over (docs/product.md#meet-the-rider): at the door, and for less at the nearest gate and
 * at the nearest other meeting point, each at most ten minutes on foot from the door and within reach of all kitchens.
 * The door first; none where nothing costs less than it. Fees are those of all kitchens of the cart, in kobo.
 */
export function handOvers(
  campus: Campus,
  door: BoundAddress,
  cart: { kitchens: readonly CartKitchen[]; subtotal_kobo: Kobo; fee_kobo: Kobo },
  by: { delivery: DeliverySettings; rules: OrderRules; kitchenBeyond: Reach['kitchenBeyond'] },
): HandOver[] {
  const [first] = cart.kitchens
  if (!first) return []
  const minutes = minutesToPlaces(campus, door.point, { mode: 'walk', time: first.ridden_at.from })
  const cheaper = campus.places
    .filter((place) => (place.kind === 'gate' || place.meeting_point) && place.id !== door.place.id)
    .flatMap((place) => {
      const walk_minutes = Math.ceil(minutes.get(place.id) ?? Number.POSITIVE_INFINITY)
      if (!takesDeliveries(place) || walk_minutes > MOST_WALK_MINUTES || by.kitchenBeyond(place)) return []
      const fee_kobo = feeOf(feeLines({ ...cart, customer: place }, { ...by, graph: campus }))
      return fee_kobo < cart.fee_kobo ? [{ place, fee_kobo, walk_minutes }] : []
    })
    .toSorted((one, other) => one.walk_minutes - other.walk_minutes)
  const gate = cheaper.find(({ place }) => place.kind === 'gate')
  const meeting_point = cheaper.find(({ place }) => place.meeting_point && place !== gate?.place)
  if (!gate && !meeting_point) return []
  return [
    handOver('door', { ...door.place, ...door.point }, { fee_kobo: cart.fee_kobo, walk_minutes: null }),
    ...(gate ? [handOver('gate', gate.place, gate)] : []),
    ...(meeting_point ? [handOver('meeting_point', meeting_point.place, meeting_point)] : []),
  ]
}

function handOver(
  kind: HandOverKind,
  { id, name, latitude, longitude }: CampusPlace,
  { fee_kobo, walk_minutes }: Pick<HandOver, 'fee_kobo' | 'walk_minutes'>,
): HandOver {
  return { kind, place_id: id, name, latitude, longitude, fee_kobo, walk_minutes }
}
