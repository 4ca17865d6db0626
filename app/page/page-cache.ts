import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../domain/clock.ts'
import {
  chooseEncoding,
  type Encoding,
  type Encodings,
  encodeForKeeping,
  encodeOnce,
  type Header,
} from './compression.ts'
import { createDictionaries, type Dictionaries, keepingHeaders } from './dictionaries.ts'
import { withFormerNote } from './former-note.ts'
import { type Packed, packedFor } from './packed-for.ts'

export type CachedPage = {
  status: number
  /** The headers of every answer, also of a 304. */
  always: Record<string, string>
  headers: Record<string, string>
  etag: string
  encodings: Encodings
  /** Phones keep it, and are sent the next page packed with it (app/page/dictionaries.ts). */
  is_dictionary: boolean
  /** Milliseconds since 1970 at which it would look different although nothing was changed. */
  valid_until: number
  /** Since when it may look different; null while it is right. */
  outdated_since: number | null
  /** What is sent where it cannot be made anew, in the encodings that were asked for. */
  former: Map<Encoding, Promise<Buffer>>
  /** Packed with what phones have, by its hash: the list leads all of them to the same menus. */
  packed: Map<string, Promise<Buffer>>
}

/** Enough for the menus of ten campuses; the least recently asked pages make room. */
const MOST_PAGES = 1000

/** Whoever waits for longer than this, until a page is made anew, is shown it as it was. */
const FORMER_AFTER_MS = 4000

/** How long a page is still shown as it was where it cannot be made anew. Ordering asks the database all the same. */
export const FORMER_FOR_MS = 15 * 60_000

/** The same page answers to `/Restaurants` and `/%72estaurants`; it is kept under its plain name only. */
const PLAIN_PATH = /^\/([a-z0-9._-]+(\/[a-z0-9._-]+)*)?$/

/** Whether a page may be kept under this address: endless other addresses show it too, and must not fill the memory. */
export function isOwnAddress(url: URL, own_query: string): boolean {
  return PLAIN_PATH.test(url.pathname) && url.search.slice(1) === own_query
}

/** A page that is being made anew since a generation, and what came of it; `busy` where nobody had time for it. */
type Making = { generation: number; begun_at_ms: number; outcome: Promise<CachedPage | 'failed' | 'busy' | null> }

/**
 * Public pages are the same for every visitor: each is rendered once per change of what it shows, kept compressed, and
 * sent from memory. Only answers marked by `cachedPage` (app/page/cached-page.ts) get in.
 */
export function createPageCache(
  clock: Clock,
  {
    most_pages = MOST_PAGES,
    former_after_ms = FORMER_AFTER_MS,
  }: { most_pages?: number; former_after_ms?: number } = {},
) {
  const pages = new Map<string, CachedPage>()
  const dictionaries = createDictionaries()
  const making = new Map<string, Making>()
  let generation = 0

  /** Only one that began after the last change is good for who asks now. */
  const beginMaking = (key: string, make: () => Promise<Response | null>): Making => {
    const before = pages.get(key)
    const outcome = make()
      .then(async (response) => {
        await response?.body?.cancel()
        const now = pages.get(key)
        if (now && now !== before) return now
        if (!response) return 'busy'
        return response.status < 500 ? null : 'failed'
      })
      .catch(() => 'failed' as const)
      .finally(() => {
        if (making.get(key) === begun) making.delete(key)
      })
    const begun: Making = { generation, begun_at_ms: performance.now(), outcome }
    making.set(key, begun)
    return begun
  }

  /**
   * The page as it was, for a visitor who would otherwise read that something went wrong, e.g. because the database
   * is away for a moment; null where it was never kept, or was right too long ago. It is not sent as the page of now:
   * it says since when it may be otherwise, and browsers store nothing of it.
   */
  const asItWas = async (key: string, header: Header): Promise<Response | null> => {
    const page = pages.get(key)
    if (!page) return null
    const since = outdatedSince(page, clock)
    if (since !== null && clock.now().getTime() - since > FORMER_FOR_MS) return null
    const encoding = chooseEncoding(header('accept-encoding'))
    const body = since === null ? page.encodings[encoding] : await formerBody(page, encoding, new Date(since))
    return responseOf(page, { body, encoding }, { vary: 'accept-encoding', 'cache-control': 'no-store' })
  }

  /** The page as it is now. */
  const asItIs = async (page: CachedPage, header: Header): Promise<Response> => {
    const packed = await packedFor(page, header, dictionaries)
    return responseOf(page, packed, { etag: page.etag, ...keepingHeaders(page.is_dictionary, header) })
  }

  return {
    dictionaries,

    /** Has everything made anew, because the catalog changed. */
    clear(): void {
      generation++
      for (const page of pages.values()) page.outdated_since ??= outdatedSince(page, clock) ?? clock.now().getTime()
    },

    /** A number that changes with the catalog: a page rendered before a change must not be kept after it. */
    generation: () => generation,

    async keep(
      key: string,
      page: Pick<CachedPage, 'status' | 'always' | 'headers' | 'valid_until' | 'is_dictionary'> & { body: Buffer },
      rendered_at_generation: number,
    ): Promise<CachedPage> {
      const hash = createHash('sha256').update(page.body).digest()
      const kept: CachedPage = {
        status: page.status,
        always: page.always,
        headers: page.headers,
        etag: `W/"${hash.toString('base64url').slice(0, 22)}"`,
        encodings: await encodeForKeeping(page.body),
        is_dictionary: page.is_dictionary,
        valid_until: page.valid_until,
        outdated_since: null,
        former: new Map(),
        packed: new Map(),
      }
      const before = pages.get(key)
      const is_right = rendered_at_generation === generation
      // One that changed while it was rendered is at least a younger former page.
      if (is_right || (before && outdatedSince(before, clock) !== null)) {
        if (!is_right) kept.outdated_since = clock.now().getTime()
        pages.delete(key)
        const longest_unasked = pages.keys().next().value
        if (pages.size >= most_pages && longest_unasked !== undefined) pages.delete(longest_unasked)
        pages.set(key, kept)
      }
      if (kept.is_dictionary) dictionaries.remember(page.body, hash)
      return kept
    },

    asItIs,

    /** What stood there was taken away, or has moved: it is not shown again, as a page or as data, nor as it was. */
    forget(key: string): void {
      pages.delete(key)
      pages.delete(twinOf(key))
    },

    /** Answers from memory, with headers of this very answer; false when this page has to be rendered. */
    answer(request: IncomingMessage, response: ServerResponse, own: Record<string, string> = {}): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const key = request.url ?? ''
      const page = pages.get(key)
      if (!page) return false
      if (outdatedSince(page, clock) !== null) return false
      pages.delete(key)
      pages.set(key, page)
      void sendPage(page, request, response, own, dictionaries)
      return true
    },

    asItWas,

    /** Whether a page was kept under this address, so that it is the same for everybody. */
    knows: (key: string) => pages.has(key),

    /**
     * Answers a page that was kept before and has changed. It is made once for all who ask meanwhile; who would wait
     * for too long, or in vain, is shown it as it was, and `failed` says so to who watches. Null where it is not the
     * same for everybody any more, or was right too long ago: then each visitor has to be answered alone.
     */
    async answerAnew(
      key: string,
      header: Header,
      make: () => Promise<Response | null>,
    ): Promise<{ response: Response; failed: 500 | 503 | null } | null> {
      const known = making.get(key)
      const { begun_at_ms, outcome } = known?.generation === generation ? known : beginMaking(key, make)
      const made = await orLate(outcome, begun_at_ms + former_after_ms - performance.now())
      const former = typeof made === 'string' ? await asItWas(key, header) : null
      if (former) return { response: former, failed: made === 'failed' ? 500 : 503 }
      const page = await outcome
      if (page === null || typeof page === 'string') return null
      return { response: await asItIs(page, header), failed: null }
    },
  }
}

async function orLate<Outcome>(outcome: Promise<Outcome>, late_in_ms: number): Promise<Outcome | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), Math.max(0, late_in_ms))
  try {
    return await Promise.race([outcome, late])
  } finally {
    clearTimeout(timer)
  }
}

function responseOf(page: CachedPage, { body, encoding }: Packed, own: Record<string, string>): Response {
  const headers = new Headers({ ...page.headers, ...own })
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(body), { status: page.status, headers })
}

/** The address of the router's data of a page, and of the page of that data. */
function twinOf(key: string): string {
  const [, path = '', ending = '', query = ''] = /^([^?]*?)(\.data)?(\?.*)?$/s.exec(key) ?? []
  return `${path}${ending ? '' : '.data'}${query}`
}

function outdatedSince({ outdated_since, valid_until }: CachedPage, clock: Clock): number | null {
  return outdated_since ?? (clock.now().getTime() >= valid_until ? valid_until : null)
}

/** Packed once: many ask at once while the database is away. Data for the router has no place for the note. */
function formerBody({ headers, encodings, former }: CachedPage, encoding: Encoding, since: Date): Promise<Buffer> {
  if (!headers['content-type']?.startsWith('text/html')) return Promise.resolve(encodings[encoding])
  const packed =
    former.get(encoding) ?? encodeOnce(Buffer.from(withFormerNote(encodings.identity.toString(), since)), encoding)
  former.set(encoding, packed)
  return packed
}

export type PageCache = ReturnType<typeof createPageCache>

async function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  own: Record<string, string>,
  dictionaries: Dictionaries,
): Promise<void> {
  const header: Header = (name) => request.headers[name]?.toString()
  // Asked again each time, answered with 304 while nothing changed: nobody orders from a stale menu.
  const kept = { ...own, ...page.always, etag: page.etag, ...keepingHeaders(page.is_dictionary, header) }
  if (isKnown(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, kept).end()
    return
  }
  const { body, encoding } = await packedFor(page, header, dictionaries)
  response.writeHead(page.status, {
    ...page.headers,
    ...kept,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Whether an If-None-Match header names what we have: alone, in a list, or as anything at all (RFC 9110 §13.1.2). */
export function isKnown(if_none_match: string | undefined, etag: string): boolean {
  if (if_none_match === undefined || if_none_match === etag) return if_none_match !== undefined
  const weak = etag.replace(/^W\//, '')
  return if_none_match.split(',').some((known) => ['*', weak].includes(known.trim().replace(/^W\//, '')))
}
