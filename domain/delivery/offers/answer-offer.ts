import { and, asc, eq } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { the_system } from '../../lifecycle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import type { OfferStatus } from '../lifecycle.ts'
import { lockOwnRider, type Rider } from '../riders/own-rider.ts'
import { type Delivery, moveDelivery } from '../steps/move-delivery.ts'
import { deliveries, offer_deliveries, offers } from '../tables.ts'
import { closeOffer, lockOffer, type Offer } from './close-offer.ts'

export type AnswerOfferRefusal =
  | Refused<'not_found', undefined>
  | Refused<'rider_inactive', { status: Rider['status'] }>
  /** It expired, was withdrawn or was answered before. */
  | Refused<'offer_closed', { status: OfferStatus }>

/**
 * A rider accepts an offer as a whole. Refused once it is closed: if the rider accepts while the clock ends it, one of
 * them wins. A second press finds the deliveries taken and answers them again. Another rider's offer is `not_found`.
 */
export async function acceptOffer(
  deps: AnnouncingDeps,
  actor: Actor,
  offer_id: number,
): Promise<Accepted<Delivery[]> | AnswerOfferRefusal> {
  return deps.db.transaction(async (tx) => {
    const rider = await lockOwnRider(tx, actor)
    if (!rider) return refused('not_found')
    const locked = await lockOffer(tx, offer_id)
    if (locked?.offer.rider_id !== rider.user_id) return refused('not_found')
    const { offer, held } = locked
    if (offer.status === 'Accepted') return accepted(await takenBy(tx, offer))
    if (rider.status !== 'Active') return refused('rider_inactive', { status: rider.status })
    const now = deps.clock.now()
    if (offer.status !== 'Open') return refused('offer_closed', { status: offer.status })
    if (offer.expires_at <= now) {
      await closeOffer(tx, deps.announce, { locked, verb: 'expire', by: the_system, now })
      return refused('offer_closed', { status: 'Expired' })
    }
    const closed = { status: 'Accepted', answered_at: now } as const
    await tx.update(offers).set(closed).where(eq(offers.id, offer.id))
    const lines = await tx.select().from(offer_deliveries).where(eq(offer_deliveries.offer_id, offer.id))
    const taken: Delivery[] = []
    for (const { id } of held) {
      const pay = lines.find((line) => line.delivery_id === id)?.pay ?? 0
      const moved = await moveDelivery(tx, deps.announce, {
        delivery_id: id,
        verb: 'accept',
        by: actor,
        rider: { rider_id: rider.user_id, pay },
        now,
      })
      if (!moved.ok) throw new Error(`Delivery ${id} was not taken: ${moved.reason}`)
      taken.push(moved.value)
    }
    await deps.announce(tx, { kind: 'offer_closed', offer: { ...offer, ...closed }, by: actor }, now)
    return accepted(taken)
  })
}

/** A rider declines an offer; its deliveries go to other riders and are not offered to this one again. */
export async function declineOffer(
  deps: AnnouncingDeps,
  actor: Actor,
  offer_id: number,
): Promise<Accepted<undefined> | AnswerOfferRefusal> {
  return deps.db.transaction(async (tx) => {
    const rider = await lockOwnRider(tx, actor)
    if (!rider) return refused('not_found')
    const locked = await lockOffer(tx, offer_id)
    if (locked?.offer.rider_id !== rider.user_id) return refused('not_found')
    const { status } = locked.offer
    if (status === 'Declined') return accepted(undefined)
    if (status !== 'Open') return refused('offer_closed', { status })
    const now = deps.clock.now()
    await closeOffer(tx, deps.announce, { locked, verb: 'decline', by: actor, now })
    return accepted(undefined)
  })
}

async function takenBy(tx: Parameters<typeof lockOffer>[0], offer: Offer): Promise<Delivery[]> {
  const rows = await tx
    .select({ delivery: deliveries })
    .from(offer_deliveries)
    .innerJoin(deliveries, eq(deliveries.id, offer_deliveries.delivery_id))
    .where(and(eq(offer_deliveries.offer_id, offer.id), eq(deliveries.rider_id, offer.rider_id)))
    .orderBy(asc(offer_deliveries.position))
  return rows.map(({ delivery }) => delivery)
}
