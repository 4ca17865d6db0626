import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { readRange, type Taken } from '../keyset.ts'
import { margin_of_order } from '../payments/margin.ts'
import { type AdminFilter, admin_filters } from './lifecycle.ts'
import { orders } from './tables.ts'

/** All orders of a status, placed from `since` until before `before`, oldest first, in portions. */
export function exportOrders(db: Db, range: { filter: AdminFilter } & Taken) {
  const { filter } = range
  return readRange({ id: orders.id, at: orders.created_at }, range, (where, limit) =>
    db
      .select({
        id: orders.id,
        created_at: orders.created_at,
        status: orders.status,
        vendor_name: vendors.name,
        customer_name: orders.customer_name,
        customer_phone: orders.customer_phone,
        items: orders.items,
        total_price: orders.total_price,
        collects: orders.collects,
        slot_from: orders.slot_from,
        delivery_fee: orders.delivery_fee,
        tip: orders.tip,
        discount: orders.discount,
        free_delivery: orders.free_delivery,
        vendor_promotion: orders.vendor_promotion,
        grand_total: orders.grand_total,
        commission: orders.commission,
        vendor_share: orders.vendor_share,
        payment_reference: orders.payment_reference,
        payout_id: orders.payout_id,
        margin_kobo: margin_of_order,
      })
      .from(orders)
      .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
      .where(and(where, filter === 'All' ? undefined : inArray(orders.status, admin_filters[filter])))
      .orderBy(orders.id)
      .limit(limit),
  )
}
