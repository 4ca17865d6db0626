import type { Db } from '../../../db/open.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { openOffer } from '../../../domain/delivery/rider-offer.ts'
import { hasUnread } from '../../../domain/notifications/bell.ts'
import { offerView } from './desk-view.server.ts'

/** What comes up over every page of a rider; null for everybody else. */
export async function riderAlerts(db: Db, actor: Actor, now: Date) {
  if (actor.role !== 'rider') return null
  const [offer, sent_off_duty] = await Promise.all([
    openOffer(db, actor.user_id, now),
    hasUnread(db, actor.user_id, 'sent_off_duty'),
  ])
  return { offer: offer && offerView(offer, now), sent_off_duty }
}

export type RiderAlertsView = NonNullable<Awaited<ReturnType<typeof riderAlerts>>>
