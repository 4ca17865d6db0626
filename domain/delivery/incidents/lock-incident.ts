import { and, eq, notInArray } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { lockOrdersOfCheckout } from '../../orders/refunds/refundable.ts'
import { orders } from '../../orders/tables.ts'
import { carried_statuses } from '../lifecycle.ts'
import { lockRider } from '../riders/own-rider.ts'
import { lockHeld } from '../riders/release-rider.ts'
import type { Delivery } from '../steps/move-delivery.ts'
import { deliveries, incidents } from '../tables.ts'

export type Incident = typeof incidents.$inferSelect
export type LockedIncident = {
  delivery: Delivery & { rider_id: string }
  order: { id: number; checkout_id: string }
  /** What stands in the way already; null for nothing. */
  incident: Incident | null
}

/**
 * A delivery that somebody carries, for its rider, an admin or the kitchen `vendor_id`, with all that a way out may
 * move locked: the orders of its checkout, its rider, and all that the rider has. Null for everybody else, as for one
 * that does not exist.
 */
export async function lockIncident(
  tx: Tx,
  actor: Actor,
  delivery_id: number,
  vendor_id: string | null = null,
): Promise<LockedIncident | null> {
  if (!Number.isSafeInteger(delivery_id)) return null
  const [found] = await tx
    .select({
      rider_id: deliveries.rider_id,
      vendor_id: orders.vendor_id,
      order: { id: orders.id, checkout_id: orders.checkout_id },
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .where(eq(deliveries.id, delivery_id))
  if (!found?.rider_id) return null
  const is_own = actor.role === 'rider' ? found.rider_id === actor.user_id : found.vendor_id === vendor_id
  if (!is_own && !may(actor, 'run_orders')) return null
  const { rider_id, order } = found
  await lockOrdersOfCheckout(tx, order.checkout_id)
  await lockRider(tx, rider_id)
  const { held } = await lockHeld(tx, rider_id)
  const delivery = held.find(({ id }) => id === delivery_id) ?? (await over(tx, delivery_id, rider_id))
  if (!delivery) return null
  const [incident = null] = delivery.incident_id
    ? await tx.select().from(incidents).where(eq(incidents.id, delivery.incident_id))
    : []
  return { delivery: { ...delivery, rider_id }, order, incident }
}

/** A delivery that was this rider's to its end: nothing changes any more, so there is nothing to lock. */
async function over(tx: Tx, delivery_id: number, rider_id: string): Promise<Delivery | undefined> {
  const is_over = notInArray(deliveries.status, [...carried_statuses])
  const [found] = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, delivery_id), eq(deliveries.rider_id, rider_id), is_over))
  return found
}
