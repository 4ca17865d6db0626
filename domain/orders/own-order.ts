import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { vendors } from '../catalog/tables.ts'
import { type KitchenRight, kitchenFor } from '../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { orders } from './tables.ts'

export type OwnOrderRefusal = Refused<'not_found', undefined> | Refused<'vendor_inactive', undefined>

/** Whether somebody in the kitchen has just rejected it, and may still take that back. */
export function isRejecting(order: Pick<typeof orders.$inferSelect, 'reject_at'>): boolean {
  return order.reject_at !== null
}

type OwnOrder = Accepted<typeof orders.$inferSelect> | OwnOrderRefusal

/**
 * The order, if it is of the kitchen that somebody works in, and the kitchen is active. Another kitchen's order looks
 * as if it did not exist (docs/promises.md#who-may-come-in). Nothing is locked here: for a verb that locks all orders
 * of the checkout.
 */
export async function ownOrder(
  db: Db | Tx,
  actor: Actor,
  order_id: number,
  right: KitchenRight = 'run_orders',
): Promise<OwnOrder> {
  const vendor_id = kitchenFor(actor, right)
  return allowed(isPossible(vendor_id, order_id) ? await selectOwn(db, vendor_id, order_id) : [])
}

/** The same, with the order locked as it stands: for a verb that looks at it before it moves it. */
export async function lockOwnOrder(
  tx: Tx,
  actor: Actor,
  order_id: number,
  right: KitchenRight = 'run_orders',
): Promise<OwnOrder> {
  const vendor_id = kitchenFor(actor, right)
  const found = isPossible(vendor_id, order_id)
    ? await selectOwn(tx, vendor_id, order_id).for('no key update', { of: orders })
    : []
  return allowed(found)
}

const isPossible = (vendor_id: string | null, order_id: number): vendor_id is string =>
  vendor_id !== null && Number.isSafeInteger(order_id)

function selectOwn(db: Db | Tx, vendor_id: string, order_id: number) {
  return db
    .select({ order: orders, vendor_status: vendors.status })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(and(eq(orders.id, order_id), eq(orders.vendor_id, vendor_id)))
}

function allowed([found]: Awaited<ReturnType<typeof selectOwn>>): OwnOrder {
  if (!found) return refused('not_found')
  return found.vendor_status === 'Active' ? accepted(found.order) : refused('vendor_inactive')
}
