import { CUSTOMER_PAGES, HOWEVER_PACKED } from './kept-pages.ts'

export type ForgottenOrder = { track_token: string; order_ids: readonly number[] }

/**
 * Forgets every kept page of a customer that speaks of an order. Each order of a checkout has a link of its own, and
 * the receipt names one of them only: it is known by the numbers.
 */
export async function forgetPages({ track_token, order_ids }: ForgottenOrder): Promise<void> {
  const cache = await caches.open(CUSTOMER_PAGES)
  const number = new RegExp(`\\border(?: numbers?)?(?:<[^>]*>|[\\s·:])*(?:\\d+, )*(?:${order_ids.join('|')})\\b`, 'i')
  for (const request of await cache.keys()) {
    if (!/\/(track\/|order-summary)/.test(request.url)) continue
    const html = (await (await cache.match(request, HOWEVER_PACKED))?.text()) ?? ''
    if (html.includes(track_token) || number.test(html)) await cache.delete(request, HOWEVER_PACKED)
  }
}
