import { type ForgottenOrder, forgetPages } from '../storefront/offline/forget-pages.ts'
import { CUSTOMER_FILES, CUSTOMER_PAGES, HOWEVER_PACKED, whoseKeptPage } from '../storefront/offline/kept-pages.ts'

// What a customer's phone keeps: documents, each with all files that it names, so that an old page never meets the
// scripts of a newer build.

const bounds = {
  everybody: { most: 24, days: 7 },
  customer: { most: 12, days: 7 },
} as const
/** Of one page, and of all: a page with its style is 50 to 100 KB. */
const MOST_PAGE_CHARS = 400_000
const MOST_CHARS = 3_000_000
/** Files that no kept page names, such as a part that was fetched when it was wanted. */
const MOST_OTHER_FILES = 24

const KEPT_AT = 'kept-at'
const CHARS = 'kept-chars'
const FILES = 'kept-files'

export type KeptPage = { path: string; html: string; kept_at: Date; headers: Headers }
type Entry = { path: string; kept_at: number; chars: number; files: readonly string[] }

/** One after the other: what one page needs, another must not clear away meanwhile. */
let writing: Promise<unknown> = Promise.resolve()
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = writing.then(work)
  writing = done.catch(() => {})
  return done
}

/**
 * The page that is kept for a path with its query; undefined where none is, or only one that is too old, and where the
 * browser refuses to look.
 */
export async function keptPage(path: string): Promise<KeptPage | undefined> {
  try {
    const found = await (await caches.open(CUSTOMER_PAGES)).match(path, HOWEVER_PACKED)
    if (!found || isTooOld(entryOf(path, found.headers))) return undefined
    const { headers } = found
    return { path, html: await found.text(), kept_at: new Date(Number(headers.get(KEPT_AT))), headers }
  } catch {
    return undefined
  }
}

/** The titles of all pages that can be opened, newest first. */
export async function keptTitles(): Promise<{ path: string; title: string }[]> {
  const known = await entries().catch(() => [])
  const pages = await Promise.all(known.map(({ path }) => keptPage(path)))
  return pages.flatMap((page) => {
    const [, title] = page?.html.match(/<title>([^<]*) - [^<]*<\/title>/) ?? []
    if (!page || !title) return []
    return [{ path: page.path, title: page.path.startsWith('/track/') ? `Your order: ${title}` : title }]
  })
}

/**
 * Keeps what our server answered to what was asked at `asked_at`, once all files that it names are kept. What is gone
 * is forgotten, and so is an order that waits for its payment; an error says nothing about what was there before.
 */
export async function keepPage(path: string, answer: Response, asked_at: number): Promise<void> {
  // Its address leads to another one now, under which it is kept from then on.
  if (answer.type === 'opaqueredirect' && whoseKeptPage(path) === 'everybody') return forgetPage(path)
  if (answer.type !== 'basic' || ![200, 404, 410].includes(answer.status)) return
  const copy = answer.clone()
  await inTurn(async () => {
    const cache = await caches.open(CUSTOMER_PAGES)
    if (copy.status !== 200) return void (await cache.delete(path, HOWEVER_PACKED))
    const html = copy.headers.get('content-type')?.startsWith('text/html') ? await copy.text() : ''
    if (!html.trimEnd().endsWith('</html>') || html.length > MOST_PAGE_CHARS) return
    // A page as it was (app/page/former-note.ts) is not what our server would say now.
    if (html.includes('id="from-memory"')) return
    if (!isSettled(path, html)) return void (await cache.delete(path, HOWEVER_PACKED))
    const files = [...new Set(html.match(/\/assets\/[\w.-]+/g))]
    for (const file of files) await keepFile(file)
    if (whoseKeptPage(path) === 'customer' && speaksOf(html, forgotten)) return
    const headers = new Headers(copy.headers)
    for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
    headers.set(KEPT_AT, String(asked_at))
    headers.set(CHARS, String(html.length))
    headers.set(FILES, files.join(' '))
    await cache.put(path, new Response(html, { headers }))
    await clearAway()
  })
}

async function forgetPage(path: string): Promise<void> {
  await inTurn(async () => (await caches.open(CUSTOMER_PAGES)).delete(path, HOWEVER_PACKED))
}

/** Keeps files besides those that a document names. */
export function keepFiles(paths: readonly string[]): Promise<void> {
  return inTurn(async () => {
    for (const path of paths) if (path.startsWith('/assets/')) await keepFile(path)
    await clearAway()
  })
}

export async function keptFile(path: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(CUSTOMER_FILES)).match(path, HOWEVER_PACKED)
  } catch {
    return undefined
  }
}

/** Forgets every page of a customer that speaks of an order, and keeps none that is on its way. */
export function forgetOrder(order: ForgottenOrder): Promise<void> {
  forgotten.add(order.track_token)
  return inTurn(() => forgetPages(order))
}

/** Whoever opens a forgotten page wants it again. */
export function keepAgain(path: string): void {
  for (const token of forgotten) if (path.includes(token)) forgotten.delete(token)
}

const forgotten = new Set<string>()

const speaksOf = (html: string, tokens: ReadonlySet<string>) => [...tokens].some((token) => html.includes(token))

/** Forgets what is too old, too much or named by no page any more. */
export function clearAwayInTurn(): Promise<void> {
  return inTurn(clearAway)
}

async function clearAway(): Promise<void> {
  const pages = await caches.open(CUSTOMER_PAGES)
  const counts = { everybody: 0, customer: 0 }
  const named = new Set<string>()
  let chars = 0
  for (const entry of await entries()) {
    const whose = whoseKeptPage(entry.path)
    chars += entry.chars
    const stays = whose && ++counts[whose] <= bounds[whose].most && chars <= MOST_CHARS && !isTooOld(entry)
    if (stays) for (const file of entry.files) named.add(file)
    else await pages.delete(entry.path, HOWEVER_PACKED)
  }
  const files = await caches.open(CUSTOMER_FILES)
  const others = (await files.keys()).filter(({ url }) => !named.has(new URL(url).pathname))
  for (const file of others.slice(0, Math.max(0, others.length - MOST_OTHER_FILES))) {
    await files.delete(file, HOWEVER_PACKED)
  }
}

async function keepFile(path: string): Promise<void> {
  const cache = await caches.open(CUSTOMER_FILES)
  if (!(await cache.match(path, HOWEVER_PACKED))) await cache.add(new Request(path, { priority: 'low' }))
}

/** All kept pages, newest first. */
async function entries(): Promise<Entry[]> {
  const cache = await caches.open(CUSTOMER_PAGES)
  const found = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const { pathname, search } = new URL(request.url)
      const answer = await cache.match(request, HOWEVER_PACKED)
      return answer ? [entryOf(pathname + search, answer.headers)] : []
    }),
  )
  return found.flat().sort((left, right) => right.kept_at - left.kept_at)
}

function entryOf(path: string, headers: Headers): Entry {
  const [kept_at, chars] = [KEPT_AT, CHARS].map((name) => Number(headers.get(name)))
  return { path, kept_at: kept_at ?? 0, chars: chars ?? 0, files: (headers.get(FILES) ?? '').split(' ') }
}

function isTooOld({ path, kept_at }: Pick<Entry, 'path' | 'kept_at'>): boolean {
  const whose = whoseKeptPage(path)
  return !whose || kept_at < Date.now() - bounds[whose].days * 86_400_000
}

/** Of order summaries only receipts are kept: an old Pay button would be worse than none. */
function isSettled(path: string, html: string): boolean {
  return !path.startsWith('/order-summary') || html.includes('<title>Receipt')
}
