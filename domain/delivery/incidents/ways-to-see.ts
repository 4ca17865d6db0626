import { and, asc, desc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Kobo } from '../../money.ts'
import { deliveries, incidents, riders } from '../tables.ts'
import type { IncidentReason, WayOut } from './lifecycle.ts'

const MOST_ROWS = 200

/** A way that a rider rode without a hand-over, as an admin judges it. */
export type WayToSee = {
  incident_id: number
  order_id: number
  rider_name: string
  reason: IncidentReason
  way_out: WayOut | null
  words: string | null
  photo: string | null
  place: string | null
  kitchen_closed: boolean
  /** Kobo. */
  pay: Kobo
  at: Date
}

/** Ways whose pay no admin has agreed to or refused (`payRiddenWay`), oldest first. */
export async function waysToSee(db: Db): Promise<WayToSee[]> {
  const rows = await db
    .select({ incident: incidents, order_id: deliveries.order_id, rider_name: riders.name })
    .from(incidents)
    .innerJoin(deliveries, eq(deliveries.id, incidents.delivery_id))
    .innerJoin(riders, eq(riders.user_id, incidents.rider_id))
    .where(and(isNotNull(incidents.pay), isNull(incidents.booked_at), isNull(incidents.refused_because)))
    .orderBy(asc(incidents.happened_at))
    .limit(MOST_ROWS)
  return rows.map(({ incident, order_id, rider_name }) => ({
    incident_id: incident.id,
    order_id,
    rider_name: rider_name ?? '',
    reason: incident.reason,
    way_out: incident.way_out,
    words: incident.words,
    photo: incident.photo,
    place: incident.place,
    kitchen_closed: incident.kitchen_closed,
    pay: incident.pay ?? 0,
    at: incident.happened_at,
  }))
}

/**
 * Of deliveries that still go on: who proved late, by the PIN, that the food was handed over before, when, and whether
 * an admin has yet to say what they are owed.
 */
export function provenLate(db: Db) {
  return db
    .select({
      ...{ delivery_id: incidents.delivery_id, rider_name: riders.name, at: incidents.happened_at },
      is_owed: sql<boolean>`${incidents.pay} is not null and ${incidents.booked_at} is null
        and ${incidents.refused_because} is null`,
    })
    .from(deliveries)
    .innerJoin(incidents, and(eq(incidents.delivery_id, deliveries.id), eq(incidents.reason, 'told_late')))
    .innerJoin(riders, eq(riders.user_id, incidents.rider_id))
    .where(notInArray(deliveries.status, ['Delivered', 'Cancelled']).inlineParams())
    .orderBy(asc(incidents.id))
}

/** The latest so many ways of a rider are shown. */
const MOST_OWN = 10

/** A rider's own latest ways without a hand-over, newest first: what each is paid, or why it is not. Kobo. */
export function ownWays(db: Db, rider_id: string) {
  return db
    .select({
      incident_id: incidents.id,
      order_id: deliveries.order_id,
      reason: incidents.reason,
      pay: incidents.pay,
      at: incidents.happened_at,
      booked_at: incidents.booked_at,
      refused_because: incidents.refused_because,
    })
    .from(incidents)
    .innerJoin(deliveries, eq(deliveries.id, incidents.delivery_id))
    .where(and(eq(incidents.rider_id, rider_id), isNotNull(incidents.pay)))
    .orderBy(desc(incidents.id))
    .limit(MOST_OWN)
}
