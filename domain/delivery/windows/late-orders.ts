import { and, asc, eq, inArray, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { MINUTE_MS } from '../../clock.ts'
import { orders } from '../../orders/tables.ts'
import { order_promises } from '../tables.ts'

/** An order expected this much later than promised first will not be on time by luck. */
const AT_RISK_MINUTES = 5
/** The most that are read at once. */
const MOST_ROWS = 2000

/** By when an order was promised first, and by when it is expected now. */
export type FirstAndNow = { first_until: Date; expected_until: Date }

/** What an open order is against its first promise; null while it is expected in time. */
export function latenessOf({ first_until, expected_until }: FirstAndNow, now: Date): 'late' | 'at_risk' | null {
  if (first_until < now) return 'late'
  return expected_until.getTime() - first_until.getTime() >= AT_RISK_MINUTES * MINUTE_MS ? 'at_risk' : null
}

export type LateOrder = { order_id: number; lateness: 'late' | 'at_risk' }

/**
 * Open orders later than promised first, and those that will be; earliest promise first. What waits to be collected has
 * kept its promise.
 */
export async function lateOrders(db: Db, now: Date): Promise<LateOrder[]> {
  const rows = await db
    .select({
      order_id: orders.id,
      first_until: order_promises.first_promised_until,
      expected_until: order_promises.promised_until,
    })
    .from(orders)
    .innerJoin(order_promises, eq(order_promises.order_id, orders.id))
    .where(
      and(
        is_under_way,
        or(
          lt(order_promises.first_promised_until, now),
          sql`${order_promises.promised_until} >=
            ${order_promises.first_promised_until} + make_interval(mins => ${AT_RISK_MINUTES})`,
        ),
      ),
    )
    .orderBy(asc(order_promises.first_promised_until))
    .limit(MOST_ROWS)
  return rows.flatMap(({ order_id, ...promise }) => {
    const lateness = latenessOf(promise, now)
    return lateness ? [{ order_id, lateness }] : []
  })
}

/** Its customer still waits for it to come, or to be ready. */
const is_under_way: SQL | undefined = and(
  inArray(orders.status, ['Pending', 'Accepted', 'Completed', 'Picked up']).inlineParams(),
  or(not(orders.collects), ne(orders.status, 'Completed')),
)

/** The promises of these orders, by their numbers; orders older than windows have none. */
export async function promisesOf(db: Db, order_ids: readonly number[]): Promise<ReadonlyMap<number, FirstAndNow>> {
  if (order_ids.length === 0) return new Map()
  const rows = await db
    .select({
      order_id: order_promises.order_id,
      first_until: order_promises.first_promised_until,
      expected_until: order_promises.promised_until,
    })
    .from(order_promises)
    .where(inArray(order_promises.order_id, [...order_ids]))
  return new Map(rows.map(({ order_id, ...promise }) => [order_id, promise]))
}
