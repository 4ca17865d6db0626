import { chooseEncoding, encodeOnce } from './compression.ts'
import { prepareDocument } from './document.ts'
import { isOwnAddress, type PageCache } from './page-cache.ts'

type Context = {
  pages: PageCache
  /** The cache's generation before the page was rendered. */
  generation: number
  provider_hosts: readonly string[]
  /** False in development, where pages carry what Vite puts into them and are never kept. */
  harden_documents: boolean
  /** Where it begins with https, browsers are told never to try anything else. */
  public_url: string
}

const document_headers = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(self)',
} as const

/** A rendered answer gets its security headers and is compressed; one that its loader allowed to be kept is kept. */
export async function finishResponse(
  request: Request,
  response: Response,
  context: Context,
): Promise<Response> {
  const headers = new Headers(response.headers)
  const valid_until = headers.get('page-valid-until')
  const own_query = headers.get('page-query') ?? ''
  headers.delete('page-valid-until')
  headers.delete('page-query')
  headers.set('x-content-type-options', 'nosniff')
  const is_document = headers.get('content-type')?.startsWith('text/html') ?? false
  if (!is_document && valid_until === null) {
    return new Response(response.body, { status: response.status, headers })
  }
  const url = new URL(request.url)
  let body: Buffer = Buffer.from(await response.arrayBuffer())
  if (is_document) {
    for (const [name, value] of Object.entries(document_headers)) headers.set(name, value)
    if (context.public_url.startsWith('https:'))
      headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (context.harden_documents) {
      const prepared = prepareDocument(body.toString('utf8'), url.pathname, context.provider_hosts)
      headers.set('content-security-policy', prepared.content_security_policy)
      body = Buffer.from(prepared.html)
    }
  }
  headers.delete('content-length')
  const may_be_kept =
    valid_until !== null &&
    isOwnAddress(url, own_query) &&
    context.harden_documents &&
    request.method === 'GET' &&
    response.status === 200 &&
    !headers.has('set-cookie')
  const encoding = chooseEncoding(request.headers.get('accept-encoding'))
  if (!may_be_kept) {
    const sent = await encodeOnce(body, encoding)
    return encoded(sent, encoding, response.status, headers, 'no-store')
  }
  const kept = await context.pages.keep(
    url.pathname + url.search,
    {
      status: response.status,
      headers: Object.fromEntries(headers),
      body,
      valid_until: valid_until === 'changed' ? Number.POSITIVE_INFINITY : Number(valid_until),
    },
    context.generation,
  )
  headers.set('etag', kept.etag)
  return encoded(kept.encodings[encoding], encoding, response.status, headers, 'no-cache')
}

function encoded(
  body: Buffer,
  encoding: string,
  status: number,
  headers: Headers,
  cache_control: string,
): Response {
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('vary', 'accept-encoding')
  headers.set('cache-control', cache_control)
  return new Response(new Uint8Array(body), { status, headers })
}
