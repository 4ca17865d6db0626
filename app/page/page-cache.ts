import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../domain/clock.ts'
import { chooseEncoding, type Encoding, type Encodings, encodeForKeeping, encodeOnce } from './compression.ts'
import { withFormerNote } from './former-note.ts'

export type CachedPage = {
  status: number
  /** The headers of every answer, also of a 304. */
  always: Record<string, string>
  headers: Record<string, string>
  etag: string
  encodings: Encodings
  /** Milliseconds since 1970 at which it would look different although nothing was changed. */
  valid_until: number
  /** Since when it may look different; null while it is right. */
  outdated_since: number | null
  /** What is sent where it cannot be made anew, in the encodings that were asked for. */
  former: Map<Encoding, Promise<Buffer>>
}

/** Enough for the menus of ten campuses; the least recently asked pages make room. */
const MOST_PAGES = 1000

/** How long a page is still shown as it was where it cannot be made anew. Ordering asks the database all the same. */
export const FORMER_FOR_MS = 15 * 60_000

/** The same page answers to `/Restaurants` and `/%72estaurants`; it is kept under its plain name only. */
const PLAIN_PATH = /^\/([a-z0-9._-]+(\/[a-z0-9._-]+)*)?$/

/** Whether a page may be kept under this address: endless other addresses show it too, and must not fill the memory. */
export function isOwnAddress(url: URL, own_query: string): boolean {
  return PLAIN_PATH.test(url.pathname) && url.search.slice(1) === own_query
}

/**
 * Public pages are the same for every visitor: each is rendered once per change of what it shows, kept compressed, and
 * sent from memory. Only answers marked by `cachedPage` (app/page/cached-page.ts) get in.
 */
export function createPageCache(clock: Clock, most_pages = MOST_PAGES) {
  const pages = new Map<string, CachedPage>()
  let generation = 0

  return {
    /** Has everything made anew, because the catalog changed. */
    clear(): void {
      generation++
      for (const page of pages.values()) page.outdated_since ??= outdatedSince(page, clock) ?? clock.now().getTime()
    },

    /** A number that changes with the catalog: a page rendered before a change must not be kept after it. */
    generation: () => generation,

    async keep(
      key: string,
      page: Pick<CachedPage, 'status' | 'always' | 'headers' | 'valid_until'> & { body: Buffer },
      rendered_at_generation: number,
    ): Promise<CachedPage> {
      const kept: CachedPage = {
        status: page.status,
        always: page.always,
        headers: page.headers,
        etag: `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`,
        encodings: await encodeForKeeping(page.body),
        valid_until: page.valid_until,
        outdated_since: null,
        former: new Map(),
      }
      if (rendered_at_generation === generation) {
        pages.delete(key)
        const longest_unasked = pages.keys().next().value
        if (pages.size >= most_pages && longest_unasked !== undefined) pages.delete(longest_unasked)
        pages.set(key, kept)
      }
      return kept
    },

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
      sendPage(page, request, response, own)
      return true
    },

    /**
     * The page as it was, for a visitor who would otherwise read that something went wrong, e.g. because the database
     * is away for a moment; null where it was never kept, or was right too long ago. It is not sent as the page of now:
     * it says since when it may be otherwise, and browsers store nothing of it.
     */
    async asItWas(key: string, accept_encoding: string | null): Promise<Response | null> {
      const page = pages.get(key)
      if (!page) return null
      const since = outdatedSince(page, clock)
      if (since !== null && clock.now().getTime() - since > FORMER_FOR_MS) return null
      const encoding = chooseEncoding(accept_encoding)
      const body = since === null ? page.encodings[encoding] : await formerBody(page, encoding, new Date(since))
      const headers = new Headers(page.headers)
      if (encoding !== 'identity') headers.set('content-encoding', encoding)
      headers.set('vary', 'accept-encoding')
      headers.set('cache-control', 'no-store')
      return new Response(new Uint8Array(body), { status: page.status, headers })
    },
  }
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

function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  own: Record<string, string>,
): void {
  if (isKnown(request.headers['if-none-match'], page.etag)) {
    const unchanged = {
      ...own,
      ...page.always,
      etag: page.etag,
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
    }
    response.writeHead(304, unchanged).end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']?.toString())
  const body = page.encodings[encoding]
  response.writeHead(page.status, {
    ...own,
    ...page.always,
    ...page.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
    etag: page.etag,
    vary: 'accept-encoding',
    // Asked again each time, answered with 304 while nothing changed: nobody orders from a stale menu.
    'cache-control': 'no-cache',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Whether an If-None-Match header names what we have: alone, in a list, or as anything at all (RFC 9110 §13.1.2). */
export function isKnown(if_none_match: string | undefined, etag: string): boolean {
  if (if_none_match === undefined || if_none_match === etag) return if_none_match !== undefined
  const weak = etag.replace(/^W\//, '')
  return if_none_match.split(',').some((known) => ['*', weak].includes(known.trim().replace(/^W\//, '')))
}
