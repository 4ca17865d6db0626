import { and, asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { isReady } from '../../orders/lifecycle.ts'
import { type DeliveryFacts, deliveryFacts } from '../delivery-facts.ts'
import { deliveries, delivery_history, order_promises, riders } from '../tables.ts'
import { latenessOf } from '../windows/late-orders.ts'
import { readyAt } from './dispatch-snapshot.ts'

/** The most open deliveries that are watched at once, those that were promised first. */
export const MOST_WATCHED = 1000
/**
 * Food that is ready within so many minutes, or is ready, and has waited for a rider this long needs an admin. Riders
 * who are asked, take it and give it back do not restart the wait: for the customer it is one.
 */
export const ALARM_MINUTES = 6
/** A rider with food to fetch or bring who reports nothing for this long has a problem, or a broken phone. */
const STUCK_MINUTES = 20

/** What can be wrong with a delivery, worst first. */
export const delivery_troubles = ['incident', 'late', 'at_risk', 'no_rider', 'declined', 'stuck'] as const
export type DeliveryTrouble = (typeof delivery_troubles)[number]

export type WatchedDelivery = {
  facts: DeliveryFacts
  /** How many riders declined it, ignored it or gave it back. */
  refusals: number
  troubles: readonly DeliveryTrouble[]
}

/**
 * The open deliveries and what is wrong with each, earliest promise first. The dispatch board and the admins' dashboard
 * both use it to show what needs a person.
 */
export async function watchedDeliveries(db: Db, now: Date, most = MOST_WATCHED): Promise<WatchedDelivery[]> {
  const first_ones = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .leftJoin(order_promises, eq(order_promises.order_id, deliveries.order_id))
    .where(is_open)
    .orderBy(asc(sql`coalesce(${order_promises.first_promised_until}, ${deliveries.created_at})`), asc(deliveries.id))
    .limit(most)
  const open = await deliveryFacts(db, inArray(deliveries.id, first_ones))
  const [refused, on_duty] = await Promise.all([
    refusedBy(
      db,
      open.map(({ delivery }) => delivery.id),
    ),
    db.select({ user_id: riders.user_id }).from(riders).where(isNotNull(riders.on_duty_since)),
  ])
  return open
    .map((facts) => {
      const by = refused.get(facts.delivery.id) ?? []
      const declined = by.length > 0 && on_duty.every(({ user_id }) => by.includes(user_id))
      return { facts, refusals: by.length, troubles: troublesOf(facts, declined, now) }
    })
    .toSorted((left, right) => dueOf(left.facts).getTime() - dueOf(right.facts).getTime())
}

/** How many open deliveries there are beside so many. */
export async function unwatchedDeliveries(db: Db, most = MOST_WATCHED): Promise<number> {
  const [all] = await db.select({ open: count() }).from(deliveries).where(is_open)
  return Math.max((all?.open ?? 0) - most, 0)
}

const is_open = sql`${deliveries.status} not in ('Delivered', 'Cancelled')`

/** Whether a delivery that has no rider should have had one by now. */
export function waitsTooLong(facts: DeliveryFacts, now: Date): boolean {
  const soon_ready = readyAt(facts).getTime() - minutes(ALARM_MINUTES)
  const since = Math.max(facts.delivery.created_at.getTime(), soon_ready)
  return now.getTime() - since >= minutes(ALARM_MINUTES)
}

function troublesOf(facts: DeliveryFacts, declined: boolean, now: Date): DeliveryTrouble[] {
  const { delivery, promise } = facts
  const lateness =
    promise && latenessOf({ first_until: promise.first.until, expected_until: promise.expected.until }, now)
  const found: Record<DeliveryTrouble, boolean> = {
    incident: facts.incident !== null,
    late: lateness === 'late',
    at_risk: lateness === 'at_risk',
    no_rider: delivery.rider_id === null && waitsTooLong(facts, now),
    declined: delivery.status === 'Waiting' && declined,
    stuck: isStuck(facts, now),
  }
  return delivery_troubles.filter((trouble) => found[trouble])
}

function isStuck({ delivery, order }: DeliveryFacts, now: Date): boolean {
  const last = delivery.picked_up_at ?? delivery.at_vendor_at ?? delivery.assigned_at
  if (!last || (delivery.status === 'At vendor' && !isReady(order.status))) return false
  // The rider at a vendor waits until the food is ready: time before `ready_by` does not count.
  const since = delivery.status === 'At vendor' && order.ready_by && order.ready_by > last ? order.ready_by : last
  return now.getTime() - since.getTime() >= minutes(STUCK_MINUTES)
}

/** When its customer wants it: the first promise, or the payment time of orders older than promises. */
const dueOf = ({ promise, order }: DeliveryFacts) => promise?.first.until ?? order.created_at

const minutes = (count: number) => count * 60_000

async function refusedBy(db: Db, delivery_ids: readonly number[]): Promise<Map<number, string[]>> {
  if (delivery_ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: delivery_history.delivery_id,
      riders: sql<string[]>`array_agg(distinct ${delivery_history.rider_id})`,
    })
    .from(delivery_history)
    .where(
      and(
        inArray(delivery_history.delivery_id, [...delivery_ids]),
        inArray(delivery_history.verb, ['decline', 'give_back', 'expire']),
        isNotNull(delivery_history.rider_id),
      ),
    )
    .groupBy(delivery_history.delivery_id)
  return new Map(rows.map((row) => [row.id, row.riders]))
}
