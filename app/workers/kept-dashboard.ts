import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import type { StrategyOptions } from 'workbox-strategies/Strategy.js'
import { HOWEVER_ASKED, KEPT_DASHBOARD, KEPT_DATA, KEPT_PAGES } from '../ui/worker-messages.ts'

// What a rider's phone keeps, and how each kind of request is answered from it.

/** This name must stay: phones already have the cache. */
const FILES = 'rider-files'
/**
 * Where the signed-in rider is noted. The note is deleted with the pages, so that after a logout nobody's steps are
 * sent.
 */
const OWNER = '/rider-owner'
/** Older builds' files go first. */
const MOST_FILES = 80
/** After this, a kept page is shown as if offline. */
const PATIENCE_SECONDS = 6

/**
 * An answer requested before a logout may arrive after it, and a page that is about to go may still ask. So nothing is
 * kept, and this is null, from `forget` until a page asks to be kept; after that, only answers requested under the same
 * symbol are kept.
 */
let keeping: symbol | null = Symbol()

const forgetPages = () => caches.delete(KEPT_PAGES)
const keptDashboard = () => caches.match(KEPT_DASHBOARD, HOWEVER_ASKED)

/** Keeps an answer under one address, and deletes what was kept under `older`. */
function keptAs(path: string, older?: string): NonNullable<StrategyOptions['plugins']>[number] {
  const mayKeep = (state?: Record<string, unknown>) => keeping !== null && state?.keeping === keeping
  return {
    handlerWillStart: async ({ state }) => void Object.assign(state ?? {}, { keeping }),
    cacheKeyWillBeUsed: async () => path,
    cacheWillUpdate: async ({ response, state }) => {
      // A redirect says that nobody, or somebody else, is signed in.
      const is_redirect = response.type === 'opaqueredirect' || response.redirected || response.status === 202
      if (!is_redirect && response.status !== 200) return null
      if (!is_redirect && mayKeep(state)) return response
      await forgetPages()
      return null
    },
    cacheDidUpdate: async ({ state }) => {
      if (older) await (await caches.open(KEPT_PAGES)).delete(older, HOWEVER_ASKED)
      // Somebody logged out while it was written down.
      if (!mayKeep(state)) await forgetPages()
    },
  }
}

/** A whole page is newer than the data that came before it. */
export const dashboard = new NetworkFirst({
  cacheName: KEPT_PAGES,
  matchOptions: HOWEVER_ASKED,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  plugins: [keptAs(KEPT_DASHBOARD, KEPT_DATA)],
})

export const dashboardData = new NetworkFirst({
  cacheName: KEPT_PAGES,
  matchOptions: HOWEVER_ASKED,
  plugins: [keptAs(KEPT_DATA)],
})

/** A file under /assets never changes. */
export const files = new CacheFirst({ cacheName: FILES, matchOptions: HOWEVER_ASKED })

/** The rider's other pages need a network; without one they lead to the page that does not. */
export const otherPages = new NetworkOnly({
  plugins: [
    {
      handlerDidError: async () => ((await keptDashboard()) ? Response.redirect(KEPT_DASHBOARD) : undefined),
    },
  ],
})

export function forget(): Promise<boolean> {
  keeping = null
  return forgetPages()
}

/** Keeps the dashboard and the files that its page named, for the rider who is signed in. */
export async function keep(event: ExtendableEvent, named: readonly string[], owner: string): Promise<void> {
  keeping ??= Symbol()
  await (await caches.open(KEPT_PAGES)).put(OWNER, new Response(owner))
  for (const request of named) await Promise.all(files.handleAll({ event, request }))
  const cache = await caches.open(FILES)
  const kept = await cache.keys()
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_FILES))) await cache.delete(old)
  if (!(await keptDashboard())) await Promise.all(dashboard.handleAll({ event, request: KEPT_DASHBOARD }))
}

export async function signedIn(): Promise<string | undefined> {
  return (await caches.match(OWNER, HOWEVER_ASKED))?.text()
}
