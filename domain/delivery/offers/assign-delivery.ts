import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { lockRider, type Rider } from '../riders/own-rider.ts'
import { payForOrder } from '../riders/rider-pay.ts'
import { type OtherRider, refuseOtherRider, type SeenRider } from '../seen-rider.ts'
import { type Delivery, type MoveDeliveryRefusal, moveDelivery } from '../steps/move-delivery.ts'
import { deliveries } from '../tables.ts'
import { withdrawIfEmpty } from './close-offer.ts'

/** The move that frees a delivery for another rider, by its status; after it the delivery waits. */
const freed_by = { Offered: 'withdraw', Assigned: 'unassign', 'At vendor': 'unassign' } as const

/**
 * An admin overrules the dispatcher: this rider carries the delivery, whether it waited, was offered or had another
 * rider, who loses it. The rider must be Active but may be off duty, since the admin has called. Refused with the
 * delivery's status once the food is picked up, and as `stale` where another has it than was shown; nothing changes if
 * this rider already has it.
 */
export async function assignDelivery(
  deps: AnnouncingDeps,
  actor: Actor,
  assignment: { delivery_id: number; rider_id: string } & SeenRider,
): Promise<
  Accepted<Delivery> | MoveDeliveryRefusal | OtherRider | Refused<'rider_inactive', { status: Rider['status'] }>
> {
  if (!may(actor, 'run_orders')) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockOrderOf(tx, assignment.delivery_id)
    const rider = await lockRider(tx, assignment.rider_id)
    if (!rider) return refused('not_found')
    const delivery = await lockDelivery(tx, assignment.delivery_id)
    if (!delivery) return refused('not_found')
    if (rider.status !== 'Active') return refused('rider_inactive', { status: rider.status })
    const { status } = delivery
    if (delivery.rider_id === rider.user_id && (status === 'Assigned' || status === 'At vendor')) {
      return accepted(delivery)
    }
    const other = refuseOtherRider(delivery, assignment)
    if (other) return other
    const by = { delivery_id: delivery.id, by: actor, now }
    if (status === 'Offered' || status === 'Assigned' || status === 'At vendor') {
      const freed = await moveDelivery(tx, deps.announce, { ...by, verb: freed_by[status] })
      if (!freed.ok) return freed
      if (delivery.offer_id !== null) {
        await withdrawIfEmpty(tx, deps.announce, { ...by, offer_id: delivery.offer_id })
      }
    }
    const moved = await moveDelivery(tx, deps.announce, {
      ...by,
      verb: 'assign',
      rider: { rider_id: rider.user_id, pay: await payForOrder(tx, delivery.order_id) },
    })
    if (!moved.ok) return moved
    await recordAudit(tx, {
      actor,
      action: 'delivery_assigned',
      subject: `delivery:${delivery.id}`,
      before: { status, rider_id: delivery.rider_id },
      after: { status: moved.value.status, rider_id: rider.user_id },
      now,
    })
    return moved
  })
}

/**
 * An admin takes a delivery from its rider, with a reason; it waits again. Refused once the food is picked up, and as
 * `stale` where another has it than was shown.
 */
export async function unassignDelivery(
  deps: AnnouncingDeps,
  actor: Actor,
  change: { delivery_id: number; reason: string } & SeenRider,
): Promise<Accepted<Delivery> | MoveDeliveryRefusal | OtherRider | Refused<'bad_reason', undefined>> {
  if (!may(actor, 'run_orders')) return refused('not_found')
  const reason = admin_reason.safeParse(change.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, change.delivery_id)
    if (!delivery) return refused('not_found')
    const other = refuseOtherRider(delivery, change)
    if (other) return other
    const moved = await moveDelivery(tx, deps.announce, {
      delivery_id: delivery.id,
      verb: 'unassign',
      by: actor,
      reason: reason.data,
      now,
    })
    if (!moved.ok) return moved
    await recordAudit(tx, {
      actor,
      action: 'delivery_unassigned',
      subject: `delivery:${delivery.id}`,
      before: { status: delivery.status, rider_id: delivery.rider_id },
      after: { status: moved.value.status, rider_id: null },
      reason: reason.data,
      now,
    })
    return moved
  })
}

/** Locks the order first, since its food may be picked up at this moment. */
async function lockOrderOf(tx: Tx, delivery_id: number): Promise<void> {
  if (!Number.isSafeInteger(delivery_id)) return
  const order_id = tx.select({ id: deliveries.order_id }).from(deliveries).where(eq(deliveries.id, delivery_id))
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, order_id)).for('no key update')
}

async function lockDelivery(tx: Tx, delivery_id: number): Promise<Delivery | null> {
  if (!Number.isSafeInteger(delivery_id)) return null
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery_id)).for('no key update')
  return delivery ?? null
}
