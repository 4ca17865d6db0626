import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { order_number } from './forms.ts'
import { orders } from './tables.ts'

/** Which of these kitchens cooks the order; null where none of them does. */
export async function kitchenOfOrder(db: Db, vendor_ids: readonly string[], order_id: number): Promise<string | null> {
  if (vendor_ids.length === 0 || !order_number.safeParse(order_id).success) return null
  const [order] = await db
    .select({ vendor_id: orders.vendor_id })
    .from(orders)
    .where(and(eq(orders.id, order_id), inArray(orders.vendor_id, [...vendor_ids])))
  return order?.vendor_id ?? null
}
