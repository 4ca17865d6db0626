import { eq } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import type { DeliveryStatus } from '../lifecycle.ts'
import { deliveries, incidents } from '../tables.ts'
import { earliestAtDoor } from '../windows/earliest-at-door.ts'
import type { Delivery } from './move-delivery.ts'
import { lockOwnDelivery } from './own-delivery.ts'

/**
 * The rider says that they are at the gate or the door with the food, and the customer is told (decision 156). Not a
 * move: no promise counts as kept by it and no clock begins. Refused for what is not this rider's, before the pick-up,
 * where something else was decided about the food, and before anybody could be there; said twice, the first time
 * counts.
 */
export async function sayAtGate(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  delivery_id: number,
): Promise<
  | Accepted<Delivery>
  | Refused<'not_found', undefined>
  | Refused<'not_allowed', { status: DeliveryStatus }>
  | Refused<'too_soon', { from: Date }>
> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const own = await lockOwnDelivery(tx, actor, delivery_id)
    if (!own) return refused('not_found')
    const { delivery } = own
    const [incident] = delivery.incident_id
      ? await tx.select().from(incidents).where(eq(incidents.id, delivery.incident_id))
      : []
    if (delivery.status !== 'Picked up' || incident?.way_out) return refused('not_allowed', { status: delivery.status })
    if (delivery.at_gate_at) return accepted(delivery)
    const from = await earliestAtDoor(tx, delivery)
    if (from && now < from) return refused('too_soon', { from })
    const there = { ...delivery, at_gate_at: now }
    await tx.update(deliveries).set({ at_gate_at: now }).where(eq(deliveries.id, delivery.id))
    noteOrder(tx, delivery.order_id)
    await announce(tx, { kind: 'rider_at_gate', delivery: there }, now)
    return accepted(there)
  })
}
