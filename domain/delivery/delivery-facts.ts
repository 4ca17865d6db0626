import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import type { OrderStatus } from '../orders/lifecycle.ts'
import { itemsLeft } from '../orders/refunds/left-of-orders.ts'
import { run_shares } from '../orders/runs/tables.ts'
import { type OrderItem, orders } from '../orders/tables.ts'
import type { RefundLine } from '../payments/tables.ts'
import { distanceKm, known, type Point } from '../places/distance.ts'
import { places } from '../places/tables.ts'
import type { Delivery } from './steps/move-delivery.ts'
import { deliveries, incidents, order_promises, riders } from './tables.ts'

export type PromisedWindow = { from: Date; until: Date }

/** A delivery with what the people around it need: what is carried, from where, to where, until when. */
export type DeliveryFacts = {
  delivery: Delivery
  order: {
    id: number
    status: OrderStatus
    /** Without items that were refunded. */
    items: readonly OrderItem[]
    created_at: Date
    /** When its kitchen should begin what was ordered for later; null for at once. */
    begin_at: Date | null
    ready_by: Date | null
    customer_name: string
    customer_phone: string
    customer_address: string
    meet_at: string | null
    customer_note: string | null
    /** What its kitchen said of its packs; null for nothing. */
    packs: number | null
    packs_reason: string | null
  }
  vendor: {
    id: number
    user_id: string
    name: string
    phone: string | null
    address: string | null
    landmark: string | null
    preparation_minutes: number
  }
  /** Who has it; null for nobody. */
  rider: { name: string | null; phone: string | null } | null
  /** What stands in the way of handing it over, or where it waits for the next rider; null for nothing. */
  incident: (typeof incidents.$inferSelect & { rider_name: string | null; rider_phone: string | null }) | null
  /** The run that it shares (decision 123); null for none. */
  run_id: number | null
  /** Its place in the trip as its rider took it; null where an admin gave it, or nobody has it. */
  stop: number | null
  /** Null when the place is not known. */
  pickup: Point | null
  drop: Point | null
  /**
   * The window promised first, by which it counts as late; when it was expected then, its end where that is not known;
   * and the window expected now. Null for none.
   */
  promise: { first: PromisedWindow; aim: Date; expected: PromisedWindow } | null
}

/** Where the rider before waits with food for the next one. */
const meeting_places = alias(places, 'meeting_places')
const carriers = alias(riders, 'carriers')

/** Whether the next rider gets it from the one before, not at the kitchen. */
export function isHandedOn({ incident }: { incident: Pick<typeof incidents.$inferSelect, 'way_out'> | null }): boolean {
  return incident?.way_out === 'hand_on'
}

/** The deliveries that match `where`, oldest first. Not for lists that grow: say which ones. */
export async function deliveryFacts(db: Db | Tx, where: SQL | undefined): Promise<DeliveryFacts[]> {
  const rows = await db
    .select({
      delivery: deliveries,
      order: {
        id: orders.id,
        status: orders.status,
        items: orders.items,
        given_back: linesGivenBack,
        created_at: orders.created_at,
        begin_at: orders.begin_at,
        ready_by: orders.ready_by,
        customer_name: orders.customer_name,
        customer_phone: orders.customer_phone,
        customer_address: orders.customer_address,
        meet_at: orders.meet_at,
        customer_note: orders.customer_note,
        packs: orders.packs,
        packs_reason: orders.packs_reason,
      },
      vendor: {
        id: vendors.id,
        user_id: vendors.user_id,
        name: vendors.name,
        phone: vendors.phone,
        address: vendors.address,
        landmark: vendors.landmark,
        preparation_minutes: vendors.preparation_minutes,
      },
      vendor_point: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark_point: { latitude: places.latitude, longitude: places.longitude },
      incident: incidents,
      rider: { user_id: carriers.user_id, name: carriers.name, phone: carriers.phone },
      had_it: { name: riders.name, phone: riders.phone },
      meeting_point: { latitude: meeting_places.latitude, longitude: meeting_places.longitude },
      drop: { latitude: orders.customer_latitude, longitude: orders.customer_longitude },
      promise: order_promises,
      run_id: run_shares.run_id,
      stop: stopOfTrip,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(places, eq(places.name, vendors.landmark))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .leftJoin(run_shares, eq(run_shares.order_id, orders.id))
    .leftJoin(carriers, eq(carriers.user_id, deliveries.rider_id))
    .leftJoin(incidents, eq(incidents.id, deliveries.incident_id))
    .leftJoin(riders, eq(riders.user_id, incidents.rider_id))
    .leftJoin(meeting_places, eq(meeting_places.name, incidents.place))
    .where(where)
    .orderBy(deliveries.id)
  return rows.map(({ delivery, order, vendor, vendor_point, landmark_point, drop, promise, ...row }) => ({
    delivery,
    run_id: row.run_id,
    stop: row.stop,
    rider: row.rider && { name: row.rider.name, phone: row.rider.phone },
    order: { ...order, items: carriedItems(order.items, order.given_back) },
    vendor: { ...vendor, name: vendor.name ?? '' },
    incident: row.incident && {
      ...row.incident,
      rider_name: row.had_it?.name ?? null,
      rider_phone: row.had_it?.phone ?? null,
    },
    pickup: (isHandedOn(row) ? known(row.meeting_point) : null) ?? known(vendor_point) ?? known(landmark_point),
    drop: known(drop),
    promise: promise && {
      first: { from: promise.first_promised_from, until: promise.first_promised_until },
      aim: aimOf(promise, order.created_at),
      expected: { from: promise.promised_from, until: promise.promised_until },
    },
  }))
}

function aimOf({ basis, first_promised_until }: typeof order_promises.$inferSelect, created_at: Date): Date {
  if (basis?.expected_minutes === undefined) return first_promised_until
  return new Date(created_at.getTime() + basis.expected_minutes * 60_000)
}

/** Where it stands in the trip that its rider accepted last. */
const stopOfTrip = sql<number | null>`(
  select offer_deliveries.position from offer_deliveries join offers on offers.id = offer_deliveries.offer_id
  where offer_deliveries.delivery_id = deliveries.id
    and offers.rider_id = deliveries.rider_id and offers.status = 'Accepted'
  order by offers.id desc limit 1)`

/**
 * The refunded items of the order in the same statement; null for none. The table names are written out, because a
 * select from one table would leave them out.
 */
export const linesGivenBack = sql<readonly RefundLine[] | null>`(
  select jsonb_agg(line) from refunds, jsonb_array_elements(refunds.lines) line
  where refunds.order_id = orders.id)`

/** What is cooked and carried of an order: everything that was not refunded. */
export function carriedItems(
  items: readonly OrderItem[],
  given_back: readonly RefundLine[] | null,
): readonly OrderItem[] {
  return itemsLeft(items, given_back ?? []).flatMap(({ left, ...item }) =>
    left > 0 ? [{ ...item, quantity: left }] : [],
  )
}

/** How many packs a rider should count: what the kitchen said, else one per portion. */
export function packsToCount(order: { packs: number | null; items: readonly Pick<OrderItem, 'quantity'>[] }): number {
  return order.packs ?? packsOf(order.items)
}

/** One pack per portion. */
export function packsOf(items: readonly Pick<OrderItem, 'quantity'>[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** Riders and boards need no more of a customer's name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** The landmark nearest to a place: it says where to go without giving the address away. */
export function areaOf(point: Point | null, landmark_points: readonly (Point & { name: string })[]): string | null {
  if (!point) return null
  const near = landmark_points.toSorted((left, right) => distanceKm(point, left) - distanceKm(point, right))
  return near[0]?.name ?? null
}
