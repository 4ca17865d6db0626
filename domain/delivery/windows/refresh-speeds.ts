import { and, desc, eq, gt, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import type { Deps } from '../../events.ts'
import { begun_at } from '../../orders/acceptance/begun-at.ts'
import { said_ready_by } from '../../orders/acceptance/said-ready-by.ts'
import { movedAt } from '../../orders/moved-at.ts'
import { orders } from '../../orders/tables.ts'
import { packsOf } from '../delivery-facts.ts'
import { deliveries, incidents, learned_speeds, order_promises, riders } from '../tables.ts'
import { rideMinutes } from './estimate.ts'
import { learnSpeeds, type SpeedSample } from './learn-speeds.ts'
import { knownLoad } from './speeds.ts'
import { byVehicle } from './way-minutes.ts'

/** Older orders, and more than these, are not asked for: they would hardly count. */
const LEARNED_FROM_DAYS = 56
const MOST_ORDERS = 20_000

/** Learns again how long orders take, for every vendor that takes some; estimates read it from then on. */
export async function refreshSpeeds({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const samples = await recordedSamples(db, now)
  if (samples.length === 0) return
  const active = await db.select({ vendor_id: vendors.user_id }).from(vendors).where(eq(vendors.status, 'Active'))
  const learned = learnSpeeds(
    active.map(({ vendor_id }) => vendor_id),
    samples,
    now,
  )
  const rows = [...learned].map(([vendor_id, speeds]) => ({ vendor_id, speeds, learned_at: now }))
  if (rows.length === 0) return
  const { speeds, learned_at } = learned_speeds
  await db
    .insert(learned_speeds)
    .values(rows)
    .onConflictDoUpdate({
      target: learned_speeds.vendor_id,
      set: {
        speeds: sql.raw(`excluded.${speeds.name}`),
        learned_at: sql.raw(`excluded.${learned_at.name}`),
      },
    })
}

/** What was recorded of the newest orders that a rider brought. */
async function recordedSamples(db: Db, now: Date): Promise<SpeedSample[]> {
  const rows = await db
    .select({
      vendor_id: orders.vendor_id,
      begun_at,
      accepted_at: movedAt('accept'),
      ready_by: said_ready_by,
      ready_at: movedAt('complete'),
      picked_up_at: deliveries.picked_up_at,
      delivered_at: deliveries.closed_at,
      items: orders.items,
      way_minutes: orders.way_minutes,
      walk_minutes: orders.walk_minutes,
      vehicle: riders.vehicle,
      basis: order_promises.basis,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .innerJoin(order_promises, eq(order_promises.order_id, orders.id))
    .innerJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .where(
      and(
        eq(deliveries.status, 'Delivered').inlineParams(),
        gt(deliveries.closed_at, new Date(now.getTime() - LEARNED_FROM_DAYS * 86_400_000)),
        isNotNull(order_promises.basis),
        // A wait for nobody, a way back or a second rider says nothing of how long a way takes.
        notExists(db.select().from(incidents).where(eq(incidents.delivery_id, deliveries.id))),
      ),
    )
    .orderBy(desc(deliveries.closed_at))
    .limit(MOST_ORDERS)
  return rows.flatMap(({ items, way_minutes, walk_minutes, vehicle, basis, delivered_at, ...steps }) => {
    if (!basis || !delivered_at) return []
    const minutes = byVehicle({ way_minutes, walk_minutes }, vehicle)
    return {
      ...steps,
      delivered_at,
      portions: packsOf(items),
      said_minutes: basis.said_minutes,
      rider_minutes: basis.rider_minutes,
      quoted_ride_minutes: basis.ride_minutes,
      ride_minutes: minutes === null ? null : rideMinutes({ way_minutes: minutes }),
      load: knownLoad(basis.load),
    }
  })
}
