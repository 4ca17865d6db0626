import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import type { StrategyOptions } from 'workbox-strategies/Strategy.js'
import { dataOf, HOWEVER_ASKED, KEPT_DASHBOARD, KEPT_PAGES, kept_pages } from '../ui/live/worker-messages.ts'

// What a rider's phone keeps, and how each kind of request is answered from it.

/** This name must stay: phones already have the cache. */
const FILES = 'rider-files'
/**
 * Where the signed-in rider is noted. The note is deleted with the pages, so that after a logout nobody's steps are
 * sent.
 */
const OWNER = '/rider-owner'
/** Older builds' files go first. */
const MOST_FILES = 120
/** A page that nobody opened is kept anew after this. */
const KEPT_AHEAD_MS = 3_600_000
/** After this, a kept page is shown as if offline. */
const PATIENCE_SECONDS = 6

/**
 * An answer requested before a logout may arrive after it, and a page that is about to go may still ask. So nothing is
 * kept, and this is null, from `forget` until a page asks to be kept; after that, only answers requested under the same
 * symbol are kept.
 */
let keeping: symbol | null = Symbol()

const forgetPages = () => caches.delete(KEPT_PAGES)
const keptAnswer = (path: string) => caches.match(path, HOWEVER_ASKED)

/** Keeps an answer under one address, and deletes what was kept under `older`. */
function keptAs(path: string, older?: string): NonNullable<StrategyOptions['plugins']>[number] {
  const mayKeep = (state?: Record<string, unknown>) => keeping !== null && state?.keeping === keeping
  return {
    handlerWillStart: async ({ state }) => {
      if (state) state['keeping'] = keeping
    },
    cacheKeyWillBeUsed: async () => path,
    cacheWillUpdate: async ({ response, state }) => {
      // A redirect says that nobody, or somebody else, is signed in.
      const is_redirect = response.type === 'opaqueredirect' || response.redirected || response.status === 202
      if (!is_redirect && response.status !== 200) return null
      if (is_redirect || !mayKeep(state)) return void (await forgetPages())
      // When a document came, by this phone's clock: nobody may have opened it yet (app/ui/live/server-clock.ts).
      return new Response((await response.text()).replace('<body', `$& data-kept=${Date.now()}`), response)
    },
    cacheDidUpdate: async ({ state }) => {
      if (older) await (await caches.open(KEPT_PAGES)).delete(older, HOWEVER_ASKED)
      // Somebody logged out while it was written down.
      if (!mayKeep(state)) await forgetPages()
    },
  }
}

/** A whole page is newer than the data that came before it. */
const documents = new Map(
  kept_pages.map((page) => [
    page,
    new NetworkFirst({
      cacheName: KEPT_PAGES,
      matchOptions: HOWEVER_ASKED,
      networkTimeoutSeconds: PATIENCE_SECONDS,
      plugins: [keptAs(page, dataOf(page))],
    }),
  ]),
)

const data = new Map(
  kept_pages.map((page) => [
    dataOf(page),
    new NetworkFirst({ cacheName: KEPT_PAGES, matchOptions: HOWEVER_ASKED, plugins: [keptAs(dataOf(page))] }),
  ]),
)

/** How a page that is kept, or its data, is answered; undefined for all others, as for an older page of a list. */
export function keptPage(pathname: string, search: string): NetworkFirst | undefined {
  return search && !pathname.startsWith(KEPT_DASHBOARD) ? undefined : (documents.get(pathname) ?? data.get(pathname))
}

/** A file under /assets never changes. */
export const files = new CacheFirst({ cacheName: FILES, matchOptions: HOWEVER_ASKED })

/** The rider's other pages need a network; without one they lead to the dashboard, which does not. */
export const otherPages = new NetworkOnly({
  plugins: [
    {
      handlerDidError: async () => ((await keptAnswer(KEPT_DASHBOARD)) ? Response.redirect(KEPT_DASHBOARD) : undefined),
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
  const before = await signedIn()
  // A session that ended by itself said nothing: the next rider on this phone sees nothing of the one before.
  if (before !== undefined && before !== owner) await forgetPages()
  await (await caches.open(KEPT_PAGES)).put(OWNER, new Response(owner))
  for (const request of named) await Promise.all(files.handleAll({ event, request }))
  const cache = await caches.open(FILES)
  for (const old of (await cache.keys()).slice(0, -MOST_FILES)) await cache.delete(old)
  for (const page of kept_pages) await keepAhead(event, page)
}

/** Keeps a page that this phone has not opened yet, or not for some time, with the files that its document names. */
async function keepAhead(event: ExtendableEvent, page: string): Promise<void> {
  const kept = await keptAnswer(page)
  const at_ms = Date.parse(kept?.headers.get('date') ?? '')
  // Its dashboard is in front of whoever asks.
  if (kept && (page === KEPT_DASHBOARD || Date.now() - at_ms < KEPT_AHEAD_MS)) return
  await Promise.all(documents.get(page)?.handleAll({ event, request: page }) ?? [])
  const html = await (await keptAnswer(page))?.text()
  for (const request of new Set(html?.match(/\/assets\/[\w.-]+/g)))
    await Promise.all(files.handleAll({ event, request }))
}

export async function signedIn(): Promise<string | undefined> {
  return (await keptAnswer(OWNER))?.text()
}
