import { eq } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { deliverOrder } from '../../orders/deliver-order.ts'
import { refuseOtherRider, type SeenRider } from '../seen-rider.ts'
import { deliveries } from '../tables.ts'

/**
 * An admin marks for a rider that the customer has the food (`deliverOrder`), by which that rider earned it. Besides
 * what that refuses: as `stale` where another rider has the delivery than was shown.
 */
export function deliverFrom(
  deps: AnnouncingDeps,
  actor: Actor,
  { seen_rider_id = '', ...deliver }: { order_id: number; reason?: string } & SeenRider,
) {
  return deliverOrder(deps, actor, deliver, async (tx) => {
    const of_order = eq(deliveries.order_id, deliver.order_id)
    const [delivery] = await tx.select().from(deliveries).where(of_order).for('no key update')
    return delivery ? refuseOtherRider(delivery, { seen_rider_id }) : null
  })
}
