import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import type { DeliveryFacts } from '../delivery/delivery-facts.ts'
import { handedOverWithoutPin } from '../delivery/dispatch/dispatch-board.ts'
import { ordersAtKitchen } from '../delivery/dispatch/orders-at-kitchen.ts'
import { type DeliveryTrouble, watchedDeliveries } from '../delivery/dispatch/watched-deliveries.ts'
import { waysToSee } from '../delivery/incidents/ways-to-see.ts'
import { begun_at } from '../orders/acceptance/begun-at.ts'
import { isReady } from '../orders/lifecycle.ts'
import { missingText } from '../orders/missing-dish/missing-of-orders.ts'
import { missing_dishes, orders } from '../orders/tables.ts'
import { ESCALATION } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'

/**
 * Orders in trouble, as on the dispatch board: one line for each thing that is wrong with one. Of what is collected
 * only lateness can be.
 */
export async function ordersInTrouble(db: Db, now: Date): Promise<WaitingLine[]> {
  const [watched, at_kitchen] = await Promise.all([watchedDeliveries(db, now), ordersAtKitchen(db, now)])
  const brought = watched.flatMap(({ facts, troubles }) => {
    const { delivery, order, vendor, promise, incident } = facts
    return troubles.map((kind) => ({
      kind,
      id: order.id,
      since: order.created_at,
      order_id: order.id,
      delivery_id: delivery.id,
      has_rider: delivery.rider_id !== null,
      name: vendor.name,
      promised_until: promise?.first.until,
      expected_until: promise?.expected.until,
      about: incident?.reason ?? null,
      ...whomToCall(facts, kind),
    }))
  })
  const others = at_kitchen.flatMap((order) =>
    order.troubles.map((kind) => ({
      kind,
      id: order.order_id,
      since: order.begun_at,
      order_id: order.order_id,
      name: order.vendor_name,
      promised_until: order.promised_until ?? undefined,
      expected_until: order.expected_until ?? undefined,
      phone: order.vendor_phone,
      whose_phone: order.vendor_name,
    })),
  )
  return [...brought, ...others]
}

/** Until it is ready its kitchen knows why, afterwards its rider. */
function whomToCall({ order, vendor, rider }: DeliveryFacts, kind: DeliveryTrouble) {
  const of_kitchen = { phone: vendor.phone, whose_phone: vendor.name }
  const of_rider = rider && { phone: rider.phone, whose_phone: rider.name ?? 'The rider' }
  if (kind === 'incident' || kind === 'stuck') return of_rider ?? {}
  if (kind === 'no_rider' || kind === 'declined') return {}
  return isReady(order.status) ? (of_rider ?? {}) : of_kitchen
}

/** Orders that no kitchen has answered, from the minute at which the admins are called about them (decision 045). */
export async function unacceptedOrders(db: Db, now: Date): Promise<WaitingLine[]> {
  const { call_minutes } = await readSetting(db, ESCALATION)
  const rows = await db
    .select({ id: orders.id, since: begun_at, name: vendors.name, phone: vendors.phone })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(
      and(eq(orders.status, 'Pending').inlineParams(), lte(begun_at, new Date(now.getTime() - call_minutes * 60_000))),
    )
    .orderBy(asc(begun_at))
    .limit(MOST_LINES)
  return rows.map(({ name, ...row }) => ({
    kind: 'orders_unaccepted',
    ...row,
    order_id: row.id,
    name: name ?? '',
    whose_phone: name ?? '',
  }))
}

/** Dishes that are out and whose customers have not chosen yet. */
export async function missingDishes(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({ missing: missing_dishes, phone: orders.customer_phone })
    .from(missing_dishes)
    .innerJoin(orders, eq(orders.id, missing_dishes.order_id))
    .where(isNull(missing_dishes.outcome))
    .orderBy(asc(missing_dishes.answer_by))
    .limit(MOST_LINES)
  return rows.map(({ missing, phone }) => ({
    kind: 'missing_dishes',
    id: missing.id,
    since: missing.marked_at,
    order_id: missing.order_id,
    phone,
    whose_phone: 'The customer',
    expected_until: missing.answer_by,
    about: missingText(missing),
  }))
}

/**
 * Kitchens that we paused, since then: because they let orders lapse (decision 104), or because nothing reached them
 * (decision 133).
 */
export async function silentKitchens(db: Db, now: Date): Promise<WaitingLine[]> {
  // The table names are written out, because a select from one table would leave them out.
  const paused_at = sql<Date>`coalesce((
    select kitchen_history.done_at from kitchen_history
    where kitchen_history.vendor_id = vendors.user_id and kitchen_history.did = 'paused'
      and kitchen_history.role = 'system'
    order by kitchen_history.id desc limit 1), vendors.created_at)`.mapWith(vendors.created_at)
  const rows = await db
    .select({
      ...{ id: vendors.user_id, name: vendors.name, phone: vendors.phone },
      ...{ since: paused_at, unreached: vendors.paused_for_silence },
    })
    .from(vendors)
    .where(
      and(
        or(vendors.paused_for_lapses, vendors.paused_for_silence),
        eq(vendors.status, 'Active').inlineParams(),
        sql`${vendors.paused_until} > ${now.toISOString()}`,
      ),
    )
    .orderBy(asc(paused_at), asc(vendors.id))
    .limit(MOST_LINES)
  return rows.map(({ id, name, phone, since, unreached }) => ({
    kind: 'kitchens_silent',
    ...{ id, phone, since, name: name ?? '', whose_phone: name ?? '', about: unreached ? 'unreached' : null },
    subject: { kind: 'kitchen', id },
  }))
}

/** Hand-overs without the PIN, and ways without a hand-over, that no admin has looked at. */
export async function waysToLookAt(db: Db): Promise<WaitingLine[]> {
  const [without_pin, ways] = await Promise.all([handedOverWithoutPin(db), waysToSee(db)])
  return [
    ...without_pin.flatMap(({ delivery_id, order_id, rider_name, reason, photo, at }) =>
      at
        ? [
            {
              kind: 'without_pin' as const,
              id: delivery_id,
              since: at,
              order_id,
              name: rider_name,
              about: reason,
              photo,
            },
          ]
        : [],
    ),
    ...ways.map(({ incident_id, order_id, rider_name, pay, reason, photo, at }) => ({
      kind: 'ways_to_see' as const,
      id: incident_id,
      since: at,
      order_id,
      name: rider_name,
      amount: pay,
      about: reason,
      photo,
    })),
  ]
}
