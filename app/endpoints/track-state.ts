import { readAsCustomer } from '../../domain/chat/read-lines.ts'
import { trackedCheckout } from '../../domain/checkout/track/tracked-orders.ts'
import { services_context } from '../services.ts'
import { trackState } from '../storefront/track/track-view.server.ts'
import type { Route } from './+types/track-state'

/**
 * The state of the orders behind a tracking link, in under 300 bytes: for a page that gets no event stream, and for the
 * list of a phone's own orders. It does not tell who ordered or where to.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { db, clock } = services
  const tracked = await trackedCheckout(db, params.token)
  const headers = { 'cache-control': 'no-cache' }
  if (!tracked) return Response.json({ v: null }, { status: 404, headers })
  const query = new URL(request.url).searchParams
  // The page itself says whether somebody has it in front of them.
  if (tracked.has_unread && query.has('visible')) await readAsCustomer(services, tracked.checkout_id)
  const state = trackState(tracked, clock.now(), query.get('v'))
  const etag = `"${state.v}"`
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers: { ...headers, etag } })
  }
  return Response.json(state, { headers: { ...headers, etag } })
}
