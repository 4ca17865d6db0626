import { latestLink } from '../../domain/checkout/checkout-by-link.ts'
import { checkoutSummary, leadsOn } from '../../domain/checkout/checkout-summary.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/checkout-state'

/** Where a checkout stands, in a few bytes: for a page that waits for the bank, and for a browser that comes back. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const asked = await checkoutSummary(db, new URL(request.url).searchParams.get('order') ?? '')
  // Of what gave way, the state is that of the order in its stead, unless money came for it.
  const summary = asked && leadsOn(asked) ? await checkoutSummary(db, await latestLink(db, asked.link_token)) : asked
  return Response.json(
    { state: summary?.state ?? 'unknown' },
    { status: summary ? 200 : 404, headers: { 'cache-control': 'no-store' } },
  )
}
