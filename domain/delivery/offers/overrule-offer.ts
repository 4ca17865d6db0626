import { eq } from 'drizzle-orm'
import { noteScreen } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import type { OfferStatus } from '../lifecycle.ts'
import { lockRider } from '../riders/own-rider.ts'
import { offers } from '../tables.ts'
import { closeOffer, lockOffer, type Offer } from './close-offer.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockOffer>>>

/** How long a rider has to decide from the moment an admin gives them time. */
export const EXTENDED_SECONDS = 120
/** A second press within these seconds adds too little for a second audit entry. */
const SAME_PRESS_SECONDS = 10

export type OverruleRefusal =
  | Refused<'not_found', undefined>
  /** The rider answered it, or its time was over, before the admin came. */
  | Refused<'offer_closed', { status: OfferStatus }>

/**
 * An admin, perhaps on the phone with the rider, gives two minutes to decide from now on. Refused once the offer is
 * answered or its time is over, even if no clock has ended it yet. A second press changes nothing.
 */
export async function extendOffer(
  deps: AnnouncingDeps,
  actor: Actor,
  offer_id: number,
): Promise<Accepted<Offer> | OverruleRefusal> {
  const now = deps.clock.now()
  return overrule(deps, actor, offer_id, async (tx, { offer }) => {
    if (offer.expires_at <= now) return refused('offer_closed', { status: 'Expired' })
    const expires_at = new Date(now.getTime() + EXTENDED_SECONDS * 1000)
    if (expires_at.getTime() - offer.expires_at.getTime() < SAME_PRESS_SECONDS * 1000) return accepted(offer)
    noteScreen(tx, offer.rider_id)
    await tx.update(offers).set({ expires_at }).where(eq(offers.id, offer.id))
    await recordAudit(tx, {
      actor,
      action: 'offer_extended',
      subject: `offer:${offer.id}`,
      before: { expires_at: offer.expires_at.toISOString() },
      after: { expires_at: expires_at.toISOString() },
      now,
    })
    return accepted({ ...offer, expires_at })
  })
}

/**
 * An admin withdraws an offer before it is answered; what it held waits again, and the same rider may be asked again.
 * Refused with the offer's status once it is closed.
 */
export async function withdrawOffer(
  deps: AnnouncingDeps,
  actor: Actor,
  offer_id: number,
): Promise<Accepted<Offer> | OverruleRefusal> {
  const now = deps.clock.now()
  return overrule(deps, actor, offer_id, async (tx, locked) => {
    const { offer, held } = locked
    await closeOffer(tx, deps.announce, { locked, verb: 'withdraw', by: actor, now })
    await recordAudit(tx, {
      actor,
      action: 'offer_withdrawn',
      subject: `offer:${offer.id}`,
      before: { rider_id: offer.rider_id, delivery_ids: held.map(({ id }) => id) },
      after: { status: 'Withdrawn' },
      now,
    })
    return accepted({ ...offer, status: 'Withdrawn' as const })
  })
}

/** Common to both: checks the admin, and locks the open offer after its rider, as everywhere. */
async function overrule(
  deps: AnnouncingDeps,
  actor: Actor,
  offer_id: number,
  change: (tx: Tx, locked: Locked) => Promise<Accepted<Offer> | OverruleRefusal>,
): Promise<Accepted<Offer> | OverruleRefusal> {
  if (!may(actor, 'run_orders') || !Number.isSafeInteger(offer_id)) return refused('not_found')
  return deps.db.transaction(async (tx) => {
    const [found] = await tx.select({ rider_id: offers.rider_id }).from(offers).where(eq(offers.id, offer_id))
    if (!found) return refused('not_found')
    await lockRider(tx, found.rider_id)
    const locked = await lockOffer(tx, offer_id)
    if (!locked) return refused('not_found')
    const { status } = locked.offer
    return status === 'Open' ? change(tx, locked) : refused('offer_closed', { status })
  })
}
