import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Given, idList, isOneOf, kept } from '../../../db/kept-statement.ts'
import { vendors } from '../../catalog/tables.ts'
import { begunAt } from '../../orders/acceptance/begun-at.ts'
import type { OrderStatus } from '../../orders/lifecycle.ts'
import { orders } from '../../orders/tables.ts'
import { known, type Point } from '../../places/distance.ts'
import { places } from '../../places/tables.ts'
import { type PromisedWindow, packsOf } from '../delivery-facts.ts'
import type { DeliveryStatus } from '../lifecycle.ts'
import { deliveries, learned_speeds, riders } from '../tables.ts'
import { type EstimateFacts, estimateWindow, pickUpWindow } from './estimate.ts'
import { type FleetNow, type QueueTimes, queueTimes, readFleet, readWaiting, waitingCount } from './fleet.ts'
import { byVehicle, straightMinutes, wayOf } from './way-minutes.ts'

/** Who could bring it. */
export type OnDuty = {
  /** With nobody on duty, a window only says when it could come. */
  riders_on_duty: number
  /** When the next rider means to come on duty; null where nobody has said so for the next hours. */
  next_on_duty: Date | null
}

export type QuotedWindows = OnDuty & {
  /** By vendor, in the order of their ids. */
  windows: ({ vendor_id: string; vendor_name: string } & PromisedWindow)[]
}

/**
 * The windows that a cart's customer would be promised if it were paid `now`; the same estimate before and after
 * paying. `ways` are the minutes to ride from each kitchen, as the quote has them; a kitchen without is estimated in a
 * straight line to `drop`, which is null when the place is not known. `fleet` is asked for unless it is known.
 */
export async function quotedWindows(
  db: Db,
  cart: {
    lines: readonly { vendor_id: string; quantity: number }[]
    ways: Ways
    drop: Point | null
    collects: boolean
    now: Date
  },
  fleet?: FleetNow,
): Promise<QuotedWindows> {
  const vendor_ids = [...new Set(cart.lines.map(({ vendor_id }) => vendor_id))]
  const { kitchens, on_duty } = await factsOfKitchens(db, { ...cart, vendor_ids }, fleet)
  const windows = kitchens.map(({ vendor_id, vendor_name, facts }) => {
    const portions = packsOf(cart.lines.filter((line) => line.vendor_id === vendor_id))
    return { vendor_id, vendor_name, ...estimateWindow({ ...facts, portions }) }
  })
  return { windows, ...on_duty }
}

type Ways = readonly { vendor_id: string | null; way_minutes: number | null }[]

/** What is known `now` of when an order of one portion would come from kitchens, and who could bring it. */
export async function factsOfKitchens(
  db: Db | Tx,
  ordered: { vendor_ids: readonly string[]; ways: Ways; drop: Point | null; collects: boolean; now: Date },
  known_fleet?: FleetNow,
): Promise<{ kitchens: { vendor_id: string; vendor_name: string; facts: EstimateFacts }[]; on_duty: OnDuty }> {
  const { vendor_ids, ways, drop, collects, now } = ordered
  const fleet = known_fleet ?? (await readFleet(db, now))
  const [ids, few] = idList(vendor_ids)
  const rows = await readKitchens(db, { ...queueTimes(now), ...ids }, few)
  const kitchens = rows.map(({ vendor_id, vendor_name, preparation_minutes, queue, speeds, ...row }) => {
    const pickup = known(row.point) ?? known(row.landmark)
    const facts: EstimateFacts = {
      ...fleet,
      ...unassigned,
      now,
      collects,
      slot_from: null,
      stage: 'pending',
      placed_at: now,
      ready_by: null,
      preparation_minutes,
      queue: Number(queue),
      speeds,
      portions: 1,
      way_minutes: ways.find((way) => way.vendor_id === vendor_id)?.way_minutes ?? straightMinutes(pickup, drop),
    }
    return { vendor_id, vendor_name: vendor_name ?? '', facts }
  })
  const { riders_on_duty, comings } = fleet
  return { kitchens, on_duty: { riders_on_duty, next_on_duty: comings[0]?.begins_at ?? null } }
}

/** When riders would have what is ordered `now` from kitchens, by vendor; of one portion where no lines are given. */
export async function pickUpWindows(
  db: Db | Tx,
  ordered: { vendor_ids: readonly string[]; lines: readonly { vendor_id: string; quantity: number }[]; now: Date },
): Promise<ReadonlyMap<string, PromisedWindow>> {
  const { kitchens } = await factsOfKitchens(db, { ...ordered, ways: [], drop: null, collects: false })
  return new Map(
    kitchens.map(({ vendor_id, facts }) => {
      const portions = packsOf(ordered.lines.filter((line) => line.vendor_id === vendor_id)) || 1
      return [vendor_id, pickUpWindow({ ...facts, portions })]
    }),
  )
}

type OfKitchens = QueueTimes & { ids?: readonly string[] }

const readKitchens = kept((db, { ids, ...times }: Given<OfKitchens>, few: readonly Given<{ id: string }>[]) =>
  db
    .select({
      vendor_id: vendors.user_id,
      vendor_name: vendors.name,
      preparation_minutes: vendors.preparation_minutes,
      point: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark: { latitude: places.latitude, longitude: places.longitude },
      queue: queueAt(sql`${vendors.user_id}`, times),
      speeds: learned_speeds.speeds,
    })
    .from(vendors)
    .leftJoin(places, eq(places.name, vendors.landmark))
    .leftJoin(learned_speeds, eq(learned_speeds.vendor_id, vendors.user_id))
    .where(isOneOf(vendors.user_id, ids, few))
    .orderBy(vendors.id),
)

/** The windows expected `now` for paid orders, without finished ones, and how many riders are on duty. */
export async function expectedWindows(
  tx: Db | Tx,
  order_ids: readonly number[],
  now: Date,
): Promise<{ windows: ({ order_id: number } & PromisedWindow)[]; riders_on_duty: number }> {
  const { orders, riders_on_duty } = await factsOfOrders(tx, order_ids, now)
  return { windows: orders.map(({ order_id, facts }) => ({ order_id, ...estimateWindow(facts) })), riders_on_duty }
}

/**
 * What is known `now` of when paid orders come, without finished ones, and how many riders are on duty. For the newest
 * orders of all, what waits before them is what a `known_fleet` has before it; else it is counted.
 */
export async function factsOfOrders(
  tx: Db | Tx,
  order_ids: readonly number[],
  now: Date,
  known_fleet?: FleetNow | null,
): Promise<{ orders: { order_id: number; facts: EstimateFacts }[]; riders_on_duty: number }> {
  const fleet = known_fleet ?? (await readFleet(tx, now))
  const [ids, few] = idList(order_ids)
  const times = queueTimes(now)
  // Counted for each of many, it would be read as often as there are orders.
  const waiting = known_fleet || few.length > 0 ? null : await readWaiting(tx, times)
  const known_waiting = known_fleet?.waiting ?? waiting?.length
  const rows = await readOrders(tx, { ...ids, ...times, ...(known_waiting !== undefined && { known_waiting }) }, few)
  const open = rows.flatMap((row) => {
    const { order, preparation_minutes, delivery } = row
    const stage = stageOf(order.status, delivery?.status ?? null)
    if (!stage) return []
    const [pickup, door] = [known(row.vendor) ?? known(row.landmark), known(row.drop)]
    const facts = {
      ...fleet,
      // Nobody begins sooner with what is for later.
      now: latest(now, begunAt(order)),
      collects: order.collects,
      slot_from: order.slot_from,
      stage,
      placed_at: begunAt(order),
      ready_by: order.ready_by,
      preparation_minutes,
      portions: packsOf(order.items),
      speeds: row.speeds,
      queue: Number(row.queue),
      // Of what waits, neither later orders nor others of its cart delay it, as they did not in the quote. What is
      // carried counts whenever it was paid, also of its cart.
      waiting: waiting ? waiting.filter((one) => isAhead(one, order)).length : Number(row.waiting),
      way_minutes: byVehicle(wayOf(order, pickup, door), row.vehicle),
      rider_since: delivery?.assigned_at ?? null,
      at_vendor: delivery?.status === 'At vendor',
    }
    return [{ order_id: order.id, facts }]
  })
  return { orders: open, riders_on_duty: fleet.riders_on_duty }
}

type Placed = { id: number; checkout_id: string }

/** As `readOrders` counts it. */
const isAhead = (one: Placed, of: Placed) => one.id < of.id && one.checkout_id !== of.checkout_id

type AboutOrders = { ids?: readonly number[]; known_waiting?: number } & QueueTimes

const readOrders = kept((tx, about: Given<AboutOrders>, few: readonly Given<{ id: number }>[]) => {
  const { ids, known_waiting, ...times } = about
  const ahead = sql`and ahead.id < ${orders.id} and ahead.checkout_id <> ${orders.checkout_id}`
  return tx
    .select({
      order: {
        id: orders.id,
        checkout_id: orders.checkout_id,
        status: orders.status,
        items: orders.items,
        created_at: orders.created_at,
        ready_by: orders.ready_by,
        way_minutes: orders.way_minutes,
        walk_minutes: orders.walk_minutes,
        collects: orders.collects,
        slot_from: orders.slot_from,
        begin_at: orders.begin_at,
      },
      preparation_minutes: vendors.preparation_minutes,
      vendor: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark: { latitude: places.latitude, longitude: places.longitude },
      drop: { latitude: orders.customer_latitude, longitude: orders.customer_longitude },
      delivery: { status: deliveries.status, assigned_at: deliveries.assigned_at },
      vehicle: riders.vehicle,
      queue: queueAt(sql`${orders.vendor_id}`, times, sql`and earlier.id < ${orders.id}`),
      waiting: known_waiting ? sql<string>`${known_waiting}::int` : waitingCount(times, ahead),
      speeds: learned_speeds.speeds,
    })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(places, eq(places.name, vendors.landmark))
    .leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    .leftJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .leftJoin(learned_speeds, eq(learned_speeds.vendor_id, orders.vendor_id))
    .where(isOneOf(orders.id, ids, few))
})

const latest = (left: Date, right: Date) => (left > right ? left : right)

/** Facts about the way while no rider is assigned. */
const unassigned = {
  rider_since: null,
  at_vendor: false,
} as const

/** Null for finished orders. */
const stages: Readonly<Record<OrderStatus, EstimateFacts['stage'] | null>> = {
  Pending: 'pending',
  Accepted: 'cooking',
  Completed: 'ready',
  'Picked up': 'picked_up',
  Delivered: null,
  Cancelled: null,
}

/** Food that waits for the next rider where the one before gave it up is ready, not on its way. */
function stageOf(order: OrderStatus, delivery: DeliveryStatus | null): EstimateFacts['stage'] | null {
  return order === 'Picked up' && delivery !== 'Picked up' ? 'ready' : stages[order]
}

/** How many unfinished orders a vendor got in the last hours. */
function queueAt(vendor_id: ReturnType<typeof sql>, { since, now }: Given<QueueTimes>, which = sql``) {
  return sql<string>`(select count(*) from ${orders} as earlier
    where earlier.vendor_id = ${vendor_id} and earlier.status in ('Pending', 'Accepted')
      ${which}
      and coalesce(earlier.begin_at, earlier.created_at) between ${since}::timestamptz and ${now}::timestamptz)`
}

/** Whether anybody is on duty to bring what is ordered now. */
/** One of those who are on duty, if anybody is: to be asked, or to be part of another question. */
export const ridersOnDuty = (db: Db | Tx) =>
  db.select({ user_id: riders.user_id }).from(riders).where(isNotNull(riders.on_duty_since)).limit(1)
