import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import type { MoveRefusal } from '../../move.ts'
import type { OrderStatus } from '../../orders/lifecycle.ts'
import { type OwnOrderRefusal, ownOrder } from '../../orders/own-order.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import { comeBack } from '../incidents/come-back.ts'
import { deliveries, incidents } from '../tables.ts'

/**
 * The kitchen says that food which its rider was to bring back is there, also for a rider whose phone is off
 * (`comeBack`). Refused with the order's status unless it was to be brought back. Safe to repeat.
 */
export async function takeFoodBack(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  order_id: number,
): Promise<Accepted<undefined> | MoveRefusal<OrderStatus> | OwnOrderRefusal> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const own = await ownOrder(tx, actor, order_id)
    if (!own.ok) return own
    const { id, status } = own.value
    const [delivery] = await tx.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.order_id, id))
    const back = { delivery_id: delivery?.id ?? Number.NaN, kitchen_closed: false, at: now, now }
    const came = await comeBack(tx, announce, actor, back)
    return came.ok ? accepted(undefined) : refused('not_allowed', { status })
  })
}

/** Whether the rider of an order is to bring its food back to the kitchen. */
export async function comesBack(db: Db, order_id: number): Promise<boolean> {
  const [found] = await db
    .select({ way_out: incidents.way_out })
    .from(deliveries)
    .innerJoin(incidents, eq(incidents.id, deliveries.incident_id))
    .where(and(eq(deliveries.order_id, order_id), eq(deliveries.status, 'Picked up')))
  return found?.way_out === 'bring_back'
}
