import { and, count, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import { vendors } from '../catalog/tables.ts'
import { checkouts } from '../checkout/tables.ts'
import { orders } from '../orders/tables.ts'
import { distanceKm } from '../places/distance.ts'
import { landmarks } from '../places/tables.ts'
import { known } from './delivery-facts.ts'
import { campus_parameters } from './dispatch/campus-parameters.ts'
import { type EstimateFacts, estimateWindow } from './estimate.ts'
import { carried_statuses, type DeliveryVerb, type Vehicle } from './lifecycle.ts'
import { deliveries, order_promises, riders } from './tables.ts'

/** Metres a minute on the straight line, streets and gates included. */
export const speeds: Record<Vehicle, number> = {
  'on foot': 75,
  bicycle: 180,
  motorbike: campus_parameters.metres_per_minute,
  car: campus_parameters.metres_per_minute,
}

/** What a kitchen left behind hours ago is no queue. */
const QUEUE_HOURS = 3

/** Tells the customer of each paid order a first window, in the commit that made the orders; it is kept for the measure. */
export async function makePromises(tx: Tx, order_ids: readonly number[], now: Date): Promise<void> {
  const windows = await windowsOf(tx, order_ids, now)
  if (windows.length === 0) return
  await tx.insert(order_promises).values(
    windows.map(({ order_id, from, until }) => ({
      order_id,
      promised_from: from,
      promised_until: until,
      first_promised_until: until,
      updated_at: now,
    })),
  )
}

/** The moves of a delivery after which its customer may expect it earlier or later. */
export function changesPromise(verb: DeliveryVerb): boolean {
  return ['accept', 'assign', 'arrive', 'give_back', 'unassign'].includes(verb)
}

/**
 * Tells the window anew as things happen: taken, ready, a rider found or lost, picked up. Orders that are over, and those of
 * before there were windows, stay as they are.
 */
export async function updatePromise(tx: Tx, order_id: number, now: Date): Promise<void> {
  for (const { from, until } of await windowsOf(tx, [order_id], now)) {
    await tx
      .update(order_promises)
      .set({ promised_from: from, promised_until: until, updated_at: now })
      .where(eq(order_promises.order_id, order_id))
  }
}

async function windowsOf(tx: Tx, order_ids: readonly number[], now: Date) {
  const rows = await tx
    .select({
      order: {
        id: orders.id,
        status: orders.status,
        created_at: orders.created_at,
        ready_by: orders.ready_by,
      },
      preparation_minutes: vendors.preparation_minutes,
      kitchen: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark: { latitude: landmarks.latitude, longitude: landmarks.longitude },
      drop: { latitude: checkouts.latitude, longitude: checkouts.longitude },
      delivery: { status: deliveries.status, assigned_at: deliveries.assigned_at },
      vehicle: riders.vehicle,
      queue: queueBefore(now),
    })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .leftJoin(landmarks, eq(landmarks.name, vendors.landmark))
    .leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    .leftJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .where(inArray(orders.id, [...order_ids]))
  const fleet = await fleetOf(tx)
  return rows.flatMap(({ order, preparation_minutes, kitchen, landmark, drop, delivery, vehicle, queue }) => {
    const stage = stageOf(order.status)
    if (!stage) return []
    const [pickup, door] = [known(kitchen) ?? known(landmark), known(drop)]
    const window = estimateWindow({
      now,
      stage,
      placed_at: order.created_at,
      ready_by: order.ready_by,
      preparation_minutes,
      queue: Number(queue),
      distance_km: pickup && door ? distanceKm(pickup, door) : null,
      metres_per_minute: vehicle ? speeds[vehicle] : campus_parameters.metres_per_minute,
      rider_since: delivery?.assigned_at ?? null,
      at_vendor: delivery?.status === 'At vendor',
      ...fleet,
    })
    return [{ order_id: order.id, ...window }]
  })
}

/** Orders that the same kitchen has in hand and got before this one, of the last hours. */
function queueBefore(now: Date) {
  const before = new Date(now.getTime() - QUEUE_HOURS * 3_600_000)
  return sql<string>`(select count(*) from ${orders} as earlier
    where earlier.vendor_id = ${orders.vendor_id} and earlier.status in ('Pending', 'Accepted')
      and earlier.id < ${orders.id} and earlier.created_at > ${before})`
}

/** How many riders there are to bring what waits. */
async function fleetOf(
  db: Db | Tx,
): Promise<Pick<EstimateFacts, 'riders_free' | 'riders_on_duty' | 'waiting'>> {
  const busy = db
    .select({ rider_id: deliveries.rider_id })
    .from(deliveries)
    .where(
      and(inArray(deliveries.status, [...carried_statuses]).inlineParams(), isNotNull(deliveries.rider_id)),
    )
  const waiting = db
    .select({ count: count() })
    .from(deliveries)
    .where(inArray(deliveries.status, ['Waiting', 'Offered']).inlineParams())
  const [fleet] = await db
    .select({
      riders_on_duty: count(),
      riders_free: sql<number>`(count(*) filter (where ${riders.user_id} not in ${busy}))::int`,
      waiting: sql<number>`${waiting}::int`,
    })
    .from(riders)
    .where(isNotNull(riders.on_duty_since))
  return fleet ?? { riders_on_duty: 0, riders_free: 0, waiting: 0 }
}

function stageOf(status: (typeof orders.$inferSelect)['status']): EstimateFacts['stage'] | null {
  const stages = {
    Pending: 'pending',
    Accepted: 'cooking',
    Completed: 'ready',
    'Picked up': 'picked_up',
    Delivered: null,
    Cancelled: null,
  } as const
  return stages[status]
}

/**
 * How many of the orders delivered in a period were there by the end of their first window, and how many of all had one;
 * for the admin's dashboard.
 */
export async function keptPromises(
  db: Db,
  period: { from: Date; until: Date },
): Promise<{ delivered: number; kept: number }> {
  const [row] = await db
    .select({
      delivered: count(),
      kept: sql<number>`(count(*) filter (where ${deliveries.closed_at} <= ${order_promises.first_promised_until}))::int`,
    })
    .from(deliveries)
    .innerJoin(order_promises, eq(order_promises.order_id, deliveries.order_id))
    .where(
      and(
        eq(deliveries.status, 'Delivered').inlineParams(),
        gt(deliveries.closed_at, period.from),
        lt(deliveries.closed_at, period.until),
      ),
    )
  return { delivered: row?.delivered ?? 0, kept: row?.kept ?? 0 }
}
