import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../clock.ts'
import type { IncidentReason } from '../delivery/incidents/lifecycle.ts'
import { earnedBy } from '../delivery/riders/rider-pay.ts'
import { type RiderUse, usesOfRiders } from '../delivery/riders/used-hours.ts'
import { keptShifts } from '../delivery/shifts/shift-lists.ts'
import { deliveries, incidents, offers, order_promises } from '../delivery/tables.ts'
import { at_door } from '../delivery/windows/at-door.ts'
import { type Kobo, kobo, sumKobo } from '../money.ts'
import { said_ready_by } from '../orders/acceptance/said-ready-by.ts'
import { movedAt } from '../orders/moved-at.ts'
import { orders } from '../orders/tables.ts'
import { refunds } from '../payments/tables.ts'
import { ratings } from './tables.ts'

const WEEKS = 4

export type RecordedWeek = {
  /** Its first day on the campus, 'YYYY-MM-DD'. */
  from: string
  /** For what was brought in it, and for ways without a hand-over. */
  earned: Kobo
} & UsedHours

/** Minutes on duty, those of them with something in hand, and what was handed over. */
export type UsedHours = Pick<RiderUse, 'duty_minutes' | 'in_hand_minutes' | 'delivered'>

export type RiderRecord = {
  /** Offers that were answered or let pass; those that somebody else withdrew do not count. */
  offers: { accepted: number; declined: number; missed: number }
  /** How many were at the door by the end of the first promise or later, and how often its kitchen was late then. */
  delivered: { in_time: number; late: number; late_kitchens: number }
  /** The stars of customers for the delivery; null for none. */
  rating: { mean: number; count: number } | null
  /** Hand-overs without the PIN, and those of them that no admin has looked at. */
  without_pin: { count: number; unseen: number }
  /** What stood in the way of a hand-over, whatever became of it, and how often. */
  incidents: { reason: IncidentReason; count: number }[]
  /** Refunds that the rider bears, with what is taken off for each; the latest first. */
  borne: { order_id: number; amount: Kobo }[]
  /** Shifts that ended, and to how many of them the rider came. */
  shifts: { had: number; came: number }
  /** All four weeks, as the admins' table of riders' hours counts them. */
  hours: UsedHours
  /** The latest last, each of seven days, today included. */
  weeks: RecordedWeek[]
}

/** What was recorded of a rider in the last four weeks: all figures that anybody could judge the rider by. */
export async function riderRecord(db: Db, rider_id: string, now: Date): Promise<RiderRecord> {
  const until_ms = nextCampusMidnight(now).getTime()
  const since = new Date(until_ms - WEEKS * 7 * DAY_MS)
  const spans = Array.from({ length: WEEKS }, (_, place) => {
    const from = since.getTime() + place * 7 * DAY_MS
    return { from: new Date(from), until: new Date(from + 7 * DAY_MS) }
  })
  const hoursIn = async (span: { from: Date; until: Date }): Promise<UsedHours> => {
    const [use] = await usesOfRiders(db, span, now, rider_id)
    const { duty_minutes = 0, in_hand_minutes = 0, delivered = 0 } = use ?? {}
    return { duty_minutes, in_hand_minutes, delivered }
  }
  const [answered, carried, ways, [stars], shifts, borne, hours, hours_by_week] = await Promise.all([
    db
      .select({ status: offers.status, count: sql<number>`count(*)::int` })
      .from(offers)
      .where(and(eq(offers.rider_id, rider_id), gte(offers.offered_at, since)))
      .groupBy(offers.status),
    carriedSince(db, rider_id, since),
    db
      .select({
        reason: incidents.reason,
        at: incidents.happened_at,
        pay: incidents.pay,
        booked_at: incidents.booked_at,
      })
      .from(incidents)
      .where(and(eq(incidents.rider_id, rider_id), gte(incidents.happened_at, since)))
      .orderBy(incidents.id),
    db
      .select({ mean: sql<number>`avg(${ratings.delivery})::float8`, count: sql<number>`count(*)::int` })
      .from(ratings)
      .where(and(eq(ratings.rider_id, rider_id), gte(ratings.rated_at, since))),
    keptShifts(db, rider_id, since),
    borneSince(db, rider_id, since),
    hoursIn({ from: since, until: new Date(until_ms) }),
    Promise.all(spans.map(async (span) => ({ span, used: await hoursIn(span) }))),
  ])
  const countOf = (status: string) => answered.find((row) => row.status === status)?.count ?? 0
  const handed_over = carried.filter(({ status }) => status === 'Delivered')
  const late = handed_over.filter(({ at_door: at, promised_until }) => promised_until && at > promised_until)
  const earned = [
    ...handed_over.map(({ closed_at, ...delivery }) => ({ at: closed_at, pay: earnedBy(delivery) })),
    ...ways.flatMap(({ at, pay, booked_at }) => (booked_at && pay ? [{ at, pay }] : [])),
  ]
  return {
    offers: { accepted: countOf('Accepted'), declined: countOf('Declined'), missed: countOf('Expired') },
    delivered: {
      in_time: handed_over.length - late.length,
      late: late.length,
      late_kitchens: late.filter(({ kitchen_late }) => kitchen_late).length,
    },
    rating: stars && stars.count > 0 ? { mean: Math.round(stars.mean * 10) / 10, count: stars.count } : null,
    without_pin: {
      count: handed_over.filter(({ no_pin_reason }) => no_pin_reason !== null).length,
      unseen: handed_over.filter(({ no_pin_reason, no_pin_seen_at }) => no_pin_reason !== null && !no_pin_seen_at)
        .length,
    },
    incidents: [...Map.groupBy(ways, ({ reason }) => reason)].map(([reason, { length: count }]) => ({ reason, count })),
    borne,
    shifts,
    hours,
    weeks: hours_by_week.map(({ span, used }) => ({
      from: campusDate(span.from),
      earned: kobo(sumKobo(earned.filter(({ at }) => at >= span.from && at < span.until).map(({ pay }) => pay))),
      ...used,
    })),
  }
}

/** What a rider carried to its end since then, and whether its kitchen had it ready later than it had said. */
async function carriedSince(db: Db, rider_id: string, since: Date) {
  const rows = await db
    .select({
      status: deliveries.status,
      closed_at: deliveries.closed_at,
      pay: deliveries.pay,
      tip: deliveries.tip,
      no_pin_reason: deliveries.no_pin_reason,
      no_pin_seen_at: deliveries.no_pin_seen_at,
      promised_until: order_promises.first_promised_until,
      at_door: sql<Date>`${at_door}`.mapWith(deliveries.closed_at),
      kitchen_late: sql<boolean>`coalesce(${movedAt('complete')} > ${said_ready_by}, false)`,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .where(and(eq(deliveries.rider_id, rider_id), gte(deliveries.closed_at, since)))
  return rows.flatMap(({ closed_at, ...row }) => (closed_at ? [{ ...row, closed_at }] : []))
}

/** The food of refunds that a rider bears. Fee and tip are not the rider's to pay back (`riderBalance`). */
async function borneSince(db: Db, rider_id: string, since: Date): Promise<RiderRecord['borne']> {
  const rows = await db
    .select({ order_id: deliveries.order_id, amount: refunds.amount, fee: refunds.delivery_fee, tip: refunds.tip })
    .from(refunds)
    .innerJoin(deliveries, eq(deliveries.order_id, refunds.order_id))
    .where(and(eq(refunds.borne_by, 'rider'), eq(deliveries.rider_id, rider_id), gte(refunds.created_at, since)))
    .orderBy(desc(refunds.created_at))
  return rows.map(({ order_id, amount, fee, tip }) => ({ order_id, amount: kobo(amount - fee - tip) }))
}
