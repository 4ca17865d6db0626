import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { whereIs } from '../../catalog/lists/kitchen-addresses.ts'
import { vendors } from '../../catalog/tables.ts'
import { linesOfOrders, type ShownLine } from '../../chat/chat-lists.ts'
import { hasRider } from '../../chat/chat-rules.ts'
import { claimsOfOrders, type OrderClaim } from '../../claims/claim-lists.ts'
import { keptUntil } from '../../delivery/collecting/kept-until.ts'
import type { LaterReason } from '../../delivery/lifecycle.ts'
import { deliveries, incidents, order_keys, order_promises, riders } from '../../delivery/tables.ts'
import type { Kobo } from '../../money.ts'
import type { IfMissing, OrderStatus } from '../../orders/lifecycle.ts'
import { type MissingDish, missingOfOrders } from '../../orders/missing-dish/missing-of-orders.ts'
import { type RideOfOrder, ridesOfOrders } from '../../orders/runs/rides.ts'
import { type OrderItem, order_history, orders } from '../../orders/tables.ts'
import { standing } from '../../orders/taken-back.ts'
import { type MoneyBack, moneyBackOf } from '../../payments/money-back.ts'
import type { Point } from '../../places/distance.ts'
import { roughly } from '../../places/roughly.ts'
import { ratings } from '../../ratings/tables.ts'
import { checkouts } from '../tables.ts'

export const track_steps = ['Paid', 'Accepted', 'Ready', 'On the way', 'Delivered'] as const
/** Of what its customer collects. */
export const collecting_steps = ['Paid', 'Accepted', 'Ready', 'Delivered'] as const satisfies readonly TrackStep[]
export type TrackStep = (typeof track_steps)[number]

export type TrackedOrder = {
  id: number
  track_token: string
  status: OrderStatus
  vendor: { id: string; name: string; landmark: string | null; where: string }
  /** Its customer fetches it at the kitchen, which keeps it until then once it is ready; null where it is brought. */
  collecting: { kept_until: Date | null } | null
  /** What its customer wrote for the kitchen and the rider; null for nothing. */
  note: string | null
  items: readonly OrderItem[]
  /** What was out of it, and what is done with such a dish where its customer does not choose. */
  missing: readonly MissingDish[]
  if_missing: IfMissing
  /** When each step was reached; null if not yet. */
  reached: Readonly<Record<TrackStep, Date | null>>
  /** When the food is expected; null once it is ready to be collected, delivered or cancelled. */
  window: { from: Date; until: Date } | null
  /** The end of the window that was promised first; after it the order is late. Null where none was promised. */
  promised_until: Date | null
  /** Why it comes later than that, once the customer was told so; null when nobody can say. */
  later_because: LaterReason | null
  /** The slot for which it was ordered, and when its kitchen should begin; null for at once. */
  later: { slot_from: Date; begin_at: Date } | null
  /** The ride that it shares; null for none. */
  ride: RideOfOrder | null
  /** Where its customer meets the rider; null where it is brought to the address. */
  meet_at: string | null
  /** A promotion pays the delivery. */
  free_delivery: boolean
  /** The rider's first name; the number only while the food is on its way. */
  rider: { first_name: string; phone: string | null } | null
  /**
   * About where its rider is while the food is on its way (`roughly`), since when, and where it goes; null before and
   * after, and where nobody knows.
   */
  rider_at: { point: Point; located_at: Date; drop: Point | null } | null
  /**
   * The rider asks for it at the door, or the kitchen; null before a vendor accepts the order and after it is closed.
   */
  pin: string | null
  total_price: Kobo
  /** What a promotion took off it. */
  discount: Kobo
  /** The move that delivered or cancelled it, and the reason given; null while it is open. */
  ended: { verb: string; reason: string | null; at: Date } | null
  /** What stands or stood in the way of handing it over, while that says where the food is; null for nothing. */
  incident: Pick<
    typeof incidents.$inferSelect,
    'reason' | 'way_out' | 'waits_until' | 'place' | 'kitchen_closed' | 'happened_at'
  > | null
  /** What of its money goes back or went, oldest first. */
  money_back: readonly MoneyBack[]
  /** What its customer said is wrong with it, oldest first. */
  claims: readonly OrderClaim[]
  /** When its rider said that they are at the gate, while the food is on its way. */
  at_gate_at: Date | null
  /** What was written about it, oldest first, and whether somebody has it whom its customer can write to. */
  chat: readonly Omit<ShownLine, 'is_read'>[]
  has_rider: boolean
  /** The stars its customer gave; null until then. */
  rating: { food: number; delivery: number } | null
}

export type TrackedCheckout = {
  checkout_id: string
  /** Opens the receipt, which belongs to the same person. */
  link_token: string
  first_name: string
  /** Something was written to its customer that no page has shown yet. */
  has_unread: boolean
  orders: TrackedOrder[]
}

/** Older orders got longer, hexadecimal tokens from a migration. */
const LOOKS_LIKE_A_TOKEN = /^[\w-]{16}$|^[\da-f]{32}$/

/**
 * What a customer sees on the tracking page: all orders of the checkout that the link's order belongs to. Null for what
 * cannot be a link of ours, and for a link that does not exist.
 */
export async function trackedCheckout(db: Db, track_token: string): Promise<TrackedCheckout | null> {
  const checkout = await checkoutOfTrackToken(db, track_token)
  if (!checkout) return null
  const rows = await rowsOf(db, checkout.checkout_id)
  const ids = rows.map((row) => row.order.id)
  const moves = await db
    .select()
    .from(order_history)
    .where(inArray(order_history.order_id, ids))
    .orderBy(asc(order_history.id))
  const missing = await missingOfOrders(db, ids)
  const rides = await ridesOfOrders(db, ids)
  const money_back = await moneyBackOf(db, checkout.checkout_id)
  const claims = await claimsOfOrders(db, ids)
  const lines = await linesOfOrders(db, ids)
  const kept = new Map<number, Date | null>()
  for (const { order } of rows) {
    if (order.collects && order.status === 'Completed') kept.set(order.id, await keptUntil(db, order.id))
  }
  return {
    ...checkout,
    has_unread: lines.some(({ from_role, is_read }) => from_role !== 'customer' && !is_read),
    orders: rows.map((row) => {
      const { order } = row
      const own = moves.filter((move) => move.order_id === order.id)
      // What its kitchen took back was not reached.
      const counted = standing(own)
      const reachedAt = (...statuses: OrderStatus[]) =>
        counted.find((move) => statuses.includes(move.to_status))?.moved_at ?? null
      const is_open = order.status !== 'Delivered' && order.status !== 'Cancelled'
      const ended = is_open ? null : own.at(-1)
      return {
        id: order.id,
        track_token: row.key.track_token,
        status: order.status,
        vendor: { id: order.vendor_id, name: row.vendor_name ?? '', landmark: row.landmark, where: whereIs(row) },
        collecting: order.collects ? { kept_until: kept.get(order.id) ?? null } : null,
        note: order.customer_note,
        items: order.items,
        missing: missing.filter((dish) => dish.order_id === order.id),
        if_missing: order.if_missing,
        reached: {
          Paid: order.created_at,
          Accepted: reachedAt('Accepted', 'Completed', 'Picked up', 'Delivered'),
          Ready: reachedAt('Completed', 'Picked up', 'Delivered'),
          'On the way': reachedAt('Picked up', 'Delivered'),
          Delivered: reachedAt('Delivered'),
        },
        window:
          is_open && row.promise && !kept.has(order.id)
            ? { from: row.promise.promised_from, until: row.promise.promised_until }
            : null,
        promised_until: row.promise?.first_promised_until ?? null,
        later_because: is_open ? (row.promise?.later_because ?? null) : null,
        later: order.slot_from && order.begin_at ? { slot_from: order.slot_from, begin_at: order.begin_at } : null,
        ride: rides.get(order.id) ?? null,
        meet_at: order.meet_at,
        free_delivery: order.free_delivery,
        rider: riderFor(row),
        rider_at: riderAt(row),
        at_gate_at: row.delivery_status === 'Picked up' && !row.incident?.way_out ? row.at_gate_at : null,
        chat: lines.flatMap(({ is_read: _, ...line }) => (line.order_id === order.id ? [line] : [])),
        has_rider: is_open && hasRider({ status: row.delivery_status, rider_id: row.rider_id }),
        rating:
          row.food_stars === null || row.delivery_stars === null
            ? null
            : { food: row.food_stars, delivery: row.delivery_stars },
        pin: is_open && order.status !== 'Pending' ? row.key.pin : null,
        total_price: order.total_price,
        discount: order.discount,
        incident: row.incident,
        ended: ended ? { verb: ended.verb, reason: ended.reason, at: ended.recorded_at } : null,
        money_back: money_back.filter((back) => back.order_id === order.id),
        claims: claims.filter((claim) => claim.order_id === order.id),
      }
    }),
  }
}

function rowsOf(db: Db, checkout_id: string) {
  return db
    .select({
      order: orders,
      key: order_keys,
      vendor_name: vendors.name,
      landmark: vendors.landmark,
      address: vendors.address,
      promise: order_promises,
      delivery_status: deliveries.status,
      rider_id: deliveries.rider_id,
      at_gate_at: deliveries.at_gate_at,
      rider_name: riders.name,
      rider_phone: riders.phone,
      rider_point: { latitude: riders.latitude, longitude: riders.longitude, located_at: riders.located_at },
      incident: {
        reason: incidents.reason,
        way_out: incidents.way_out,
        waits_until: incidents.waits_until,
        place: incidents.place,
        kitchen_closed: incidents.kitchen_closed,
        happened_at: incidents.happened_at,
      },
      food_stars: ratings.food,
      delivery_stars: ratings.delivery,
    })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    .leftJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .leftJoin(incidents, eq(incidents.id, deliveries.incident_id))
    .leftJoin(ratings, eq(ratings.order_id, orders.id))
    .where(eq(orders.checkout_id, checkout_id))
    .orderBy(orders.id)
}

/** The checkout behind a tracking link, with the token that opens the receipt. */
export async function checkoutOfTrackToken(
  db: Db,
  track_token: string,
): Promise<Pick<TrackedCheckout, 'checkout_id' | 'link_token' | 'first_name'> | null> {
  if (!LOOKS_LIKE_A_TOKEN.test(track_token)) return null
  const [found] = await db
    .select({
      checkout_id: checkouts.id,
      link_token: checkouts.link_token,
      first_name: checkouts.first_name,
    })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .where(eq(order_keys.track_token, track_token))
  return found ?? null
}

function riderAt({
  order,
  delivery_status,
  rider_point,
}: {
  order: typeof orders.$inferSelect
  delivery_status: string | null
  rider_point: { latitude: number | null; longitude: number | null; located_at: Date | null } | null
}): TrackedOrder['rider_at'] {
  if (order.status !== 'Picked up' || delivery_status !== 'Picked up' || !rider_point) return null
  const { latitude, longitude, located_at } = rider_point
  if (latitude === null || longitude === null || located_at === null) return null
  const { customer_latitude, customer_longitude } = order
  return {
    point: roughly({ latitude, longitude }),
    located_at,
    drop:
      customer_latitude === null || customer_longitude === null
        ? null
        : { latitude: customer_latitude, longitude: customer_longitude },
  }
}

function riderFor(row: {
  delivery_status: string | null
  rider_name: string | null
  rider_phone: string | null
}): TrackedOrder['rider'] {
  const carries = ['Assigned', 'At vendor', 'Picked up']
  if (!row.rider_name || !carries.includes(row.delivery_status ?? '')) return null
  return {
    first_name: row.rider_name.split(' ')[0] ?? row.rider_name,
    phone: row.delivery_status === 'Picked up' ? row.rider_phone : null,
  }
}
