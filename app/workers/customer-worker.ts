import {
  type CustomerNews,
  isCustomersPage,
  isForEverybody,
  pageOfData,
  whoseKeptPage,
} from '../storefront/offline/kept-pages.ts'
import { UNSENT_SYNC } from '../storefront/offline/send-unsent.ts'
import { forgetUnsent, readUnsent } from '../storefront/offline/unsent-store.ts'
import './customer-push.ts'
import { isKeptForm, sendForm, sendWithoutPage } from './keep-form.ts'
import {
  clearAwayInTurn,
  forgetOrder,
  keepAgain,
  keepFiles,
  keepPage,
  keptFile,
  keptPage,
  keptTitles,
} from './kept-customer-pages.ts'
import { formSent, isFromBefore, pageCame } from './last-sent.ts'
import { offlinePage, unsentBox, withNote } from './offline-words.ts'
import { withPatience } from './patience.ts'

// What a customer's phone does without a line: it opens the pages that it has seen, says from when they are, and has a
// page of its own for all others (docs/decisions/118). Its scope is everything; what is not of the storefront it leaves
// to the browser.

declare const self: ServiceWorkerGlobalScope

/** Not in every browser, and so not among TypeScript's own. */
type SyncEvent = ExtendableEvent & { readonly tag: string }
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}

/** A page for everybody that was fetched as data is asked for as a document this often. */
const FRESH_MS = 10 * 60_000
/** The browser keeps pages for everybody as dictionaries (app/page/dictionaries.ts), and must not answer with them. */
const ANEW = { cache: 'no-cache', redirect: 'manual' } as const
/** What the page itself asks for comes first. */
const LATER_MS = 1500

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), clearAwayInTurn().catch(() => {})])),
)

self.addEventListener('message', (event) => {
  const news: CustomerNews = event.data
  if (news.kind === 'forget_order') {
    event.waitUntil(Promise.all([forgetOrder(news), forgetUnsent(news.track_token)]).catch(() => {}))
  }
  if (news.kind !== 'keep_page') return
  const all = Promise.all([keepFiles(news.files), refresh(news.path)])
  event.waitUntil(all.catch(() => {}))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const address = new URL(url)
  if (address.origin !== self.location.origin) return
  if (method === 'POST' && mode === 'navigate' && isCustomersPage(address.pathname)) {
    formSent()
    // Any other form goes its own way: only what comes after it is ours.
    if (isKeptForm(address.pathname)) event.respondWith(sendForm(event))
  }
  if (method !== 'GET') return
  if (address.pathname.startsWith('/assets/')) return event.respondWith(file(event, address.pathname))
  if (mode === 'navigate') {
    if (isCustomersPage(address.pathname)) event.respondWith(page(event, address.pathname + address.search))
    return
  }
  const path = pageOfData(address)
  if (path && whoseKeptPage(path)) event.respondWith(data(event, path))
})

self.addEventListener('sync', (event) => {
  if (event.tag === UNSENT_SYNC) event.waitUntil(sendWithoutPage())
})

/** Files under /assets never change. */
async function file(event: FetchEvent, path: string): Promise<Response> {
  const kept = await keptFile(path)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok) event.waitUntil(keepFiles([path]).catch(() => {}))
  return answer
}

async function page(event: FetchEvent, path: string): Promise<Response> {
  keepAgain(path)
  const whose = whoseKeptPage(path)
  const kept = whose ? await keptPage(path) : undefined
  const asked_at = Date.now()
  const is_for_everybody = isForEverybody(new URL(event.request.url).pathname)
  const asked = (is_for_everybody ? fetch(path, ANEW) : fetch(event.request)).then((answer) => {
    pageCame(asked_at)
    if (whose) event.waitUntil(keepPage(path, answer, asked_at).catch(() => {}))
    return answer
  })
  event.waitUntil(asked.catch(() => {}))
  const is_before = whose === 'customer' && kept !== undefined && isFromBefore(kept.kept_at)
  const is_reload = ['no-cache', 'reload'].includes(event.request.cache)
  const answer = await withPatience(asked, { kept: kept !== undefined && !is_before, in_full: is_reload })
  if (answer instanceof Response) return answer
  const now = new Date()
  const unsent = unsentBox(await readUnsent(), now)
  return kept
    ? withNote(kept, { now, is_slow: answer === 'too_slow', is_before, unsent })
    : offlinePage(path, await keptTitles(), unsent)
}

/**
 * What React Router asks for on the way to another page. Where a page is kept, it comes as a document, with its note;
 * where none is, the page that is open says so itself.
 */
async function data(event: FetchEvent, path: string): Promise<Response> {
  const asked = fetch(event.request).then((answer) => {
    if (answer.status === 200) event.waitUntil(followData(path, answer.clone()).catch(() => {}))
    return answer
  })
  event.waitUntil(asked.catch(() => {}))
  const opened = await openedPath(event)
  const kept = opened !== null && opened !== path ? await keptPage(path) : undefined
  const is_before = whoseKeptPage(path) === 'customer' && kept !== undefined && isFromBefore(kept.kept_at)
  const answer = await withPatience(asked, { kept: kept !== undefined && !is_before })
  if (answer instanceof Response) return answer
  return kept ? asDocument(path) : asked
}

/** As our server leads React Router to another document. */
function asDocument(path: string): Response {
  const headers = { 'X-Remix-Redirect': path, 'X-Remix-Status': '302', 'X-Remix-Reload-Document': 'true' }
  return new Response(null, { status: 204, headers })
}

/** The document of a page that came as data; of orders to be paid there is none. */
async function followData(path: string, answer: Response): Promise<void> {
  if (path.startsWith('/order-summary') && !(await answer.text()).includes('Payment Confirmed')) return
  await new Promise((resolve) => setTimeout(resolve, LATER_MS))
  await refresh(path)
}

type Run = { again: boolean; done: Promise<void> }
const under_way = new Map<string, Run>()

/** Fetches a document anew; of what is a customer's own once more, where something changed while it was fetched. */
function refresh(path: string): Promise<void> {
  const whose = whoseKeptPage(path)
  if (!whose) return Promise.resolve()
  const known = under_way.get(path)
  if (known) {
    known.again = whose === 'customer'
    return known.done
  }
  const run: Run = { again: false, done: Promise.resolve() }
  const fetchUntilNew = async (): Promise<void> => {
    run.again = false
    await fetchDocument(path, whose === 'everybody').catch(() => {})
    if (run.again) await fetchUntilNew()
  }
  run.done = fetchUntilNew().finally(() => under_way.delete(path))
  under_way.set(path, run)
  return run.done
}

async function fetchDocument(path: string, may_be_older: boolean): Promise<void> {
  const kept = may_be_older ? await keptPage(path) : undefined
  const asked_at = Date.now()
  if (kept && kept.kept_at.getTime() > asked_at - FRESH_MS) return
  await keepPage(path, await fetch(path, { ...ANEW, priority: 'low' }), asked_at)
}

/** Where the page stands that asks; what `Client.url` tells is where it was loaded. */
async function openedPath({ request, clientId }: FetchEvent): Promise<string | null> {
  const is_told = request.referrer.startsWith(`${self.location.origin}/`)
  const url = is_told ? request.referrer : (await self.clients.get(clientId))?.url
  if (!url) return null
  const { pathname, search } = new URL(url)
  return pathname + search
}
