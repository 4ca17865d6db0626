import type { RouterContextProvider } from 'react-router'
import { openOffer } from '../../../domain/delivery/offers/rider-offer.ts'
import { hasUnread, unreadNews } from '../../../domain/notifications/bell/bell.ts'
import { requireSignedIn } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { offerView } from './desk-view.server.ts'

/** What comes up over every page of a rider; null for everybody else. */
export async function riderAlerts(context: Readonly<RouterContextProvider>, request: Request) {
  const { db, clock } = context.get(services_context)
  const { actor } = await requireSignedIn(context, request)
  if (actor.role !== 'rider') return null
  const now = clock.now()
  const [offer, sent_off_duty, stopped, called_off] = await Promise.all([
    openOffer(db, actor.user_id, now),
    hasUnread(db, actor.user_id, 'sent_off_duty'),
    hasUnread(db, actor.user_id, 'stopped_riding'),
    unreadNews(db, actor.user_id, 'called_off'),
  ])
  return { offer: offer && offerView(offer, now), sent_off_duty, stopped, called_off }
}

export type RiderAlertsView = NonNullable<Awaited<ReturnType<typeof riderAlerts>>>
