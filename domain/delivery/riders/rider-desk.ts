import { and, eq, gte, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Kobo } from '../../money.ts'
import { handOverPlace } from '../../orders/hand-over-place.ts'
import { isReady } from '../../orders/lifecycle.ts'
import { distanceKm, type Point } from '../../places/distance.ts'
import { knownLandmarks } from '../../places/known-landmarks.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { type DeliveryFacts, deliveryFacts, firstName, isHandedOn, packsToCount } from '../delivery-facts.ts'
import { carriedTrips } from '../dispatch/carried-trips.ts'
import { INCIDENTS } from '../incidents/incident-settings.ts'
import type { IncidentReason, WayOut } from '../incidents/lifecycle.ts'
import { unansweredWait } from '../incidents/wait-at-kitchen.ts'
import { carried_statuses, type DeliveryStatus, PIN_TRIES_IN_ALL } from '../lifecycle.ts'
import { pinCheck } from '../steps/check-pin.ts'
import type { Delivery } from '../steps/move-delivery.ts'
import { deliveries, incidents, order_keys, riders } from '../tables.ts'

/** A delivery as its rider needs to see it. What is not needed yet is null. */
export type RiderDelivery = {
  delivery_id: number
  /** Which of the rider's trips it belongs to, from 0 on. */
  trip: number
  order_id: number
  status: DeliveryStatus
  pay: Kobo
  assigned_at: Date | null
  /** The window promised to the customer first. */
  promised_until: Date | null
  /** Whether the vendor has marked it as ready; `ready_by` is what it promised. */
  ready: boolean
  ready_by: Date | null
  /** How many packs to count, and why it is not one for each portion, where its kitchen said so. */
  packs: number
  packs_reason: string | null
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
  /** The rider who has the food and waits with it, where it is not at the kitchen. */
  handed_on_by: string | null
  /** What stands in the way of handing it over, and what is done about it; null for nothing. */
  incident: { reason: IncidentReason; waits_until: Date | null; way_out: WayOut | null } | null
  /** Until when the rider waits at a kitchen where nobody is; null where nobody waits. */
  kitchen_wait_until: Date | null
  /** When the rider said that they are at the gate. */
  at_gate_at: Date | null
  /** Its rider was at the door in vain, and tries again later. */
  is_put_off: boolean
  /** The places of the campus nearest to the way, where it may be left or handed on; none before the pick-up. */
  places: readonly string[]
  /** Signs the steps of this delivery on the phone (docs/decisions/041). */
  step_key: string
  /** The phone checks a PIN with it, once the food is picked up; see `pinCheck`. */
  pin_check: number | null
  /** Null when there is no pause. */
  pin_paused_until: Date | null
  pin_blocked: boolean
}

export type RiderDesk = {
  rider: typeof riders.$inferSelect
  /** How long a rider waits for an absent customer. */
  wait_minutes: number
  /** Trip by trip as they were taken, each in the sequence that was planned for it. */
  deliveries: RiderDelivery[]
}

/** What a rider works on: duty, and what is carried. Null if this is no rider. */
export async function riderDesk(db: Db, rider_id: string, now: Date): Promise<RiderDesk | null> {
  const [rider] = await db.select().from(riders).where(eq(riders.user_id, rider_id))
  if (!rider) return null
  const carried = await deliveryFacts(
    db,
    and(eq(deliveries.rider_id, rider_id), inArray(deliveries.status, [...carried_statuses])),
  )
  const at_kitchens = await Promise.all(
    carried.map(async ({ delivery }) => (delivery.status === 'At vendor' ? unansweredWait(db, delivery, now) : null)),
  )
  const order_ids = carried.map(({ order }) => order.id)
  const [{ wait_minutes }, landmarks] = await Promise.all([
    readSetting(db, INCIDENTS),
    carried.length ? knownLandmarks(db) : [],
  ])
  const put_off = await putOff(
    db,
    carried.map(({ delivery }) => delivery),
  )
  const keys = order_ids.length ? await db.select().from(order_keys).where(inArray(order_keys.order_id, order_ids)) : []
  return {
    rider,
    wait_minutes,
    deliveries: carriedTrips(carried).flatMap((trip, number) =>
      trip.map((facts) => {
        const key = keys.find(({ order_id }) => order_id === facts.order.id)
        const is_put_off = put_off.includes(facts.delivery.id)
        const kitchen_wait_until = at_kitchens[carried.indexOf(facts)]?.waits_until ?? null
        return { trip: number, is_put_off, kitchen_wait_until, ...asRiderSees(facts, landmarks, key, now) }
      }),
    ),
  }
}

/** Those of them that their rider has put off since the pick-up. */
async function putOff(db: Db, carried: readonly Delivery[]): Promise<number[]> {
  const ids = carried.map(({ id }) => id)
  if (ids.length === 0) return []
  const tried = await db
    .select({ id: deliveries.id })
    .from(incidents)
    .innerJoin(deliveries, eq(deliveries.id, incidents.delivery_id))
    .where(
      and(
        inArray(incidents.delivery_id, ids),
        eq(incidents.way_out, 'again'),
        eq(incidents.rider_id, deliveries.rider_id),
        gte(incidents.happened_at, deliveries.picked_up_at),
      ),
    )
  return tried.map(({ id }) => id)
}

function asRiderSees(
  { delivery, order, vendor, pickup, drop, promise, incident }: DeliveryFacts,
  landmarks: readonly (Point & { name: string })[],
  key: typeof order_keys.$inferSelect | undefined,
  now: Date,
): Omit<RiderDelivery, 'trip' | 'is_put_off' | 'kitchen_wait_until'> {
  const on_the_way = delivery.status === 'Picked up'
  const step_key = delivery.step_key ?? ''
  const had_by = isHandedOn({ incident }) ? incident : null
  return {
    delivery_id: delivery.id,
    order_id: order.id,
    status: delivery.status,
    pay: delivery.pay ?? 0,
    assigned_at: delivery.assigned_at,
    promised_until: promise?.first.until ?? null,
    ready: isReady(order.status),
    ready_by: order.ready_by,
    packs: delivery.packs ?? packsToCount(order),
    packs_reason: order.packs_reason,
    items: order.items.map(({ name, quantity }) => ({ name, quantity })),
    vendor: {
      name: vendor.name,
      phone: had_by ? had_by.rider_phone : vendor.phone,
      address: had_by ? null : vendor.address,
      landmark: had_by ? had_by.place : vendor.landmark,
      point: pickup,
    },
    handed_on_by: had_by ? firstName(had_by.rider_name ?? 'the rider') : null,
    incident:
      incident && !had_by
        ? { reason: incident.reason, waits_until: incident.waits_until, way_out: incident.way_out }
        : null,
    places: on_the_way ? nearest(landmarks, [drop, pickup]) : [],
    customer: {
      first_name: firstName(order.customer_name),
      address: handOverPlace(order),
      note: order.customer_note,
      point: drop,
      phone: on_the_way ? order.customer_phone : null,
    },
    at_gate_at: delivery.at_gate_at,
    step_key,
    pin_check: on_the_way && key ? pinCheck({ step_key, delivery_id: delivery.id, pin: key.pin }) : null,
    pin_paused_until: key?.pin_paused_until && key.pin_paused_until > now ? key.pin_paused_until : null,
    pin_blocked: (key?.pin_failures ?? 0) >= PIN_TRIES_IN_ALL,
  }
}

const MOST_PLACES = 12

/** The places nearest to one of the ends of a way, nearest first; in the order of the list where no end is known. */
function nearest(places: readonly (Point & { name: string })[], ends: readonly (Point | null)[]): string[] {
  const known_ends = ends.flatMap((end) => end ?? [])
  const far = (place: Point) => Math.min(...known_ends.map((end) => distanceKm(place, end)))
  const sorted = known_ends.length ? places.toSorted((one, other) => far(one) - far(other)) : places
  return sorted.slice(0, MOST_PLACES).map(({ name }) => name)
}
