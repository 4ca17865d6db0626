import { and, desc, eq, gt, or } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { campusDate, campusInstant } from '../clock.ts'
import { leftOfOrders } from './refunds/left-of-orders.ts'
import { order_history, orders } from './tables.ts'
import { ticket_columns } from './ticket-columns.ts'

/** A ticket that hangs longer than that is of no order that anybody still cooks. */
const LATELY_MS = 2 * 60 * 60 * 1000
/** What is ordered for later may be cancelled days after it was placed. */
const ORDERED_MS = 7 * 24 * 60 * 60 * 1000
const MOST_ORDERS = 30

/**
 * What a kitchen no longer has to cook: its orders that were cancelled in the last two hours, and those that were given
 * up today because nobody answered, however long its screen has slept; the newest first, at most 30
 * (docs/product.md#the-kitchens-board).
 */
export async function cancelledLately(db: Db, vendor_id: string, now: Date) {
  const rows = await db
    .select({ ...ticket_columns, verb: order_history.verb, cancelled_at: order_history.recorded_at })
    .from(orders)
    .innerJoin(
      order_history,
      and(
        eq(order_history.order_id, orders.id),
        eq(order_history.to_status, 'Cancelled'),
        or(
          gt(order_history.recorded_at, new Date(now.getTime() - LATELY_MS)),
          and(eq(order_history.verb, 'lapse'), gt(order_history.recorded_at, campusInstant(campusDate(now)))),
        ),
      ),
    )
    .where(
      and(
        eq(orders.vendor_id, vendor_id),
        gt(orders.created_at, new Date(now.getTime() - ORDERED_MS)),
        eq(orders.status, 'Cancelled'),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MOST_ORDERS)
  const left = await leftOfOrders(db, rows)
  return left.map((order) => ({ ...order, undo: null, missing: [] }))
}
