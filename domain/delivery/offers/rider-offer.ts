import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { type Kobo, sumKobo } from '../../money.ts'
import { distanceKm, known, type Point } from '../../places/distance.ts'
import { knownLandmarks } from '../../places/known-landmarks.ts'
import { areaOf, deliveryFacts, packsOf } from '../delivery-facts.ts'
import { deliveries, offer_deliveries, offers, riders } from '../tables.ts'

export type OfferStop = {
  delivery_id: number
  order_id: number
  vendor_name: string
  pickup_area: string | null
  drop_area: string | null
  /** Whether the vendor has marked it as ready; `ready_by` is what it promised. */
  ready: boolean
  ready_by: Date | null
  packs: number
  pay: Kobo
}

export type RiderOffer = {
  offer_id: number
  expires_at: Date
  pay: Kobo
  /** From the rider to the first vendor, and from there to the last door; null when a place is not known. */
  to_pickup_km: number | null
  trip_km: number | null
  stops: OfferStop[]
}

/** The offer that a rider has to decide about; null when there is none or its time is over. */
export async function openOffer(db: Db, rider_id: string, now: Date): Promise<RiderOffer | null> {
  const [offer] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.rider_id, rider_id), eq(offers.status, 'Open').inlineParams()))
  if (!offer || offer.expires_at <= now) return null
  const [rider] = await db.select().from(riders).where(eq(riders.user_id, rider_id))
  const lines = await db
    .select()
    .from(offer_deliveries)
    .where(eq(offer_deliveries.offer_id, offer.id))
    .orderBy(asc(offer_deliveries.position))
  const held = await deliveryFacts(db, eq(deliveries.offer_id, offer.id))
  const landmark_points = await knownLandmarks(db)
  const base = landmark_points.find(({ name }) => name === rider?.landmark) ?? null
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
    to_pickup_km: wayKm([known(rider ?? null) ?? base, first]),
    trip_km: wayKm([first, ...route.map(({ facts }) => facts.drop)]),
    stops: route.map(({ facts: { delivery, order, vendor, pickup, drop }, pay }) => ({
      delivery_id: delivery.id,
      order_id: order.id,
      vendor_name: vendor.name,
      pickup_area: vendor.landmark ?? areaOf(pickup, landmark_points),
      drop_area: areaOf(drop, landmark_points),
      ready: order.status === 'Completed',
      ready_by: order.ready_by,
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
