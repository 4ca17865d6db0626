import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { SpanKind } from '@opentelemetry/api'
import { Hono } from 'hono'
import type { PictureStore } from '../adapters/files/picture-store.ts'
import { createPageCache, type PageCache } from '../app/page/page-cache.ts'
import { REQUEST_ID_HEADER } from '../app/request/request-id.ts'
import { VISITOR_HEADER, visitorOf } from '../app/request/visitor.ts'
import type { Clock } from '../domain/clock.ts'
import { tracedPiece } from '../domain/trace.ts'
import { setAnswerHeaders } from './answer-headers.ts'
import { createDrain, type Drain, HEALTH } from './drain.ts'
import type { FairTurns } from './fair-turns.ts'
import { finishResponse } from './finish-response.ts'
import { incomingRequest } from './incoming-request.ts'
import type { Logger } from './log.ts'
import { files_sent, noteAnswer, pages_from_memory } from './metrics.ts'
import { requestIdOf, withRequestId } from './request-id.ts'

export type HttpOptions = {
  render(request: Request): Promise<Response>
  /** Decides when the requests of an address are rendered. */
  inTurn: FairTurns
  /** Scripts, styles and icons; in development Vite's own middleware. */
  serveStatic(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  pictures: PictureStore
  clock: Clock
  log: Logger
  provider_hosts: readonly string[]
  /** True behind our own proxy, whose X-Forwarded-For can be trusted. */
  trust_proxy: boolean
  /** The script that wakes a page (app/page/wake-page.ts); null in development, where Vite adds its own scripts. */
  wake_script: string | null
  /** How browsers reach us; with https they then never try anything else. */
  public_url: string
}

export type HttpServer = { server: Server; pages: PageCache; drain: Drain }

/**
 * The HTTP shell: cached pages first, then files, then the router. Everything else here concerns every answer: headers,
 * what requests are allowed, the visitor's address, and the time it took.
 */
export function createHttpServer(options: HttpOptions): HttpServer {
  const pages = createPageCache(options.clock)
  const app = createApp(options, pages)
  // HTTP/1.0 has no Host header, and many proxies check our health with it.
  const hostname = new URL(options.public_url).host
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      if (await options.serveStatic(request, response)) return files_sent.inc()
      await listener(request, response)
    } catch (error) {
      options.log.error({ err: error, path: pathOf(request.url) }, 'a request failed')
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end('Something went wrong on our side.')
    }
  }
  const server = createServer((request, response) => {
    const request_id = requestIdOf(request, options.trust_proxy)
    if (pages.answer(request, response, { [REQUEST_ID_HEADER]: request_id })) return pages_from_memory.inc()
    setAnswerHeaders(request, response, options.public_url)
    response.setHeader(REQUEST_ID_HEADER, request_id)
    if (drain.answer(request, response)) return
    setOwnHeader(request, VISITOR_HEADER, visitorAddress(request, options.trust_proxy))
    setOwnHeader(request, REQUEST_ID_HEADER, request_id)
    void withRequestId(request_id, () => answer(request, response))
  })
  // A slow phone may take its time; an attacker who sends a byte a minute may not.
  server.requestTimeout = 60_000
  server.headersTimeout = 30_000
  server.keepAliveTimeout = 65_000
  const drain = createDrain(server)
  return { server, pages, drain }
}

function createApp(options: HttpOptions, pages: PageCache) {
  const app = new Hono<{ Variables: { routed?: boolean; failed?: 500 | 503 } }>()
  app.onError((error, context) => {
    options.log.error({ err: error, path: context.req.path }, 'a request failed')
    const request_id = context.req.header(REQUEST_ID_HEADER)
    const text = `Something went wrong on our side. Please try again in a moment. (Number ${request_id})`
    return context.text(text, 500)
  })
  app.use(async (context, next) => {
    const started = performance.now()
    const { method, path } = context.req
    const answer = async () => {
      await next()
      // A former page in the place of a failure hides that from its visitor, not from who watches.
      const status = context.var.failed ?? context.res.status
      const milliseconds = performance.now() - started
      options.log.debug({ method, path, status, milliseconds: Math.round(milliseconds) }, 'answered')
      // What the router answers it notes itself, by its pattern (app/entry.server.tsx).
      if (context.var.routed) return
      const route = path.startsWith('/images/') ? '/images/:file' : 'none'
      noteAnswer({ method, route, status, seconds: milliseconds / 1000 })
    }
    const attributes = { 'http.request.method': method, request_id: context.req.header(REQUEST_ID_HEADER) }
    // Whoever watches asks every other second, and nobody asks after that.
    await (path === HEALTH ? answer() : tracedPiece(method, { kind: SpanKind.SERVER, attributes }, answer))
  })
  app.use(async (context, next) => {
    await next()
    const { headers } = context.res
    // Most answers without a cache-control are private, e.g. the data of an order or an address.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  })
  app.get('/images/:file', async (context) => {
    const picture = await options.pictures.read(context.req.param('file'))
    if (!picture) return context.notFound()
    return context.body(new Uint8Array(picture), 200, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
  app.all('*', async (context) => {
    const asked = context.req.raw
    const answer = async () => {
      const request = await incomingRequest(asked, options.public_url)
      if (request instanceof Response) return request
      const generation = pages.generation()
      context.set('routed', true)
      const rendered = await options.render(request)
      return finishResponse(request, rendered, { pages, generation, ...options })
    }
    // Health checks are not queued behind visitors; they ask the database at most every other second.
    const answering = context.req.path === HEALTH ? answer() : options.inTurn(visitorOf(asked), answer)
    const response = await answering?.catch(async (error: unknown) => {
      // The router notes what it answered, and this is no answer.
      context.set('routed', false)
      const former = await pageAsItWas(asked, pages)
      if (!former) throw error
      options.log.error({ err: error, path: context.req.path }, 'a request failed')
      context.set('failed', 500)
      return former
    })
    const former = response && response.status < 500 ? null : await pageAsItWas(asked, pages)
    if (former) {
      await response?.body?.cancel()
      context.set('failed', response ? 500 : 503)
      if (!response) options.log.warn({ path: context.req.path }, 'too many wait: a page was shown as it was')
      return former
    }
    if (!response) return context.text('A lot is going on right now. Please try again in a moment.', 503)
    if (asked.method !== 'HEAD') return response
    await response.body?.cancel()
    return new Response(null, response)
  })
  return app
}

/** A page that failed now, as it was before: the database is away, or everybody asks at once. */
async function pageAsItWas({ method, url, headers }: Request, pages: PageCache): Promise<Response | null> {
  if (method !== 'GET') return null
  const { pathname, search } = new URL(url)
  const former = await pages.asItWas(pathname + search, headers.get('accept-encoding'))
  if (former) pages_from_memory.inc()
  return former
}

function visitorAddress(request: IncomingMessage, trust_proxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim()
  return trust_proxy && forwarded ? forwarded : (request.socket.remoteAddress ?? 'unknown')
}

/** Tells the router something about a request. A visitor's own header of this name is removed. */
function setOwnHeader(request: IncomingMessage, name: string, value: string): void {
  request.headers[name] = value
  const others = request.rawHeaders.filter((_, at, raw) => raw[at - (at % 2)]?.toLowerCase() !== name)
  request.rawHeaders = [...others, name, value]
}

/** A path without its query, which may hold a receipt's link. */
function pathOf(url: string | undefined): string {
  return (url ?? '').split('?')[0] ?? ''
}
