import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { minutesRiddenTo, riddenInSlot, riddenSoon } from '../checkout/ridden-at.ts'
import { checkouts } from '../checkout/tables.ts'
import { orders } from '../orders/tables.ts'
import { closedPlace, place_state } from '../places/closed-place.ts'
import { known } from '../places/distance.ts'
import { readCampus } from '../places/read-campus.ts'
import { places } from '../places/tables.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'

/**
 * Paid orders that nobody has picked up and that cannot be brought: their place was closed since, or no way to it is
 * open, now or in their slot. Somebody has to agree with the customer on a gate, on collecting it, or on the money.
 */
export async function cutOffOrders(db: Db, now: Date): Promise<WaitingLine[]> {
  const landmark = alias(places, 'landmark')
  const [rows, campus] = await Promise.all([
    db
      .select({
        id: orders.id,
        since: orders.created_at,
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
      .where(and(inArray(orders.status, ['Pending', 'Accepted', 'Completed']).inlineParams(), not(orders.collects)))
      .orderBy(asc(sql`coalesce(${orders.begin_at}, ${orders.created_at})`))
      .limit(10 * MOST_LINES),
    readCampus(db),
  ])
  const cut_off = rows.filter(({ place, place_id, slot_from, ...row }) => {
    if (closedPlace(place)) return true
    const point = known(row.own) ?? known(row.landmark)
    if (!point || place_id === null) return false
    const ridden_at = slot_from && slot_from > now ? riddenInSlot(slot_from) : riddenSoon({ from: now, until: now })
    return minutesRiddenTo(campus, { point, ridden_at }, null)(place_id) === Number.POSITIVE_INFINITY
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
