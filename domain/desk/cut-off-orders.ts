import { and, asc, desc, eq, exists, inArray, not, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { cases } from '../cases/tables.ts'
import { vendors } from '../catalog/tables.ts'
import { minutesRiddenTo, type RiddenAt, riddenInSlot, riddenSoon } from '../checkout/quote/ridden-at.ts'
import { checkouts } from '../checkout/tables.ts'
import { orders } from '../orders/tables.ts'
import { closedPlace, place_state } from '../places/closed-place.ts'
import { known, type Point } from '../places/distance.ts'
import { type Campus, readCampus } from '../places/read-campus.ts'
import { places } from '../places/tables.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'

/**
 * Paid orders that cannot be brought: their place was closed since, or no way to it is open, now or in their slot; what
 * is picked up is past its hours, so only ways that were taken away count. Somebody has to agree with the customer on a
 * gate, on collecting it, or on the money, and has once they closed its case.
 */
export async function cutOffOrders(db: Db, now: Date): Promise<WaitingLine[]> {
  const landmark = alias(places, 'landmark')
  const [rows, campus] = await Promise.all([
    db
      .select({
        id: orders.id,
        since: orders.created_at,
        status: orders.status,
        slot_from: orders.slot_from,
        phone: orders.customer_phone,
        place_id: checkouts.place_id,
        place: place_state,
        own: { latitude: vendors.latitude, longitude: vendors.longitude },
        landmark: { latitude: landmark.latitude, longitude: landmark.longitude },
      })
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .innerJoin(places, eq(places.id, checkouts.place_id))
      .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
      .leftJoin(landmark, eq(landmark.name, vendors.landmark))
      .where(
        and(
          inArray(orders.status, ['Pending', 'Accepted', 'Completed', 'Picked up']).inlineParams(),
          not(orders.collects),
          notExists(caseOf(db, closed_by_somebody)),
        ),
      )
      // Those with an open case first: it is closed where they are not among these.
      .orderBy(
        desc(exists(caseOf(db, eq(cases.status, 'Open')))),
        asc(sql`coalesce(${orders.begin_at}, ${orders.created_at})`),
      )
      .limit(10 * MOST_LINES),
    readCampus(db),
  ])
  const minutesTo = minutesOfEach(campus)
  const always = minutesOfEach(withoutHours(campus))
  const soon = riddenSoon({ from: now, until: now })
  const cut_off = rows.filter(({ place, place_id, slot_from, status, ...row }) => {
    if (closedPlace(place)) return true
    const point = known(row.own) ?? known(row.landmark)
    if (!point || place_id === null) return false
    const ridden_at = slot_from && slot_from > now ? riddenInSlot(slot_from) : soon
    const minutes = status === 'Picked up' ? always(point, soon) : minutesTo(point, ridden_at)
    return minutes(place_id) === Number.POSITIVE_INFINITY
  })
  return cut_off.slice(0, MOST_LINES).map(({ id, since, phone, place }) => ({
    kind: 'cut_off',
    ...{ id, since, phone },
    order_id: id,
    whose_phone: 'The customer',
    about: place.name,
    subject: { kind: 'order', id: String(id) },
  }))
}

const closed_by_somebody = and(eq(cases.status, 'Closed'), not(cases.is_settled))

/** The case of an order that is cut off, if it is such a one. */
function caseOf(db: Db, condition: SQL | undefined) {
  const cause = sql`'cut_off:' || ${orders.id}`
  return db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.cause, cause), condition))
}

/** The campus is walked once for each kitchen and time, however many orders there are. */
function minutesOfEach(campus: Campus) {
  const found = new Map<string, (place_id: number) => number>()
  return (point: Point, ridden_at: RiddenAt) => {
    const key = JSON.stringify([point.latitude, point.longitude, ridden_at])
    const minutes = found.get(key) ?? minutesRiddenTo(campus, { point, ridden_at }, null)
    found.set(key, minutes)
    return minutes
  }
}

const withoutHours = (campus: Campus): Campus => ({
  ...campus,
  ways: campus.ways.map((way) => ({ ...way, closed_from: null, closed_until: null })),
})
