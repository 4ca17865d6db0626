import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { deliveries, riders } from '../tables.ts'
import { lockRider } from './own-rider.ts'

/**
 * The rider who picked an order up or delivered it, and so the only one who can bear a refund of it. Null while a
 * delivery can still change hands.
 */
export async function carrierOf(db: Db | Tx, order_id: number): Promise<{ user_id: string; name: string } | null> {
  const [found] = await db
    .select({ delivery: deliveries, rider: riders })
    .from(deliveries)
    .innerJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .where(eq(deliveries.order_id, order_id))
  if (!found) return null
  const { delivery, rider } = found
  const carried = ['Picked up', 'Delivered'].includes(delivery.status) || delivery.picked_up_at !== null
  return carried ? { user_id: rider.user_id, name: rider.name ?? rider.email } : null
}

/**
 * The same riders' ids by order, for the verbs that give money back (orders/refunds/bearer.ts). The caller holds the
 * orders; the riders' rows are locked after them, in the sequence of their ids. So a payout and the refund that lessens
 * it take turns, and two refunds of several riders never wait for each other.
 */
export async function lockCarriers(tx: Tx, order_ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const carriers = new Map<number, string>()
  for (const order_id of order_ids) {
    const carrier = await carrierOf(tx, order_id)
    if (carrier) carriers.set(order_id, carrier.user_id)
  }
  for (const rider_id of [...new Set(carriers.values())].sort()) await lockRider(tx, rider_id)
  return carriers
}
