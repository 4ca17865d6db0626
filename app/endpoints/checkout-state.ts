import { checkoutSummary } from '../../domain/checkout/checkout-summary.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/checkout-state'

/** Where a checkout stands, in a few bytes: for a page that waits for the bank, and for a browser that comes back. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(services_context)
  const link_token = new URL(request.url).searchParams.get('order') ?? ''
  const summary = await checkoutSummary(db, link_token)
  return Response.json(
    { state: summary?.state ?? 'unknown' },
    { status: summary ? 200 : 404, headers: { 'cache-control': 'no-store' } },
  )
}
