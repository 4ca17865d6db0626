import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { SpanKind } from '@opentelemetry/api'
import { Hono } from 'hono'
import type { PictureStore } from '../adapters/files/picture-store.ts'
import type { Dictionaries } from '../app/page/dictionaries.ts'
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
import { picturesInTurn } from './pictures-in-turn.ts'
import { requestIdOf, withRequestId } from './request-id.ts'
import { visitorAddress } from './visitor-address.ts'

export type HttpOptions = {
  render(request: Request): Promise<Response>
  /** Decides when the requests of an address are rendered. */
  inTurn: FairTurns
  /** Scripts, styles and icons; in development Vite's own middleware. */
  serveStatic(request: IncomingMessage, response: ServerResponse, dictionaries: Dictionaries): Promise<boolean>
  /** Somebody reached us who does not only ask whether we are well. */
  heard(): void
  pictures: PictureStore
  clock: Clock
  log: Logger
  provider_hosts: readonly string[]
  takesFiles(path: string): boolean
  /** True behind our own proxy, whose X-Forwarded-For can be trusted. */
  trust_proxy: boolean
  /** The script that wakes a page (app/page/wake-page.ts); null in development, where Vite adds its own scripts. */
  wake_script: string | null
  /** How browsers reach us; with https they then never try anything else. */
  public_url: string
}

/** As other servers write it down for a visitor who did not wait; nobody reads it as an answer. */
const VISITOR_LEFT = 499
const TRY_AGAIN = { 'retry-after': '5' }
const BUSY = 'A lot is going on right now. Please try again in a moment.'

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
      if (await options.serveStatic(request, response, pages.dictionaries)) return files_sent.inc()
      await listener(request, response)
    } catch (error) {
      options.log.error({ err: error, path: pathOf(request.url) }, 'a request failed')
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end('Something went wrong on our side.')
    }
  }
  const server = createServer((request, response) => {
    if (pathOf(request.url) !== HEALTH) options.heard()
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
  const app = new Hono<{ Bindings: HttpBindings; Variables: { routed?: boolean; failed?: 500 | 503 } }>()
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
  const readPicture = picturesInTurn(options.pictures)
  app.get('/images/:file', async (context) => {
    const asker = { address: visitorOf(context.req.raw), hasLeft: () => context.env.outgoing.destroyed }
    const read = await readPicture(asker, context.req.param('file'))
    if (!read?.picture) return read ? context.notFound() : context.text(BUSY, 503, TRY_AGAIN)
    return context.body(new Uint8Array(read.picture), 200, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
  /** Answers by the router. `notes` is told that the router notes it itself, and not when it threw instead. */
  const answerBy = async (asked: Request, notes: (routed: boolean) => void) => {
    const request = await incomingRequest(asked, options)
    if (request instanceof Response) return request
    const generation = pages.generation()
    notes(true)
    try {
      const rendered = await options.render(request)
      return await finishResponse(request, rendered, { pages, generation, ...options })
    } catch (error) {
      notes(false)
      throw error
    }
  }
  /** Makes a page for everybody, so nothing of who asked first goes along; it takes turns as a visitor of its own. */
  const makeForAll = async ({ url, headers }: Request, key: string) => {
    const of_all = [REQUEST_ID_HEADER, VISITOR_HEADER].map((name): [string, string] => [name, headers.get(name) ?? ''])
    const request = new Request(url, { headers: of_all })
    const made = options.inTurn({ address: `page ${key}` }, () => answerBy(request, () => {}))
    const path = key.split('?')[0]
    const response = await made.catch((err: unknown) => {
      options.log.error({ err, path }, 'a request failed')
      throw err
    })
    if (!response) options.log.warn({ path }, 'too many wait: a page was shown as it was')
    return response
  }
  app.all('*', async (context) => {
    const asked = context.req.raw
    const key = keyOf(asked)
    if (asked.method === 'GET' && pages.knows(key)) {
      const header = (name: string) => asked.headers.get(name)
      const anew = await pages.answerAnew(key, header, () => makeForAll(asked, key))
      if (anew) {
        pages_from_memory.inc()
        if (anew.failed) context.set('failed', anew.failed)
        else context.set('routed', true)
        return anew.response
      }
    }
    const { incoming, outgoing } = context.env
    const hasLeft = () => isForLooking(asked) && outgoing.destroyed
    const answer = () => answerBy(asked, (routed) => context.set('routed', routed))
    // Health checks are not queued behind visitors; they ask the database at most every other second.
    const response =
      context.req.path === HEALTH
        ? await answer()
        : await options.inTurn({ address: visitorOf(asked), isSlow: () => !incoming.complete, hasLeft }, answer)
    if (!response && hasLeft()) return new Response(null, { status: VISITOR_LEFT })
    if (!response) {
      return context.text(BUSY, 503, TRY_AGAIN)
    }
    if (asked.method !== 'HEAD') return response
    await response.body?.cancel()
    return new Response(null, response)
  })
  return app
}

/** Changes are carried out all the same: whoever asked may only have lost the line. */
const isForLooking = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** How a page is kept in memory. */
function keyOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
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
