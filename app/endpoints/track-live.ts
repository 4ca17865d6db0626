import { checkoutOfTrackToken, trackedCheckout } from '../../domain/checkout/track/tracked-orders.ts'
import { mapKey } from '../../domain/delivery/riders/go-on-duty.ts'
import { services_context } from '../services.ts'
import { isOfMap, versionLike } from '../storefront/track/track-view.server.ts'
import type { Route } from './+types/track-live'
import { eventStream } from './event-stream.ts'

/** A stream ends after so many heartbeats (an hour), so that a forgotten page does not keep its connection for ever. */
const MOST_BEATS = 144

/**
 * Tells an open tracking page that something changed. `v` is the version that the page shows:
 * a newer one is told at once.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, live } = context.get(services_context)
  const checkout = await checkoutOfTrackToken(db, params.token)
  if (!checkout) throw new Response('Not found', { status: 404 })
  const { checkout_id } = checkout
  const known = new URL(request.url).searchParams.get('v')
  return eventStream(request, live, {
    key: checkout_id,
    hears: [checkout_id, ...(isOfMap(known) ? [mapKey(checkout_id)] : [])],
    clock,
    most_beats: MOST_BEATS,
    async begin(hear) {
      const present = await trackedCheckout(db, params.token)
      if (present && versionLike(known, present, clock.now()) !== known) hear({ kind: 'news', news_id: null })
    },
  })
}
