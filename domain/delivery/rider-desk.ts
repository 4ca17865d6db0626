import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { type Kobo, sumKobo } from '../money.ts'
import { distanceKm, type Point } from '../places/distance.ts'
import { knownLandmarks } from '../places/known-landmarks.ts'
import { pinCheck } from './check-pin.ts'
import { areaOf, type DeliveryFacts, deliveryFacts, firstName, known, packsOf } from './delivery-facts.ts'
import { carried_statuses, type DeliveryStatus, PIN_TRIES_IN_ALL } from './lifecycle.ts'
import { deliveries, offer_deliveries, offers, order_keys, riders } from './tables.ts'

export type OfferStop = {
  delivery_id: number
  order_id: number
  vendor_name: string
  pickup_area: string | null
  drop_area: string | null
  /** When the kitchen has it ready; null when it is ready now. */
  ready_by: Date | null
  packs: number
  pay: Kobo
}

export type RiderOffer = {
  offer_id: number
  expires_at: Date
  pay: Kobo
  /** From where the rider is to the first vendor, and from there to the last door; null where a place is not known. */
  to_pickup_km: number | null
  trip_km: number | null
  stops: OfferStop[]
}

/** A delivery as its rider needs to see it. What is not needed yet is null. */
export type RiderDelivery = {
  delivery_id: number
  order_id: number
  status: DeliveryStatus
  pay: Kobo
  assigned_at: Date | null
  promised_until: Date | null
  /** Whether the kitchen has marked it as ready; `ready_by` is what it promised. */
  ready: boolean
  ready_by: Date | null
  /** How many packs to count. */
  packs: number
  items: { name: string; quantity: number }[]
  vendor: {
    name: string
    phone: string | null
    address: string | null
    landmark: string | null
    point: Point | null
  }
  customer: {
    first_name: string
    address: string
    note: string | null
    point: Point | null
    /** To call and message, once the food is on its way. */
    phone: string | null
  }
  /** Signs the steps of this delivery on the phone (docs/decisions/041). */
  step_key: string
  /** What the phone checks a PIN by, once the food is picked up; see `pinCheck`. */
  pin_check: number | null
  /** Null where no pause goes on. */
  pin_paused_until: Date | null
  pin_blocked: boolean
}

export type RiderDesk = {
  rider: typeof riders.$inferSelect
  offer: RiderOffer | null
  deliveries: RiderDelivery[]
}

/** Everything on a rider's screen: duty, the offer to decide about, what is carried. Null for who is no rider. */
export async function riderDesk(db: Db, rider_id: string, now: Date): Promise<RiderDesk | null> {
  const [rider] = await db.select().from(riders).where(eq(riders.user_id, rider_id))
  if (!rider) return null
  const carried = await deliveryFacts(
    db,
    and(eq(deliveries.rider_id, rider_id), inArray(deliveries.status, [...carried_statuses])),
  )
  const order_ids = carried.map(({ order }) => order.id)
  const keys = order_ids.length
    ? await db.select().from(order_keys).where(inArray(order_keys.order_id, order_ids))
    : []
  return {
    rider,
    offer: await openOffer(db, rider, now),
    deliveries: carried.map((facts) =>
      asRiderSees(
        facts,
        keys.find((key) => key.order_id === facts.order.id),
        now,
      ),
    ),
  }
}

function asRiderSees(
  { delivery, order, vendor, pickup, drop, promise }: DeliveryFacts,
  key: typeof order_keys.$inferSelect | undefined,
  now: Date,
): RiderDelivery {
  const on_the_way = delivery.status === 'Picked up'
  const step_key = delivery.step_key ?? ''
  return {
    delivery_id: delivery.id,
    order_id: order.id,
    status: delivery.status,
    pay: delivery.pay ?? 0,
    assigned_at: delivery.assigned_at,
    promised_until: promise?.until ?? null,
    ready: order.status !== 'Pending' && order.status !== 'Accepted',
    ready_by: order.ready_by,
    packs: delivery.packs ?? packsOf(order.items),
    items: order.items.map(({ name, quantity }) => ({ name, quantity })),
    vendor: {
      name: vendor.name,
      phone: vendor.phone,
      address: vendor.address,
      landmark: vendor.landmark,
      point: pickup,
    },
    customer: {
      first_name: firstName(order.customer_name),
      address: order.customer_address,
      note: order.customer_note,
      point: drop,
      phone: on_the_way ? order.customer_phone : null,
    },
    step_key,
    pin_check: on_the_way && key ? pinCheck({ step_key, delivery_id: delivery.id, pin: key.pin }) : null,
    pin_paused_until: key?.pin_paused_until && key.pin_paused_until > now ? key.pin_paused_until : null,
    pin_blocked: (key?.pin_failures ?? 0) >= PIN_TRIES_IN_ALL,
  }
}

async function openOffer(db: Db, rider: typeof riders.$inferSelect, now: Date): Promise<RiderOffer | null> {
  const [offer] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.rider_id, rider.user_id), eq(offers.status, 'Open')))
  if (!offer || offer.expires_at <= now) return null
  const lines = await db
    .select()
    .from(offer_deliveries)
    .where(eq(offer_deliveries.offer_id, offer.id))
    .orderBy(asc(offer_deliveries.position))
  const held = await deliveryFacts(db, eq(deliveries.offer_id, offer.id))
  const landmark_points = await knownLandmarks(db)
  const base = landmark_points.find(({ name }) => name === rider.landmark) ?? null
  const route = lines.flatMap((line) => {
    const facts = held.find(({ delivery }) => delivery.id === line.delivery_id)
    return facts ? [{ facts, pay: line.pay }] : []
  })
  if (route.length === 0) return null
  const first = route[0]?.facts.pickup ?? null
  return {
    offer_id: offer.id,
    expires_at: offer.expires_at,
    pay: sumKobo(route.map(({ pay }) => pay)),
    to_pickup_km: wayKm([known(rider) ?? base, first]),
    trip_km: wayKm([first, ...route.map(({ facts }) => facts.drop)]),
    stops: route.map(({ facts: { delivery, order, vendor, pickup, drop }, pay }) => ({
      delivery_id: delivery.id,
      order_id: order.id,
      vendor_name: vendor.name,
      pickup_area: vendor.landmark ?? areaOf(pickup, landmark_points),
      drop_area: areaOf(drop, landmark_points),
      ready_by: order.status === 'Completed' ? null : order.ready_by,
      packs: packsOf(order.items),
      pay,
    })),
  }
}

/** Kilometres along these places on straight lines, to a tenth; null when one of them is not known. */
function wayKm(places: readonly (Point | null)[]): number | null {
  let km = 0
  for (const [index, to] of places.entries()) {
    const from = places[index - 1]
    if (!to) return null
    if (index > 0 && from) km += distanceKm(from, to)
  }
  return Math.round(km * 10) / 10
}
