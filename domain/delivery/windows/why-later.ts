import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { orders } from '../../orders/tables.ts'
import type { LaterReason } from '../lifecycle.ts'
import { deliveries } from '../tables.ts'

/**
 * What an order waits for that comes later than its customer was told: its food, or a rider. Null when both are there,
 * so that nobody can say why.
 */
export async function whyLater(tx: Tx, order_id: number, riders_on_duty: number): Promise<LaterReason | null> {
  const [found] = await tx
    .select({ status: orders.status, rider_id: deliveries.rider_id })
    .from(orders)
    .leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    .where(eq(orders.id, order_id))
  if (!found) return null
  if (found.status === 'Pending' || found.status === 'Accepted') return 'kitchen'
  if (found.status !== 'Completed' || found.rider_id !== null) return null
  return riders_on_duty === 0 ? 'nobody_on_duty' : 'riders_busy'
}
