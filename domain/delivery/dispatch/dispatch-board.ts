import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { isReady } from '../../orders/lifecycle.ts'
import { orders } from '../../orders/tables.ts'
import type { Point } from '../../places/distance.ts'
import { type Campus, readCampus } from '../../places/read-campus.ts'
import { DELIVERY_SETTINGS } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { areaOf, type DeliveryFacts, firstName, isHandedOn, packsToCount } from '../delivery-facts.ts'
import { provenLate, type WayToSee, waysToSee } from '../incidents/ways-to-see.ts'
import { carried_statuses, type DeliveryStatus, type Vehicle } from '../lifecycle.ts'
import { deliveries, offers, riders } from '../tables.ts'
import { campusWays } from './campus-ways.ts'
import { freeFrom, whereIs } from './dispatch-snapshot.ts'
import { type AtKitchenRow, ordersAtKitchen } from './orders-at-kitchen.ts'
import {
  type DeliveryTrouble,
  MOST_WATCHED,
  unwatchedDeliveries,
  type WatchedDelivery,
  watchedDeliveries,
} from './watched-deliveries.ts'

const MOST_ROWS = 200

type BoardRow = {
  delivery_id: number
  order_id: number
  status: DeliveryStatus
  vendor_id: string
  vendor_name: string
  pickup_area: string | null
  drop_area: string | null
  /** Null when the place is not known. */
  pickup: Point | null
  drop: Point | null
  customer_first_name: string
  packs: number
  /** Whether the vendor has it ready, and by when it promised to. */
  ready: boolean
  ready_by: Date | null
  /** When it was paid: the customer has waited since then, whatever happened meanwhile. */
  paid_at: Date
  /** The end of the window promised first, and of the one expected now. */
  promised_until: Date | null
  expected_until: Date | null
  troubles: readonly DeliveryTrouble[]
  /** What stands in the way of handing it over; null for nothing. */
  incident: DeliveryFacts['incident']
  /** Who proved late that the food was handed over before it was taken from them, and when; null for nobody. */
  proven: { rider_name: string; at: Date; is_owed: boolean } | null
}

export type WaitingRow = BoardRow & {
  /** The rider who has an open offer of it, and until when. */
  offered_to: { offer_id: number; user_id: string; name: string; expires_at: Date } | null
  /** How many riders declined it, ignored it or gave it back. */
  refusals: number
}

export type AssignedRow = BoardRow & {
  rider: { user_id: string; name: string; phone: string | null }
  assigned_at: Date | null
  at_vendor_at: Date | null
  picked_up_at: Date | null
}

export type BoardRider = {
  user_id: string
  name: string
  phone: string | null
  vehicle: Vehicle | null
  landmark: string | null
  on_duty_since: Date | null
  /** Where the dispatcher reckons with them, and when they were seen there: null where it is their landmark. */
  point: Point | null
  located_at: Date | null
  carrying: number
  /** When they can go elsewhere, as the dispatcher estimates. */
  free_at: Date
  has_offer: boolean
}

export type DispatchBoard = {
  /** Where all of it is, and the middle of the campus. */
  campus: Campus
  centre: Point
  /** Those that no rider is concerned with: not answered yet, or collected. */
  at_kitchen: AtKitchenRow[]
  waiting: WaitingRow[]
  assigned: AssignedRow[]
  /** How many open deliveries are on no list, because they are too many: those that were promised last. */
  not_shown: number
  /** Riders on duty, and off-duty riders who still carry something. */
  riders: BoardRider[]
  /** Active riders off duty who carry nothing: an admin may call one and assign. */
  off_duty: { user_id: string; name: string }[]
  /** Handed over without the customer's PIN in the last day. */
  without_pin: {
    delivery_id: number
    order_id: number
    rider_name: string
    reason: string
    photo: string | null
    at: Date | null
  }[]
  /** Ways without a hand-over whose pay nobody has decided about, oldest first. */
  ways_to_see: readonly WayToSee[]
}

/** What an admin watches: what waits since when, who carries what, who is on duty, hand-overs without a PIN. */
export async function dispatchBoard(db: Db, now: Date, most = MOST_WATCHED): Promise<DispatchBoard> {
  const [
    watched,
    not_shown,
    at_kitchen,
    fleet,
    off_duty,
    campus,
    settings,
    open_offers,
    without_pin,
    ways_to_see,
    late,
  ] = await Promise.all([
    watchedDeliveries(db, now, most),
    unwatchedDeliveries(db, most),
    ordersAtKitchen(db, now),
    fleetOf(db),
    offDuty(db),
    readCampus(db),
    readSetting(db, DELIVERY_SETTINGS),
    db.select().from(offers).where(eq(offers.status, 'Open').inlineParams()),
    handedOverWithoutPin(db),
    waysToSee(db),
    provenLate(db),
  ])
  const areas = campus.places.filter(({ landmark }) => landmark)
  const way_minutes = campusWays({ campus, centre: settings.campus, now })
  const riderOf = (user_id: string | null) => fleet.find((rider) => rider.user_id === user_id)
  const carriedBy = (user_id: string) =>
    watched.flatMap(({ facts }) => (facts.delivery.rider_id === user_id ? [facts] : []))
  return {
    campus,
    centre: settings.campus,
    at_kitchen,
    not_shown,
    waiting: watched
      .filter(({ facts }) => facts.delivery.rider_id === null)
      .map((waits) => {
        const offer = open_offers.find(({ id }) => id === waits.facts.delivery.offer_id)
        const asked = offer && riderOf(offer.rider_id)
        return {
          ...boardRow(waits, areas, late),
          offered_to: offer
            ? {
                offer_id: offer.id,
                user_id: offer.rider_id,
                name: asked?.name ?? '',
                expires_at: offer.expires_at,
              }
            : null,
          refusals: waits.refusals,
        }
      }),
    assigned: watched
      .filter(({ facts }) => facts.delivery.rider_id !== null)
      .map((carried) => {
        const { rider_id, assigned_at, at_vendor_at, picked_up_at } = carried.facts.delivery
        const rider = riderOf(rider_id)
        return {
          ...boardRow(carried, areas, late),
          rider: { user_id: rider_id ?? '', name: rider?.name ?? '', phone: rider?.phone ?? null },
          assigned_at,
          at_vendor_at,
          picked_up_at,
        }
      }),
    off_duty: off_duty
      .filter(({ user_id }) => !riderOf(user_id))
      .map(({ user_id, name, email }) => ({ user_id, name: name ?? email })),
    riders: fleet.map((rider) => {
      const base = campus.places.find(({ name }) => name === rider.landmark) ?? null
      const point = whereIs(rider, base, now)
      return {
        user_id: rider.user_id,
        name: rider.name ?? rider.email,
        phone: rider.phone,
        vehicle: rider.vehicle,
        landmark: rider.landmark,
        on_duty_since: rider.on_duty_since,
        point: point && { latitude: point.latitude, longitude: point.longitude },
        located_at: point === base ? null : rider.located_at,
        carrying: carriedBy(rider.user_id).length,
        free_at: freeFrom(rider, carriedBy(rider.user_id), {
          campus,
          centre: settings.campus,
          way_minutes,
          now,
        }),
        has_offer: open_offers.some(({ rider_id }) => rider_id === rider.user_id),
      }
    }),
    without_pin,
    ways_to_see,
  }
}

function boardRow(
  { facts, troubles }: WatchedDelivery,
  areas: readonly (Point & { name: string })[],
  late: Awaited<ReturnType<typeof provenLate>>,
): BoardRow {
  const { delivery, order, vendor, pickup, drop, promise, incident } = facts
  const proven = late.find(({ delivery_id }) => delivery_id === delivery.id)
  return {
    delivery_id: delivery.id,
    order_id: order.id,
    status: delivery.status,
    vendor_id: vendor.user_id,
    vendor_name: vendor.name,
    pickup_area: (isHandedOn(facts) ? incident?.place : vendor.landmark) ?? areaOf(pickup, areas),
    drop_area: order.meet_at ?? areaOf(drop, areas),
    pickup,
    drop,
    customer_first_name: firstName(order.customer_name),
    packs: delivery.packs ?? packsToCount(order),
    ready: isReady(order.status),
    ready_by: order.ready_by,
    paid_at: order.created_at,
    promised_until: promise?.first.until ?? null,
    expected_until: promise?.expected.until ?? null,
    troubles,
    incident,
    proven: proven ? { rider_name: proven.rider_name ?? '', at: proven.at, is_owed: proven.is_owed } : null,
  }
}

/** Riders on duty, and off-duty riders who still carry something. */
function fleetOf(db: Db) {
  const busy = db
    .select({ rider_id: deliveries.rider_id })
    .from(deliveries)
    .where(and(inArray(deliveries.status, [...carried_statuses]).inlineParams(), isNotNull(deliveries.rider_id)))
  return db
    .select()
    .from(riders)
    .where(sql`${riders.on_duty_since} is not null or ${riders.user_id} in ${busy}`)
    .orderBy(asc(riders.id))
}

function offDuty(db: Db) {
  return db
    .select({ user_id: riders.user_id, name: riders.name, email: riders.email })
    .from(riders)
    .where(and(eq(riders.status, 'Active'), isNull(riders.on_duty_since)))
    .orderBy(asc(riders.name))
    .limit(MOST_ROWS)
}

/** Hand-overs without the customer's PIN that nobody has checked (`seeHandOver`), newest first. */
export async function handedOverWithoutPin(db: Db): Promise<DispatchBoard['without_pin']> {
  const rows = await db
    .select({
      delivery_id: deliveries.id,
      order_id: orders.id,
      rider_name: riders.name,
      reason: deliveries.no_pin_reason,
      photo: deliveries.no_pin_photo,
      at: deliveries.closed_at,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .innerJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .where(and(isNotNull(deliveries.no_pin_reason), isNull(deliveries.no_pin_seen_at)))
    .orderBy(desc(deliveries.closed_at))
    .limit(MOST_ROWS)
  return rows.map((row) => ({ ...row, rider_name: row.rider_name ?? '', reason: row.reason ?? '' }))
}
