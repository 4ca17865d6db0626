import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { orders } from '../../orders/tables.ts'
import { carried_statuses } from '../lifecycle.ts'
import type { Delivery } from '../steps/move-delivery.ts'
import { deliveries } from '../tables.ts'

/**
 * Whoever pays a way or not, by whether the rider fetches another order too, does so alone for this rider until the
 * commit: of two that are called off at the same moment, neither would know that the other is. Nothing of orders,
 * riders or deliveries is locked after it.
 */
export async function lockWaysOf(tx: Tx, rider_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ways of rider ${rider_id}`}, 0))`)
}

/** Whether the rider of a delivery has another one of its kitchen in hand: with that one the way there is paid. */
export async function fetchesAnother(
  tx: Tx,
  { id, order_id, rider_id }: Pick<Delivery, 'id' | 'order_id' | 'rider_id'>,
): Promise<boolean> {
  if (rider_id === null) return false
  const kitchen = tx.select({ vendor_id: orders.vendor_id }).from(orders).where(eq(orders.id, order_id))
  const of_kitchen = tx.select({ id: orders.id }).from(orders).where(inArray(orders.vendor_id, kitchen))
  const others = and(
    ...[ne(deliveries.id, id), eq(deliveries.rider_id, rider_id), inArray(deliveries.order_id, of_kitchen)],
    inArray(deliveries.status, [...carried_statuses]),
  )
  return (await tx.$count(deliveries, others)) > 0
}
