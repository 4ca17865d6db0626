import { randomBytes } from 'node:crypto'
import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerInstrumentation,
  ServerRouter,
} from 'react-router'
import { InlineStyle } from './page/inline-style.ts'
import { mergeHandles, type PageHandle } from './page/page-handle.ts'
import { routeTables } from './page/route-tables.ts'
import { share_context, structuredHtml } from './page/share-context.ts'
import { StillHtml } from './page/still.tsx'
import { still_context } from './page/still-parts.server.ts'
import { services_context } from './services.ts'
import { storefront_style } from './storefront/storefront-style.ts'

let tables: ReturnType<typeof routeTables> | undefined

/**
 * Renders whole pages, never streams: they are small, kept in memory, and their inline scripts must be known before the
 * headers are sent, because the Content-Security-Policy names each of them.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('hex')
  const stream = await renderToReadableStream(
    <InlineStyle value={{ text: storefront_style, nonce }}>
      <StillHtml value={context.get(still_context)}>
        <ServerRouter context={withItsRoutes(routerContext)} url={request.url} nonce={nonce} />
      </StillHtml>
    </InlineStyle>,
    // Every part of a page stands where it belongs: what is large would otherwise come last, put there by a script.
    { signal: request.signal, nonce, progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // For server/finish-response.ts alone: what was rendered here, and what its routes ask of the page.
  headers.set('page-nonce', nonce)
  headers.set('page-handle', JSON.stringify(handleOf(routerContext)))
  const share = context.get(share_context)
  if (!share || status !== 200) return new Response(stream, { headers, status })
  headers.set('page-picture', share.picture)
  const html = await new Response(stream).text()
  const structured = structuredHtml(share.structured)
  // Last, because no person waits for it.
  return new Response(
    html.replace(/<\/body>(?=<\/html>\s*$)/, () => `${structured}</body>`),
    { headers, status },
  )
}

function handleOf({ staticHandlerContext, routeModules }: EntryContext): PageHandle {
  return mergeHandles(staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle))
}

/** A page carries the routes of its side (storefront or back offices); in development it carries all of them. */
function withItsRoutes(context: EntryContext): EntryContext {
  if (import.meta.env.DEV) return context
  tables ??= routeTables(context.manifest)
  const { storefront, back_offices } = tables
  const is_storefront = context.staticHandlerContext.matches.every(({ route }) => storefront.table.routes[route.id])
  return { ...context, manifest: (is_storefront ? storefront : back_offices).table }
}

/**
 * Measures every answer of the router for operators, by the route's pattern: an attacker cannot invent more of those.
 */
export const instrumentations: ServerInstrumentation[] = [
  {
    handler: (handler) =>
      handler.instrument({
        async request(answer, { request, context }) {
          const started_ms = performance.now()
          const { statusCode, meta } = await answer()
          const seconds = (performance.now() - started_ms) / 1000
          const { noteAnswer } = context?.get(services_context) ?? {}
          noteAnswer?.({
            method: request.method,
            route: meta ? `/${meta.pattern}` : 'none',
            status: statusCode,
            seconds,
          })
        },
      }),
  },
]

/** Called for errors that nobody expected. Refusals, 404s and wrong methods are answers, not errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { pathname } = new URL(request.url)
  context.get(services_context).log.error({ err: error, path: pathname }, 'a page failed')
}
