import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { orders } from '../orders/tables.ts'

/**
 * Delivered, or cancelled with something left for the vendor, and not claimed by a payout (docs/product.md#payouts).
 * Only columns of the order's own row decide, so that a lock on it is enough.
 */
function eligible(vendor_id: string) {
  return and(
    eq(orders.vendor_id, vendor_id),
    inArray(orders.status, ['Delivered', 'Cancelled']),
    gt(orders.vendor_share, 0),
    isNull(orders.payout_id),
  )
}

/** The vendor's orders for a payout requested now, oldest first. */
export function eligibleOrders(db: Db, vendor_id: string) {
  return db
    .select({
      id: orders.id,
      total_price: orders.total_price,
      vendor_share: orders.vendor_share,
      created_at: orders.created_at,
    })
    .from(orders)
    .where(eligible(vendor_id))
    .orderBy(orders.id)
}

/**
 * The same, each row locked. Of two requests at once, the second waits here and then finds the orders claimed, because
 * PostgreSQL checks the condition again once the lock is free.
 */
export function lockEligibleOrders(tx: Tx, vendor_id: string) {
  return tx
    .select({ id: orders.id, vendor_share: orders.vendor_share })
    .from(orders)
    .where(eligible(vendor_id))
    .orderBy(orders.id)
    .for('no key update')
}
