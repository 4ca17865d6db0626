/** What a page tells the worker of /rider, whose pages it keeps and whose steps it may send. */
export type KeepingNews = { kind: 'keep'; files: string[]; owner: string } | { kind: 'forget' }

/** What a worker asks a page before it rings; only a page with a bell answers. */
export type BellQuestion = { kind: 'has_bell' } | { kind: 'go_to'; url: string }

/** What the storefront's worker asks a page before it leads it to an order's page; answered with its path. */
export type PlaceQuestion = { kind: 'stands_at' }

/** The cache of the rider's own pages. Its name must stay: phones already have it. */
export const KEPT_PAGES = 'rider-pages'
/** The page that opens in the place of all that are not kept. */
export const KEPT_DASHBOARD = '/rider-dashboard'
/** The pages in it, each with its newest data. */
export const kept_pages: readonly string[] = [KEPT_DASHBOARD, '/rider/shifts', '/rider/earnings']
export const dataOf = (page: string) => `${page}.data`
/** Finds what is kept whatever the query or the headers of the request are. */
export const HOWEVER_ASKED = { ignoreSearch: true, ignoreVary: true }
