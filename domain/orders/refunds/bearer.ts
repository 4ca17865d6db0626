import type { Tx } from '../../../db/handle.ts'
import type { RefundBearer } from '../../payments/lifecycle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'

/**
 * Answers, by order, the riders who carried these orders, all of them locked; an order that nobody carried is missing.
 * Deliveries are on a higher rung than orders, so callers of a verb that gives money back pass this in
 * (delivery/riders/carriers.ts); no form says which rider it is.
 */
export type LockCarriers = (tx: Tx, order_ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

/** Who bears a refund. The rider is found from the delivery, never taken from a form. */
export type Bearer = { borne_by: Exclude<RefundBearer, 'rider'> } | { borne_by: 'rider'; rider_id: string }

/** Who bears the refund of each order; refused when the rider should bear it and no rider carried one of the orders. */
export async function findBearers(
  tx: Tx,
  lockCarriers: LockCarriers | undefined,
  { order_ids, borne_by }: { order_ids: readonly number[]; borne_by: RefundBearer },
): Promise<Accepted<(order_id: number) => Bearer> | Refused<'no_rider', undefined>> {
  if (borne_by !== 'rider') return accepted(() => ({ borne_by }))
  const riders = await lockCarriers?.(tx, order_ids)
  if (!riders || order_ids.some((id) => !riders.has(id))) return refused('no_rider')
  return accepted((order_id) => {
    const rider_id = riders.get(order_id)
    if (!rider_id) throw new Error(`Nobody was asked who carried order ${order_id}`)
    return { borne_by, rider_id }
  })
}
