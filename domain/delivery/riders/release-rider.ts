import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { carried_statuses } from '../lifecycle.ts'
import { closeOffer, lockOffer } from '../offers/close-offer.ts'
import { moveDelivery } from '../steps/move-delivery.ts'
import { deliveries, offers } from '../tables.ts'

/**
 * Takes from a rider, whose row the caller holds, what can go to another: an open offer is withdrawn, and what was not
 * picked up yet waits again. Answers the numbers of the orders whose food the rider has.
 */
export async function releaseRider(
  tx: Tx,
  announce: Announce,
  release: { rider_id: string; actor: Actor; now: Date },
): Promise<number[]> {
  const { rider_id, actor: by, now } = release
  const { open, held } = await lockHeld(tx, rider_id)
  const locked = open && (await lockOffer(tx, open.id))
  if (locked?.offer.status === 'Open') await closeOffer(tx, announce, { locked, verb: 'withdraw', by, now })
  const carried = held.filter((delivery) => delivery.rider_id === rider_id)
  const on_the_way = carried.filter((delivery) => delivery.status === 'Picked up')
  for (const { id, status } of carried) {
    if (status === 'Picked up') continue
    const moved = await moveDelivery(tx, announce, { delivery_id: id, verb: 'unassign', by, now })
    if (!moved.ok) throw new Error(`Delivery ${id} did not leave its rider: ${moved.reason}`)
  }
  return on_the_way.map((delivery) => delivery.order_id)
}

/**
 * Locks all that a rider, whose row the caller holds, carries or is offered, in one statement, by their number: two
 * statements could break the sequence. Nothing more comes to the rider meanwhile.
 */
export async function lockHeld(tx: Tx, rider_id: string) {
  const [open] = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.rider_id, rider_id), eq(offers.status, 'Open')))
  const is_carried = and(eq(deliveries.rider_id, rider_id), inArray(deliveries.status, [...carried_statuses]))
  const held = await tx
    .select()
    .from(deliveries)
    .where(open ? or(is_carried, eq(deliveries.offer_id, open.id)) : is_carried)
    .orderBy(asc(deliveries.id))
    .for('no key update')
  return { open, held }
}
