import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../domain/clock.ts'
import { chooseEncoding, type Encodings, encodeForKeeping } from './compression.ts'

export type CachedPage = {
  status: number
  headers: Record<string, string>
  etag: string
  encodings: Encodings
  /** Milliseconds since 1970 at which it would look different although nothing was changed. */
  valid_until: number
}

/** Searches make endless addresses; the oldest pages make room. */
const MOST_PAGES = 1000

/**
 * Public pages are the same for every visitor: each is rendered once per change of what it shows, kept compressed, and
 * sent from memory. Only answers marked by `cachedPage` (app/cached-page.ts) get in.
 */
export function createPageCache(clock: Clock) {
  const pages = new Map<string, CachedPage>()
  let generation = 0

  return {
    /** Forgets everything, because the catalog changed. */
    clear(): void {
      generation++
      pages.clear()
    },

    /** A number that changes with the catalog: a page rendered before a change must not be kept after it. */
    generation: () => generation,

    async keep(
      key: string,
      page: { status: number; headers: Record<string, string>; body: Buffer; valid_until: number },
      rendered_at_generation: number,
    ): Promise<CachedPage> {
      const kept: CachedPage = {
        status: page.status,
        headers: page.headers,
        etag: `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`,
        encodings: await encodeForKeeping(page.body),
        valid_until: page.valid_until,
      }
      if (rendered_at_generation === generation) {
        const oldest = pages.keys().next().value
        if (pages.size >= MOST_PAGES && oldest !== undefined) pages.delete(oldest)
        pages.set(key, kept)
      }
      return kept
    },

    /** Answers from memory; false when this page has to be rendered. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const page = pages.get(request.url ?? '')
      if (!page) return false
      if (clock.now().getTime() >= page.valid_until) {
        pages.delete(request.url ?? '')
        return false
      }
      sendPage(page, request, response)
      return true
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>

function sendPage(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match'] === page.etag) {
    response.writeHead(304, { etag: page.etag, 'cache-control': 'no-cache' }).end()
    return
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']?.toString())
  const body = page.encodings[encoding]
  response.writeHead(page.status, {
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
