/** Whose a kept page is: the same for everybody, or the customer's who holds its link. */
export type Whose = 'everybody' | 'customer'

/** Pages of customers that open without a line. Their names must stay: phones already have the caches. */
export const CUSTOMER_PAGES = 'customer-pages'
export const CUSTOMER_FILES = 'customer-files'
/** Answers of a page differ by nothing but how they are compressed. */
export const HOWEVER_PACKED = { ignoreVary: true }

/** What a page tells app/workers/customer-worker.ts. */
export type CustomerNews =
  | { kind: 'keep_page'; path: string; files: string[] }
  | { kind: 'forget_order'; track_token: string; order_ids: number[] }

const for_everybody = /^\/($|(restaurants|orders|contact|faqs)$|restaurant\/[^/?]+$)/i
const customers = /^\/track\/[^/?]+$/i
const receipt = /^\/order-summary\?order=[^&]+$/i
const storefront =
  /^\/($|(home|restaurants?|checkout|cart|order-summary|track|orders|about|vendors|contact|faqs|delivery|careers|privacy|terms|cookies)($|\/))/i

/** Whether a page with this path is shown to customers; accounts and back offices are not. */
export function isCustomersPage(pathname: string): boolean {
  return storefront.test(pathname)
}

/** Whose the page of a path with its query is, where it may be kept; null where it may not. */
export function whoseKeptPage(path: string): Whose | null {
  if (for_everybody.test(path)) return 'everybody'
  return customers.test(path) || receipt.test(path) ? 'customer' : null
}

/** The path of the page to which a request of React Router for data belongs; null for another request. */
export function pageOfData({ pathname, searchParams }: URL): string | null {
  if (!pathname.endsWith('.data')) return null
  const query = new URLSearchParams(searchParams)
  for (const own of ['_routes', 'index']) query.delete(own)
  const path = pathname.replace(/(?<=\/)_\.data$|\.data$/, '')
  return query.size > 0 ? `${path}?${query}` : path
}
