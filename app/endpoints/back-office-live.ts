import { noteSeenKitchen } from '../../domain/catalog/staff/note-seen-kitchen.ts'
import { noteSeenRider } from '../../domain/delivery/riders/note-seen-rider.ts'
import { readBell } from '../../domain/notifications/bell/bell.ts'
import { requireSession } from '../account/require-role.ts'
import { sessionOf } from '../account/tablet-cookie.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/back-office-live'
import { eventStream } from './event-stream.ts'

/**
 * A stream ends after so many heartbeats (a quarter of an hour), so that a forgotten page does not keep its connection
 * for ever.
 */
const MOST_BEATS = 36

/**
 * Tells the signed-in user's open screen that something of theirs changed, for as long as the session lasts.
 * `Last-Event-ID`, or `after` on the first connection, is the newest notification the screen knows: a newer one is told
 * at once.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { db, clock, live } = services
  const { actor, session_id } = await requireSession(context, request)
  const known = Number(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after'))
  // What could not be noted is noted with the next beat.
  const noteSeen = () =>
    void Promise.all([noteSeenRider(services, actor), noteSeenKitchen(services, actor)]).catch(() => {})
  return eventStream(request, live, {
    key: actor.user_id,
    hears: actor.kitchens?.map(({ vendor_id }) => vendor_id) ?? [actor.kitchen?.vendor_id ?? actor.user_id],
    session_id,
    clock,
    most_beats: MOST_BEATS,
    onBeat: noteSeen,
    async begin(hear) {
      noteSeen()
      // The session may have ended before anybody listened.
      if (!(await sessionOf(services, request))) return hear({ kind: 'end' })
      const newest = (await readBell(db, actor, clock.now())).latest[0]?.id ?? 0
      // What admins look at may have moved since the page was made.
      if (newest > (known || 0) || actor.role === 'admin') hear({ kind: 'news', news_id: newest || null })
    },
  })
}
