import { and, count, eq, isNull, min } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { missing_dishes, orders } from '../tables.ts'

/**
 * Since when the customer of an order that is still new was choosing about dishes that are out, now that they chose
 * about all of them; null while they choose, and for an order that somebody answered, or is rejecting.
 */
export async function choiceBegan(tx: Tx, order_id: number): Promise<Date | null> {
  const [choice] = await tx
    .select({ began_at: min(missing_dishes.marked_at), all: count(), closed: count(missing_dishes.outcome) })
    .from(missing_dishes)
    .innerJoin(orders, eq(orders.id, missing_dishes.order_id))
    .where(and(eq(orders.id, order_id), eq(orders.status, 'Pending'), isNull(orders.reject_at)))
  return choice && choice.all === choice.closed ? choice.began_at : null
}
