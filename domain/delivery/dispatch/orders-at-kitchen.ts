import { and, asc, eq, inArray, lte, or } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { begun_at } from '../../orders/acceptance/begun-at.ts'
import type { OrderStatus } from '../../orders/lifecycle.ts'
import { orders } from '../../orders/tables.ts'
import { known, type Point } from '../../places/distance.ts'
import { places } from '../../places/tables.ts'
import { firstName } from '../delivery-facts.ts'
import { order_promises } from '../tables.ts'
import { latenessOf } from '../windows/late-orders.ts'

const MOST_ROWS = 1000

/** An order that no rider is concerned with: its kitchen has not answered yet, or its customer collects it. */
export type AtKitchenRow = {
  order_id: number
  status: OrderStatus
  collects: boolean
  vendor_id: string
  vendor_name: string
  vendor_phone: string | null
  /** Where its kitchen is; null when nobody knows. */
  pickup: Point | null
  customer_first_name: string
  /** Since when the kitchen has had to do with it. */
  begun_at: Date
  ready_by: Date | null
  promised_until: Date | null
  expected_until: Date | null
  troubles: readonly ('late' | 'at_risk')[]
}

/** The open orders without a delivery that their kitchens have begun with or should, earliest promise first. */
export async function ordersAtKitchen(db: Db, now: Date): Promise<AtKitchenRow[]> {
  const rows = await db
    .select({
      order: orders,
      begun_at,
      vendor: { name: vendors.name, phone: vendors.phone },
      vendor_point: { latitude: vendors.latitude, longitude: vendors.longitude },
      landmark_point: { latitude: places.latitude, longitude: places.longitude },
      promise: { first_until: order_promises.first_promised_until, expected_until: order_promises.promised_until },
    })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(places, eq(places.name, vendors.landmark))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .where(
      and(
        or(
          eq(orders.status, 'Pending').inlineParams(),
          and(orders.collects, inArray(orders.status, ['Accepted', 'Completed']).inlineParams()),
        ),
        lte(begun_at, now),
      ),
    )
    .orderBy(asc(order_promises.first_promised_until), asc(orders.id))
    .limit(MOST_ROWS)
  return rows.map(({ order, vendor, promise, ...row }) => {
    const lateness = promise && order.status !== 'Completed' ? latenessOf(promise, now) : null
    return {
      ...{ order_id: order.id, status: order.status, collects: order.collects, ready_by: order.ready_by },
      ...{ vendor_id: order.vendor_id, vendor_name: vendor.name ?? '', vendor_phone: vendor.phone },
      pickup: known(row.vendor_point) ?? known(row.landmark_point),
      customer_first_name: firstName(order.customer_name),
      begun_at: row.begun_at,
      promised_until: promise?.first_until ?? null,
      expected_until: promise?.expected_until ?? null,
      troubles: lateness ? [lateness] : [],
    }
  })
}
