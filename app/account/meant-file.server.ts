import type { KitchenActor } from './require-role.ts'

/**
 * The answer to a link to a kitchen's file that stands in a page of another kitchen than the one in front of who
 * presses it; null where it is meant for this one. A link without a kitchen means the one in front.
 */
export function otherKitchensFile({ kitchen }: Pick<KitchenActor, 'kitchen'>, { url }: Request): Response | null {
  const meant = new URL(url).searchParams.get('kitchen')
  if (!meant || meant === kitchen.vendor_id) return null
  const said =
    'Another kitchen is in front of you by now, so nothing was downloaded. Please go back, load the page again, and ' +
    'put in front the kitchen whose file you want.'
  return new Response(said, {
    status: 409,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
