import type { OfflinePages } from '../../page/page-handle.ts'
import { isLike } from '../../page/path-patterns.ts'

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

/** What the routes say in their handles; server/render.ts writes it before each script that asks. */
declare const OFFLINE_PAGES: OfflinePages

/** Whether a page with this path is shown to customers; accounts and back offices are not. */
export function isCustomersPage(pathname: string): boolean {
  const { everybody, customer, says_why } = OFFLINE_PAGES
  const paths = [...everybody, ...customer, ...says_why].map((pattern) => pattern.replace(/\?.*/, ''))
  return isLike(pathname.replace(/(.)\/$/, '$1'), paths)
}

/** Whether a page speaks of orders itself. */
export function tellsOfOrders(pathname: string): boolean {
  return isLike(pathname.replace(/\/$/, ''), OFFLINE_PAGES.tells_of_orders)
}

/** Whether a page is the same for everybody, whatever its query asks of it. */
export function isForEverybody(pathname: string): boolean {
  return isLike(pathname.replace(/(.)\/$/, '$1'), OFFLINE_PAGES.everybody)
}

/** Whose the page of a path with its query is, where it may be kept; null where it may not. */
export function whoseKeptPage(path: string): Whose | null {
  if (isLike(path, OFFLINE_PAGES.everybody)) return 'everybody'
  return isLike(path, OFFLINE_PAGES.customer) ? 'customer' : null
}

/** The path of the page to which a request of React Router for data belongs; null for another request. */
export function pageOfData({ pathname, searchParams }: URL): string | null {
  if (!pathname.endsWith('.data')) return null
  const query = new URLSearchParams(searchParams)
  for (const own of ['_routes', 'index']) query.delete(own)
  const path = pathname.replace(/(?<=\/)_\.data$|\.data$/, '')
  return query.size > 0 ? `${path}?${query}` : path
}
