import { and, asc, eq, inArray, min, not, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { heardSince } from '../../catalog/heard.ts'
import { openState } from '../../catalog/hours/opening-hours.ts'
import { vendors } from '../../catalog/tables.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Kobo } from '../../money.ts'
import { begun_at, begunAt } from '../../orders/acceptance/begun-at.ts'
import { givenUpAt, remindedAsHeard } from '../../orders/acceptance/escalate-unaccepted.ts'
import type { OrderStatus } from '../../orders/lifecycle.ts'
import { type MissingDish, missingOfOrders } from '../../orders/missing-dish/missing-of-orders.ts'
import { type ItemLeft, leftOfOrders } from '../../orders/refunds/left-of-orders.ts'
import { order_escalations, orders } from '../../orders/tables.ts'
import { ticket_columns } from '../../orders/ticket-columns.ts'
import { type Undoable, undoables } from '../../orders/undo-window.ts'
import { isForLater } from '../../orders/vendor-orders.ts'
import { distanceKm, known, type Point } from '../../places/distance.ts'
import { places } from '../../places/tables.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { firstName } from '../delivery-facts.ts'
import type { WayOut } from '../incidents/lifecycle.ts'
import { deliveries, incidents, order_promises, riders } from '../tables.ts'
import { minutesToVendor } from '../windows/estimate.ts'
import { speeds } from '../windows/way-minutes.ts'

/** The columns of the board, from the left, and whose orders stand in each. */
export const board_statuses = ['Pending', 'Accepted', 'Completed', 'Picked up'] as const satisfies OrderStatus[]
export type BoardStatus = (typeof board_statuses)[number]

/** More than a kitchen can have open. Where ready orders are never closed, the newest of them are beyond it. */
const MOST_ORDERS = 120
/** An older position says nothing of where a rider is now. */
const POSITION_MINUTES = 3

export type BoardOrder = {
  id: number
  status: BoardStatus
  items: readonly ItemLeft[]
  total_price: Kobo
  total_left_kobo: Kobo
  customer_name: string
  customer_note: string | null
  note_changed_at: Date | null
  collects: boolean
  slot_from: Date | null
  begin_at: Date | null
  created_at: Date
  ready_by: Date | null
  reject_at: Date | null
  /** In how many packs its kitchen said that it is, and why; null where it said nothing. */
  packs: number | null
  packs_reason: string | null
  /** The other orders of its shared ride, by their numbers; null for none. */
  goes_with: readonly number[] | null
  /** What its kitchen has just pressed and may take back. */
  undo: Undoable | null
  /** What was out of it. */
  missing: readonly MissingDish[]
  /** From when on it waits for its kitchen. */
  since: Date
  /** When it is given up unless somebody accepts it; null once it was, and while the kitchen's hours are over. */
  lapses_at: Date | null
  /** The end of the window promised first, and of the one expected now; null for orders older than windows. */
  promised_until: Date | null
  expected_until: Date | null
  /** Who fetches or brings it. */
  rider: { first_name: string; is_here: boolean; arrives_at: Date | null } | null
  /** What is done with food that could not be handed over; null for nothing. */
  way_out: WayOut | null
}

export type KitchenBoard = {
  /** What is to be answered or cooked first, then what is ready; the oldest first. */
  orders: BoardOrder[]
  /** What is to be begun later, and the first of it. */
  later: { count: number; first_begin_at: Date | null }
}

/** What a kitchen has to do now: every order of it that is not in its customer's hands. */
export async function kitchenBoard(db: Db, vendor_id: string, now: Date): Promise<KitchenBoard> {
  const [rows, [later], settings, heard_since] = await Promise.all([
    openOrders(db, vendor_id, now),
    db
      .select({ count: sql<number>`count(*)::int`, first_begin_at: min(orders.begin_at) })
      .from(orders)
      .where(and(eq(orders.vendor_id, vendor_id), isForLater(now))),
    readSetting(db, ESCALATION),
    heardSince(db, now),
  ])
  const found = rows.map(({ order }) => order)
  const left = await leftOfOrders(db, found)
  const undo = await undoables(db, found, now)
  const missing = await missingOfOrders(
    db,
    found.map(({ id }) => id),
  )
  return {
    orders: rows.flatMap(({ vendor, escalation, promise, delivery, rider, landmark, way_out }, place) => {
      const order = left[place]
      if (!order || !isOnBoard(order.status)) return []
      const since = begunAt(order)
      const is_open = openState(vendor.week_hours, now, vendor.hours_exceptions).open
      const kitchen = known(vendor) ?? (landmark && known(landmark))
      return [
        {
          ...order,
          status: order.status,
          since,
          undo: undo.get(order.id) ?? null,
          missing: missing.filter(({ order_id }) => order_id === order.id),
          lapses_at:
            order.status === 'Pending' && is_open
              ? givenUpAt(
                  { placed_at: since, reminded_at: remindedAsHeard(escalation?.reminded_at ?? null, heard_since) },
                  settings,
                )
              : null,
          promised_until: promise?.first_promised_until ?? null,
          expected_until: promise?.promised_until ?? null,
          rider: rider &&
            delivery && {
              first_name: firstName(rider.name ?? ''),
              is_here: delivery.status === 'At vendor',
              arrives_at: delivery.status === 'Assigned' ? arrivesAt({ rider, delivery, kitchen, now }) : null,
            },
          way_out,
        },
      ]
    }),
    later: { count: later?.count ?? 0, first_begin_at: later?.first_begin_at ?? null },
  }
}

function openOrders(db: Db, vendor_id: string, now: Date) {
  return db
    .select({
      order: ticket_columns,
      vendor: {
        week_hours: vendors.week_hours,
        hours_exceptions: vendors.hours_exceptions,
        latitude: vendors.latitude,
        longitude: vendors.longitude,
      },
      landmark: { latitude: places.latitude, longitude: places.longitude },
      escalation: { reminded_at: order_escalations.reminded_at },
      promise: {
        first_promised_until: order_promises.first_promised_until,
        promised_until: order_promises.promised_until,
      },
      delivery: { status: deliveries.status, assigned_at: deliveries.assigned_at },
      rider: riders,
      way_out: incidents.way_out,
    })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(places, eq(places.name, vendors.landmark))
    .leftJoin(order_escalations, eq(order_escalations.order_id, orders.id))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    .leftJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .leftJoin(incidents, eq(incidents.id, deliveries.incident_id))
    .where(
      and(
        eq(orders.vendor_id, vendor_id),
        inArray(orders.status, [...board_statuses]).inlineParams(),
        not(isForLater(now)),
      ),
    )
    .orderBy(sql`${orders.status} not in ('Pending', 'Accepted')`, asc(begun_at), asc(orders.id))
    .limit(MOST_ORDERS)
}

const isOnBoard = (status: OrderStatus): status is BoardStatus => board_statuses.some((shown) => shown === status)

/** When a rider who was found comes to the kitchen: by a fresh position, else by how long it usually takes. */
function arrivesAt(way: {
  rider: typeof riders.$inferSelect
  delivery: { assigned_at: Date | null }
  kitchen: Point | null
  now: Date
}): Date {
  const { rider, delivery, kitchen, now } = way
  const is_fresh =
    rider.located_at !== null && now.getTime() - rider.located_at.getTime() < POSITION_MINUTES * MINUTE_MS
  const point = is_fresh ? known(rider) : null
  const minutes =
    point && kitchen
      ? (distanceKm(point, kitchen) * 1000) / speeds[rider.vehicle ?? 'motorbike']
      : minutesToVendor(delivery.assigned_at ?? now, now)
  return new Date(now.getTime() + minutes * MINUTE_MS)
}
