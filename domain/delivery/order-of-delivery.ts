import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { deliveries } from './tables.ts'

/** The number of the order that a delivery brings; null when there is no such delivery. */
export async function orderOfDelivery(db: Db, delivery_id: number): Promise<number | null> {
  if (!Number.isSafeInteger(delivery_id)) return null
  const [found] = await db
    .select({ order_id: deliveries.order_id })
    .from(deliveries)
    .where(eq(deliveries.id, delivery_id))
  return found?.order_id ?? null
}
