import { type CustomerNews, isCustomersPage, pageOfData, whoseKeptPage } from '../storefront/offline/kept-pages.ts'
import {
  clearAwayInTurn,
  forgetOrder,
  type KeptPage,
  keepFiles,
  keepPage,
  keptFile,
  keptPage,
  keptTitles,
} from './kept-customer-pages.ts'
import { offlinePage, withNote } from './offline-words.ts'

// What a customer's phone does without a line: it opens the pages that it has seen, says from when they are, and has a
// page of its own for all others (docs/decisions/118). Its scope is everything; what is not of the storefront it leaves
// to the browser.

declare const self: ServiceWorkerGlobalScope

/** After this a kept page is shown, if there is one. */
const PATIENCE_MS = 8000
/** Right after that, nobody waits as long again. */
const SHORT_PATIENCE_MS = 1000
const SLOW_FOR_MS = 30_000
/** A page for everybody that was fetched as data is asked for as a document this often. */
const FRESH_MS = 10 * 60_000
/** What the page itself asks for comes first. */
const LATER_MS = 1500

let slow_until = 0

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), clearAwayInTurn().catch(() => {})])),
)

self.addEventListener('message', (event) => {
  const news: CustomerNews = event.data
  if (news.kind === 'forget_order') event.waitUntil(forgetOrder(news.track_token))
  if (news.kind !== 'keep_page') return
  const all = Promise.all([keepFiles(news.files), refresh(news.path)])
  event.waitUntil(all.catch(() => {}))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== self.location.origin) return
  if (address.pathname.startsWith('/assets/')) return event.respondWith(file(event, address.pathname))
  if (mode === 'navigate') {
    if (isCustomersPage(address.pathname)) event.respondWith(page(event, address.pathname + address.search))
    return
  }
  const path = pageOfData(address)
  if (path && whoseKeptPage(path)) event.respondWith(data(event, path))
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
  const kept = whoseKeptPage(path) ? await keptPage(path) : undefined
  const asked = fetch(event.request).then((answer) => {
    // A redirect leads on by itself, and an error of ours says nothing about what was there before.
    const tells = answer.type === 'basic' && (answer.status === 200 || answer.status === 404)
    if (whoseKeptPage(path) && tells) event.waitUntil(keepPage(path, answer.clone()).catch(() => {}))
    return answer
  })
  event.waitUntil(asked.catch(() => {}))
  const answer = await withPatience(asked, kept)
  if (answer) return answer
  return kept ? withNote(kept, new Date(), navigator.onLine) : offlinePage(path, await keptTitles())
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
  const opened = await self.clients.get(event.clientId)
  const is_elsewhere = opened !== undefined && pathOf(opened.url) !== path
  const kept = is_elsewhere ? await keptPage(path) : undefined
  const answer = await withPatience(asked, kept)
  return answer ?? (kept ? asDocument(path) : asked)
}

/** The answer, or null once there is a kept page and no answer came or is awaited any longer. */
function withPatience(asked: Promise<Response>, kept: KeptPage | undefined): Promise<Response | null> {
  const answer = asked.catch(() => null)
  if (!kept) return answer
  const patience_ms = Date.now() < slow_until ? SHORT_PATIENCE_MS : PATIENCE_MS
  const over = new Promise<null>((resolve) => {
    setTimeout(() => {
      slow_until = Date.now() + SLOW_FOR_MS
      resolve(null)
    }, patience_ms)
  })
  return Promise.race([answer, over])
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

const under_way = new Map<string, Promise<void>>()

function refresh(path: string): Promise<void> {
  const whose = whoseKeptPage(path)
  if (!whose) return Promise.resolve()
  const known = under_way.get(path)
  if (known) return known
  const asked = fetchDocument(path, whose === 'everybody').finally(() => under_way.delete(path))
  under_way.set(path, asked)
  return asked
}

async function fetchDocument(path: string, may_be_older: boolean): Promise<void> {
  const kept = may_be_older ? await keptPage(path) : undefined
  if (kept && kept.kept_at.getTime() > Date.now() - FRESH_MS) return
  const answer = await fetch(path, { priority: 'low', redirect: 'manual' })
  if (answer.type === 'basic') await keepPage(path, answer)
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
