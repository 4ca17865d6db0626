import { eq } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { isReady, type OrderStatus } from '../../orders/lifecycle.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import { type OtherRider, refuseOtherRider, type SeenRider } from '../seen-rider.ts'
import { deliveries } from '../tables.ts'
import { type Delivery, type MoveDeliveryRefusal, moveDelivery } from './move-delivery.ts'

/**
 * An admin marks a step for a rider whose phone cannot: arrived at the vendor, or picked up. The rider keeps the
 * delivery and is paid for it. A hand-over is `deliverFrom`, which needs no PIN from an admin. Refused with the
 * delivery's status when the step is not possible, while the vendor has not marked the food as ready, and as `stale`
 * where another rider has it than was shown.
 */
export async function markStep(
  deps: AnnouncingDeps,
  actor: Actor,
  step: { delivery_id: number; verb: 'arrive' | 'pick_up'; reason: string } & SeenRider,
): Promise<
  | Accepted<Delivery>
  | MoveDeliveryRefusal
  | OtherRider
  | Refused<'not_ready', { status: OrderStatus }>
  | Refused<'bad_reason', undefined>
> {
  if (!may(actor, 'run_orders') || !Number.isSafeInteger(step.delivery_id)) return refused('not_found')
  const reason = admin_reason.safeParse(step.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [found] = await tx.select().from(deliveries).where(eq(deliveries.id, step.delivery_id))
    if (!found) return refused('not_found')
    // The order is locked first, as everywhere; what the decision needs is read after that.
    const [order] = await tx.select().from(orders).where(eq(orders.id, found.order_id)).for('no key update')
    const [locked = found] = await tx.select().from(deliveries).where(eq(deliveries.id, found.id)).for('no key update')
    const other = refuseOtherRider(locked, step)
    if (other) return other
    const by = { verb: step.verb, by: actor, reason: reason.data, now }
    if (step.verb === 'pick_up' && order && !isReady(order.status))
      return refused('not_ready', { status: order.status })
    const moved = await moveDelivery(tx, deps.announce, { delivery_id: found.id, ...by })
    if (!moved.ok) return moved
    // What the rider before had is on its way already.
    if (by.verb === 'pick_up' && order?.status !== 'Picked up') {
      const followed = await moveOrder(tx, deps.announce, {
        order_id: found.order_id,
        ...by,
        verb: 'pick_up',
      })
      if (!followed.ok) throw new Error(`Order ${found.order_id} did not follow its delivery: ${followed.reason}`)
    }
    await recordAudit(tx, {
      actor,
      action: step.verb === 'arrive' ? 'delivery_arrived' : 'delivery_picked_up',
      subject: `delivery:${found.id}`,
      after: { status: moved.value.status, rider_id: moved.value.rider_id },
      reason: reason.data,
      now,
    })
    return moved
  })
}
