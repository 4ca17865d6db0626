import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import { the_system } from '../../lifecycle.ts'
import { sumKobo } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { lockRider } from '../riders/own-rider.ts'
import { payForOrder } from '../riders/rider-pay.ts'
import { moveDelivery } from '../steps/move-delivery.ts'
import { deliveries, offer_deliveries, offers } from '../tables.ts'

/** How long a rider has to decide. */
export const OFFER_SECONDS = 45

/**
 * Offers deliveries to a rider, to be taken as a whole and in this order. Refused as `stale` when the rider or a
 * delivery is not as the dispatcher saw it: off duty, suspended, deciding about another offer, assigned by hand,
 * cancelled.
 */
export async function makeOffer(
  deps: { db: Db; announce: Announce },
  offer: { rider_id: string; delivery_ids: readonly number[]; now: Date },
): Promise<Accepted<typeof offers.$inferSelect> | Refused<'stale', undefined>> {
  const { rider_id, delivery_ids, now } = offer
  return deps.db.transaction(async (tx) => {
    const rider = await lockRider(tx, rider_id)
    if (rider?.status !== 'Active' || !rider.on_duty_since) return refused('stale')
    const waiting = await tx
      .select()
      .from(deliveries)
      .where(and(inArray(deliveries.id, [...delivery_ids]), eq(deliveries.status, 'Waiting')))
      .orderBy(asc(deliveries.id))
      .for('no key update')
    if (delivery_ids.length === 0 || waiting.length < delivery_ids.length) return refused('stale')
    const [made] = await tx
      .insert(offers)
      .values({ rider_id, offered_at: now, expires_at: new Date(now.getTime() + OFFER_SECONDS * 1000) })
      .onConflictDoNothing()
      .returning()
    // The rider already has an open offer.
    if (!made) return refused('stale')
    const lines = []
    for (const [position, id] of delivery_ids.entries()) {
      const delivery = waiting.find((found) => found.id === id)
      if (!delivery) throw new Error(`Delivery ${id} is not among the locked ones`)
      lines.push({
        offer_id: made.id,
        delivery_id: id,
        position,
        pay: await payForOrder(tx, delivery.order_id),
      })
    }
    await tx.insert(offer_deliveries).values(lines)
    const moved = []
    for (const { delivery_id } of lines) {
      const step = { delivery_id, verb: 'offer', by: the_system, now } as const
      const answer = await moveDelivery(tx, deps.announce, {
        ...step,
        offer: { offer_id: made.id, rider_id },
      })
      if (!answer.ok) throw new Error(`Delivery ${delivery_id} was not offered: ${answer.reason}`)
      moved.push(answer.value)
    }
    const pay = sumKobo(lines.map((line) => line.pay))
    await deps.announce(tx, { kind: 'offer_made', offer: made, deliveries: moved, pay }, now)
    return accepted(made)
  })
}
