import { chooseEncoding, encodeOnce } from '../app/page/compression.ts'
import { prepareDocument } from '../app/page/document.ts'
import { isOwnAddress, type PageCache } from '../app/page/page-cache.ts'
import type { PageHandle } from '../app/page/page-handle.ts'
import { addShareTags, describe } from '../app/page/share-tags.ts'
import { REQUEST_ID_HEADER } from '../app/request/request-id.ts'
import { answerHeaders } from './answer-headers.ts'

type Context = {
  pages: PageCache
  /** The cache's generation before the page was rendered. */
  generation: number
  provider_hosts: readonly string[]
  public_url: string
  /**
   * The script that wakes a page (app/page/wake-page.ts); null in development, where pages carry Vite's own scripts and
   * are never cached.
   */
  wake_script: string | null
}

const document_headers = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(self)',
} as const

/** What the router tells of a page in headers that no browser gets. */
const for_us_alone = [
  ...['page-valid-until', 'page-query', 'page-nonce', 'page-handle', 'page-images-from', 'page-picture'],
]

/** Gives a rendered document its own security headers and compresses it; if its loader allowed that, it is cached. */
export async function finishResponse(request: Request, response: Response, context: Context): Promise<Response> {
  const headers = new Headers(response.headers)
  const valid_until = headers.get('page-valid-until')
  const own_query = headers.get('page-query') ?? ''
  const nonce = headers.get('page-nonce') ?? ''
  const images_from = headers.get('page-images-from') ?? ''
  const picture = headers.get('page-picture')
  const handle = JSON.parse(headers.get('page-handle') ?? '{}') as PageHandle
  for (const name of for_us_alone) headers.delete(name)
  const url = new URL(request.url)
  const key = url.pathname + url.search
  // A kitchen that was taken off, or a page that moved: what stood there before must not come back.
  if (request.method === 'GET' && takesAway(response.status)) context.pages.forget(key)
  const is_document = headers.get('content-type')?.startsWith('text/html') ?? false
  if (!is_document && valid_until === null) {
    return new Response(response.body, { status: response.status, headers })
  }
  let body: Buffer = Buffer.from(await response.arrayBuffer())
  if (is_document) {
    for (const [name, value] of Object.entries(document_headers)) headers.set(name, value)
    if (!handle.public) headers.set('x-robots-tag', 'noindex')
    const described = describe(body.toString('utf8'))
    const is_public = response.status === 200 && handle.public
    body = Buffer.from(is_public ? addShareTags(described, url, context.public_url, picture) : described)
    const request_id = request.headers.get(REQUEST_ID_HEADER)
    if (response.status >= 500 && request_id) {
      body = Buffer.from(body.toString('utf8').replace('<html', () => `<html data-request="${request_id}"`))
    }
    if (images_from) {
      body = Buffer.from(body.toString('utf8').replace('<html', () => `<html data-images-from="${images_from}"`))
    }
    if (context.wake_script !== null) {
      const { wake_script, provider_hosts } = context
      const prepared = prepareDocument(body.toString('utf8'), handle, nonce, wake_script, provider_hosts, images_from)
      headers.set('content-security-policy', prepared.content_security_policy)
      body = Buffer.from(prepared.html)
    }
  }
  headers.delete('content-length')
  const may_be_kept =
    valid_until !== null &&
    isOwnAddress(url, own_query) &&
    context.wake_script !== null &&
    request.method === 'GET' &&
    response.status === 200 &&
    !headers.has('set-cookie')
  const encoding = chooseEncoding(request.headers.get('accept-encoding'))
  if (!may_be_kept) {
    const sent = await encodeOnce(body, encoding)
    return encoded(sent, encoding, response.status, headers, 'no-store')
  }
  const kept = await context.pages.keep(
    key,
    {
      status: response.status,
      always: answerHeaders(url.pathname, context.public_url),
      headers: Object.fromEntries(headers),
      body,
      valid_until: valid_until === 'changed' ? Number.POSITIVE_INFINITY : Number(valid_until),
    },
    context.generation,
  )
  headers.set('etag', kept.etag)
  return encoded(kept.encodings[encoding], encoding, response.status, headers, 'no-cache')
}

/** Neither the page itself, nor a fault, nor that somebody asks too often. */
const takesAway = (status: number) => status !== 200 && status !== 429 && status < 500

function encoded(body: Buffer, encoding: string, status: number, headers: Headers, cache_control: string): Response {
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('vary', 'accept-encoding')
  headers.set('cache-control', cache_control)
  return new Response(new Uint8Array(body), { status, headers })
}
