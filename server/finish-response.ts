import { chooseEncoding, encodeOnce } from '../app/page/compression.ts'
import { type Dictionary, packWith } from '../app/page/dictionaries.ts'
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

/** Shorter answers become no shorter by packing, headers counted; nor much with a dictionary, which takes longer. */
const FEWEST_PACKED_BYTES = 256
const FEWEST_BYTES_FOR_DICTIONARY = 2000

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
  if (!is_document && valid_until === null && !mayBePacked(headers)) {
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
  const header = (name: string) => request.headers.get(name)
  if (!may_be_kept) {
    if (is_document) headers.set('cache-control', 'no-store')
    return sentOnce(body, response.status, headers, context.pages.dictionaries.find(header), header('accept-encoding'))
  }
  const kept = await context.pages.keep(
    key,
    {
      status: response.status,
      always: answerHeaders(url.pathname, context.public_url),
      headers: Object.fromEntries(headers),
      body,
      valid_until: valid_until === 'changed' ? Number.POSITIVE_INFINITY : Number(valid_until),
      is_dictionary: is_document && handle.offline === 'everybody',
    },
    context.generation,
  )
  return context.pages.asItIs(kept, header)
}

/** What the router fetches between pages: text that is made whole, unlike a stream of news or a file. */
function mayBePacked(headers: Headers): boolean {
  return /^(text\/x-script|application\/json)\b/.test(headers.get('content-type') ?? '')
}

/** Neither the page itself, nor a fault, nor that somebody asks too often. */
const takesAway = (status: number) => status !== 200 && status !== 429 && status < 500

async function sentOnce(
  body: Buffer,
  status: number,
  headers: Headers,
  dictionary: Dictionary | null,
  accept_encoding: string | null,
): Promise<Response> {
  headers.set('vary', 'accept-encoding, available-dictionary')
  if (body.length < FEWEST_PACKED_BYTES) return new Response(new Uint8Array(body), { status, headers })
  if (dictionary && body.length >= FEWEST_BYTES_FOR_DICTIONARY) {
    headers.set('content-encoding', 'dcz')
    return new Response(new Uint8Array(await packWith(dictionary, body)), { status, headers })
  }
  const encoding = chooseEncoding(accept_encoding)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(await encodeOnce(body, encoding)), { status, headers })
}
