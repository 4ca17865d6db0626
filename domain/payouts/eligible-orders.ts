import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import { orders } from '../orders/tables.ts'
import { refunds } from '../payments/tables.ts'

/** Delivered, claimed by no payout, and not refunded (reading-the-spec: payout eligibility). */
function eligible(vendor_id: string) {
  return and(
    eq(orders.vendor_id, vendor_id),
    eq(orders.status, 'Delivered'),
    isNull(orders.payout_id),
    sql`not exists (select 1 from ${refunds} where ${refunds.order_id} = ${orders.id})`,
  )
}

/** The vendor's orders that a payout would be made of now, oldest first. */
export function eligibleOrders(db: Db, vendor_id: string) {
  return db
    .select({ id: orders.id, total_price: orders.total_price, created_at: orders.created_at })
    .from(orders)
    .where(eligible(vendor_id))
    .orderBy(orders.id)
}

/**
 * The same, each row locked. Of two requests at once the second waits here and then finds the orders claimed, because
 * the condition is looked at again once the lock is free.
 */
export function lockEligibleOrders(tx: Tx, vendor_id: string) {
  return tx
    .select({ id: orders.id, total_price: orders.total_price })
    .from(orders)
    .where(eligible(vendor_id))
    .orderBy(orders.id)
    .for('update')
}
