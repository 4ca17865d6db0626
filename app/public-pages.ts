/**
 * The pages that anybody may find by a search engine, besides the restaurants';
 * a page not named here is no place to begin.
 */
export const public_pages: readonly string[] = [
  '/',
  '/restaurants',
  '/about',
  '/vendors',
  '/contact',
  '/faqs',
  '/delivery',
  '/careers',
  '/privacy',
  '/terms',
  '/cookies',
  '/register',
]

/** The one address of a public page, whichever way it was written; null for a page that is not public. */
export function canonicalPath(url: URL): string | null {
  const path = url.pathname.toLowerCase().replace(/(.)\/$/, '$1')
  if (path === '/home') return '/'
  if (!public_pages.includes(path) && !/^\/restaurant\/[^/]+$/.test(path)) return null
  const page = path === '/restaurants' ? Number(url.searchParams.get('page')) : 0
  return Number.isSafeInteger(page) && page > 1 ? `${path}?page=${page}` : path
}
