import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { vendors } from '../catalog/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { orders } from './tables.ts'

export type OwnOrderRefusal = Refused<'not_found', undefined> | Refused<'vendor_inactive', undefined>

/** Whether somebody in the kitchen has just rejected it, and may still take that back. */
export function isRejecting(order: Pick<typeof orders.$inferSelect, 'reject_at'>): boolean {
  return order.reject_at !== null
}

/**
 * The order, if it is this vendor's and the vendor may work. Another vendor's order looks as if it did not exist
 * (docs/promises.md#who-may-come-in). Nothing is locked here; the verb does that.
 */
export async function ownOrder(
  db: Db | Tx,
  actor: Actor,
  order_id: number,
): Promise<Accepted<typeof orders.$inferSelect> | OwnOrderRefusal> {
  if (actor.role !== 'vendor' || !Number.isSafeInteger(order_id)) return refused('not_found')
  const [found] = await db
    .select({ order: orders, vendor_status: vendors.status })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(and(eq(orders.id, order_id), eq(orders.vendor_id, actor.user_id)))
  if (!found) return refused('not_found')
  return found.vendor_status === 'Active' ? accepted(found.order) : refused('vendor_inactive')
}
