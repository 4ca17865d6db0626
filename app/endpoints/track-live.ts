import { checkoutOfTrackToken, trackedCheckout } from '../../domain/delivery/tracked-orders.ts'
import { type LiveEvent, services_context } from '../services.ts'
import { trackVersion } from '../storefront/track/track-view.server.ts'
import type { Route } from './+types/track-live'

/** A stream ends after so many heartbeats (an hour), so that a forgotten page does not hold its line for ever. */
const MOST_BEATS = 144

/**
 * Tells an open tracking page that something changed (server-sent events). `v` is the version that the page shows: a newer
 * one is told at once.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, live } = context.get(services_context)
  const checkout = await checkoutOfTrackToken(db, params.token)
  if (!checkout) throw new Response('Not found', { status: 404 })
  const encoder = new TextEncoder()
  let leave = () => {}

  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      let beats = 0
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const hear = (event: LiveEvent) => {
        if (event.kind === 'end' || (event.kind === 'beat' && ++beats >= MOST_BEATS)) {
          leave()
          return controller.close()
        }
        send(event.kind === 'beat' ? ': beat\n\n' : 'event: news\ndata: changed\n\n')
      }
      send('retry: 3000\n\n')
      // First listen, then look: what comes in between is told twice rather than never.
      leave = live.subscribe(checkout.checkout_id, hear)
      request.signal.addEventListener('abort', () => leave(), { once: true })
      const known = new URL(request.url).searchParams.get('v')
      const present = await trackedCheckout(db, params.token)
      if (present && trackVersion(present) !== known) hear({ kind: 'news', news_id: null })
    },
    cancel: () => leave(),
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}
