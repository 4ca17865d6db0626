import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import type { Mover } from '../../lifecycle.ts'
import { type Delivery, moveDelivery } from '../steps/move-delivery.ts'
import { deliveries, offers } from '../tables.ts'

export type Offer = typeof offers.$inferSelect

/**
 * An offer with the deliveries it still holds, all locked: the deliveries first, by their number, as everywhere. Null
 * when there is no such offer.
 */
export async function lockOffer(tx: Tx, offer_id: number): Promise<{ offer: Offer; held: Delivery[] } | null> {
  if (!Number.isSafeInteger(offer_id)) return null
  const held = await tx
    .select()
    .from(deliveries)
    .where(eq(deliveries.offer_id, offer_id))
    .orderBy(asc(deliveries.id))
    .for('no key update')
  const [offer] = await tx.select().from(offers).where(eq(offers.id, offer_id)).for('no key update')
  return offer ? { offer, held } : null
}

const closed_as = { expire: 'Expired', decline: 'Declined', withdraw: 'Withdrawn' } as const

/** Ends an open offer that `lockOffer` locked; what it held waits again. */
export async function closeOffer(
  tx: Tx,
  announce: Announce,
  close: {
    locked: { offer: Offer; held: Delivery[] }
    verb: keyof typeof closed_as
    by: Mover
    reason?: string
    now: Date
  },
): Promise<void> {
  const { locked, verb, now, ...who } = close
  const closed = { status: closed_as[verb], answered_at: now }
  await tx.update(offers).set(closed).where(eq(offers.id, locked.offer.id))
  for (const { id } of locked.held) {
    const offer = { offer_id: locked.offer.id, rider_id: locked.offer.rider_id }
    const moved = await moveDelivery(tx, announce, { delivery_id: id, verb, now, offer, ...who })
    if (!moved.ok) throw new Error(`Delivery ${id} did not leave its offer: ${moved.reason}`)
  }
  const offer = { ...locked.offer, ...closed }
  await announce(tx, { kind: 'offer_closed', offer, by: who.by }, now)
}

/**
 * Withdraws an open offer that holds no delivery any more, because they were cancelled or assigned by hand. The offer
 * is locked before the count, so when its last two deliveries leave at once, the later one sees it empty.
 */
export async function withdrawIfEmpty(
  tx: Tx,
  announce: Announce,
  { offer_id, by, now }: { offer_id: number; by: Mover; now: Date },
): Promise<void> {
  await tx.select({ id: offers.id }).from(offers).where(eq(offers.id, offer_id)).for('no key update')
  if ((await tx.$count(deliveries, eq(deliveries.offer_id, offer_id))) > 0) return
  const [offer] = await tx
    .update(offers)
    .set({ status: 'Withdrawn', answered_at: now })
    .where(and(eq(offers.id, offer_id), eq(offers.status, 'Open')))
    .returning()
  if (offer) await announce(tx, { kind: 'offer_closed', offer, by }, now)
}
