import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { orders } from '../orders/tables.ts'
import type { Point } from '../places/distance.ts'
import { knownLandmarks } from '../places/known-landmarks.ts'
import { deliverySettings } from '../places/settings.ts'
import { areaOf, type DeliveryFacts, deliveryFacts, firstName, known, packsOf } from './delivery-facts.ts'
import { freeFrom } from './dispatch-snapshot.ts'
import { carried_statuses, type DeliveryStatus, type Vehicle } from './lifecycle.ts'
import { deliveries, delivery_history, offers, riders } from './tables.ts'

const MOST_ROWS = 200
const WITHOUT_PIN_HOURS = 24

type BoardRow = {
  delivery_id: number
  order_id: number
  status: DeliveryStatus
  vendor_name: string
  pickup_area: string | null
  drop_area: string | null
  /** Null where nobody knows the place. */
  pickup: Point | null
  drop: Point | null
  customer_first_name: string
  packs: number
  /** Whether the kitchen has it ready, and when it promised to. */
  ready: boolean
  ready_by: Date | null
  promised_until: Date | null
  /** True when the window has passed. */
  late: boolean
}

export type WaitingRow = BoardRow & {
  waiting_since: Date
  /** True once the admins were told that nobody takes it. */
  alarmed: boolean
  /** Who decides about it right now, and until when. */
  offered_to: { offer_id: number; user_id: string; name: string; expires_at: Date } | null
  /** How many riders did not want it. */
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
  point: Point | null
  located_at: Date | null
  carrying: number
  /** From when on they can go elsewhere, as the dispatcher reckons. */
  free_at: Date
  has_offer: boolean
}

export type DispatchBoard = {
  waiting: WaitingRow[]
  assigned: AssignedRow[]
  /** Riders on duty, and those who carry something all the same. */
  riders: BoardRider[]
  /** Active riders who are off duty with empty hands: an admin may call one and assign. */
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
}

/** What an admin watches: what waits and since when, who carries what, who is on duty, and what went without a PIN. */
export async function dispatchBoard(db: Db, now: Date): Promise<DispatchBoard> {
  const open = sql`${deliveries.status} not in ('Delivered', 'Cancelled')`
  const first_ones = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(open)
    .orderBy(asc(deliveries.id))
    .limit(MOST_ROWS)
  const [facts, fleet, off_duty, areas, settings, open_offers, without_pin] = await Promise.all([
    deliveryFacts(db, inArray(deliveries.id, first_ones)),
    fleetOf(db),
    offDuty(db),
    knownLandmarks(db),
    deliverySettings(db),
    db.select().from(offers).where(eq(offers.status, 'Open').inlineParams()),
    handedOverWithoutPin(db, now),
  ])
  const refusals = await refusalsOf(db, facts)
  const riderOf = (user_id: string | null) => fleet.find((rider) => rider.user_id === user_id)
  const carriedBy = (user_id: string) => facts.filter(({ delivery }) => delivery.rider_id === user_id)
  const rowOf = (one: DeliveryFacts) => boardRow(one, areas, now)
  return {
    waiting: facts
      .filter(({ delivery }) => delivery.rider_id === null)
      .map((waits) => {
        const offer = open_offers.find(({ id }) => id === waits.delivery.offer_id)
        const asked = offer && riderOf(offer.rider_id)
        return {
          ...rowOf(waits),
          waiting_since: waits.delivery.waiting_since,
          alarmed: waits.delivery.alarmed_at !== null,
          offered_to: offer
            ? {
                offer_id: offer.id,
                user_id: offer.rider_id,
                name: asked?.name ?? '',
                expires_at: offer.expires_at,
              }
            : null,
          refusals: refusals.get(waits.delivery.id) ?? 0,
        }
      })
      .sort(mostUrgentFirst),
    assigned: facts
      .filter(({ delivery }) => delivery.rider_id !== null)
      .map((carried) => {
        const { rider_id, assigned_at, at_vendor_at, picked_up_at } = carried.delivery
        const rider = riderOf(rider_id)
        return {
          ...rowOf(carried),
          rider: { user_id: rider_id ?? '', name: rider?.name ?? '', phone: rider?.phone ?? null },
          assigned_at,
          at_vendor_at,
          picked_up_at,
        }
      })
      .sort(soonestFirst),
    off_duty: off_duty
      .filter(({ user_id }) => !riderOf(user_id))
      .map(({ user_id, name, email }) => ({ user_id, name: name ?? email })),
    riders: fleet.map((rider) => ({
      user_id: rider.user_id,
      name: rider.name ?? rider.email,
      phone: rider.phone,
      vehicle: rider.vehicle,
      landmark: rider.landmark,
      on_duty_since: rider.on_duty_since,
      point: known(rider),
      located_at: rider.located_at,
      carrying: carriedBy(rider.user_id).length,
      free_at: freeFrom(rider, carriedBy(rider.user_id), {
        landmarks: areas,
        campus: settings.campus,
        now,
      }),
      has_offer: open_offers.some(({ rider_id }) => rider_id === rider.user_id),
    })),
    without_pin,
  }
}

function boardRow(
  { delivery, order, vendor, pickup, drop, promise }: DeliveryFacts,
  areas: readonly (Point & { name: string })[],
  now: Date,
): BoardRow {
  return {
    delivery_id: delivery.id,
    order_id: order.id,
    status: delivery.status,
    vendor_name: vendor.name,
    pickup_area: vendor.landmark ?? areaOf(pickup, areas),
    drop_area: areaOf(drop, areas),
    pickup,
    drop,
    customer_first_name: firstName(order.customer_name),
    packs: delivery.packs ?? packsOf(order.items),
    ready: order.status !== 'Pending' && order.status !== 'Accepted',
    ready_by: order.ready_by,
    promised_until: promise?.until ?? null,
    late: promise !== null && promise.until < now,
  }
}

/** Late ones, then those that the admins were called about, then whoever waits longest. */
function mostUrgentFirst(left: WaitingRow, right: WaitingRow): number {
  return (
    Number(right.late) - Number(left.late) ||
    Number(right.alarmed) - Number(left.alarmed) ||
    left.waiting_since.getTime() - right.waiting_since.getTime()
  )
}

function soonestFirst(left: AssignedRow, right: AssignedRow): number {
  return (left.promised_until?.getTime() ?? 0) - (right.promised_until?.getTime() ?? 0)
}

/** Riders on duty, and those who carry something without being so. */
function fleetOf(db: Db) {
  const busy = db
    .select({ rider_id: deliveries.rider_id })
    .from(deliveries)
    .where(
      and(inArray(deliveries.status, [...carried_statuses]).inlineParams(), isNotNull(deliveries.rider_id)),
    )
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

async function refusalsOf(db: Db, facts: readonly DeliveryFacts[]): Promise<Map<number, number>> {
  const ids = facts.map(({ delivery }) => delivery.id)
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: delivery_history.delivery_id,
      riders: sql<number>`count(distinct ${delivery_history.rider_id})::int`,
    })
    .from(delivery_history)
    .where(
      and(
        inArray(delivery_history.delivery_id, ids),
        inArray(delivery_history.verb, ['decline', 'give_back', 'expire']),
      ),
    )
    .groupBy(delivery_history.delivery_id)
  return new Map(rows.map(({ id, riders: count }) => [id, count]))
}

async function handedOverWithoutPin(db: Db, now: Date): Promise<DispatchBoard['without_pin']> {
  const since = new Date(now.getTime() - WITHOUT_PIN_HOURS * 3_600_000)
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
    .where(and(isNotNull(deliveries.no_pin_reason), gt(deliveries.closed_at, since)))
    .orderBy(desc(deliveries.closed_at))
    .limit(MOST_ROWS)
  return rows.map((row) => ({ ...row, rider_name: row.rider_name ?? '', reason: row.reason ?? '' }))
}
