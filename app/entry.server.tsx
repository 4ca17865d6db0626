import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { InlineStyle } from './inline-style.ts'
import { services_context } from './services.ts'
import storefront_style from './storefront/storefront.css?inline'
import { storefrontRoutes } from './storefront-routes.ts'

let storefront: ReturnType<typeof storefrontRoutes> | undefined

/**
 * Renders whole pages, never streams: they are small, kept in memory, and their inline scripts must be known before the
 * headers are sent, because the Content-Security-Policy names each of them.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const stream = await renderToReadableStream(
    <InlineStyle value={storefront_style}>
      <ServerRouter context={withItsRoutes(routerContext)} url={request.url} />
    </InlineStyle>,
    { signal: request.signal },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { headers, status })
}

/** The storefront's pages go with the storefront's routes; while Vite serves the sources, all go with all of them. */
function withItsRoutes(context: EntryContext): EntryContext {
  if (import.meta.env.DEV) return context
  storefront ??= storefrontRoutes(context.manifest)
  const { table } = storefront
  const is_storefront = context.staticHandlerContext.matches.every(({ route }) => table.routes[route.id])
  return is_storefront ? { ...context, manifest: table } : context
}

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
