import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { OrderStatus } from '../../orders/lifecycle.ts'
import { orders } from '../../orders/tables.ts'
import { deliveries } from '../tables.ts'
import type { Delivery } from './move-delivery.ts'

/**
 * A delivery that this rider has, with its order, both locked, the order first as everywhere. Null for another rider's,
 * for one that was taken away and for one that does not exist, so nobody can tell them apart
 * (docs/promises.md#who-may-come-in).
 */
export async function lockOwnDelivery(
  tx: Tx,
  actor: Actor,
  delivery_id: number,
): Promise<{ delivery: Delivery; order_status: OrderStatus } | null> {
  if (actor.role !== 'rider' || !Number.isSafeInteger(delivery_id)) return null
  const own = and(eq(deliveries.id, delivery_id), eq(deliveries.rider_id, actor.user_id))
  const [found] = await tx.select({ order_id: deliveries.order_id }).from(deliveries).where(own)
  if (!found) return null
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, found.order_id))
    .for('no key update')
  const [delivery] = await tx.select().from(deliveries).where(own).for('no key update')
  return delivery && order ? { delivery, order_status: order.status } : null
}
