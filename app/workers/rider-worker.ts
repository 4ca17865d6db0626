import { postSteps, STEPS_SYNC } from '../rider/steps/post-steps.ts'
import { putStep, readSteps } from '../rider/steps/step-store.ts'
import type { KeepingNews } from '../ui/live/worker-messages.ts'
import { files, forget, keep, keptPage, otherPages, signedIn } from './kept-dashboard.ts'
import './push-worker.ts'

// What a rider's phone does without a network: it opens the dashboard, shifts and earnings as they were last
// seen, each of which says when that was, and sends the kept steps
// once it is online (docs/decisions/047). Its scope is /rider; it keeps no page of anybody else.

declare const self: ServiceWorkerGlobalScope

/** Not in every browser, and so not among TypeScript's own. */
type SyncEvent = ExtendableEvent & { readonly tag: string }
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}

// The page waits for no older one to be closed: both read the same steps.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const news: KeepingNews = event.data
  if (news.kind === 'forget') event.waitUntil(forget())
  if (news.kind === 'keep') event.waitUntil(keep(event, news.files, news.owner))
})

self.addEventListener('fetch', (event) => {
  const how = wayOf(event.request)
  if (how) event.respondWith(how.handle({ event, request: event.request }))
})

/** How a request is answered; null or false where the browser does it by itself. */
function wayOf({ method, mode, url }: Request) {
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return null
  if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') return files
  return keptPage(pathname, search) ?? (mode === 'navigate' && otherPages)
}

self.addEventListener('sync', (event) => {
  if (event.tag === STEPS_SYNC) event.waitUntil(sendSteps())
})

/**
 * Sends all waiting steps of the signed-in rider; after a throw the browser tries again later. What became of them is
 * written down: the kept page is from before, and shows them on top of it.
 */
async function sendSteps(): Promise<void> {
  const owner = await signedIn()
  if (owner === undefined) return
  const answered = await postSteps(await readSteps(owner))
  // An open page sends the same itself, hears the same answers and shows them.
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) await Promise.all(answered.map(putStep))
}
