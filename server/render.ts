import { createHash } from 'node:crypto'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { public_paths_context } from '../app/page/public-paths.ts'
import { routeTables } from '../app/page/route-tables.ts'
import { routeWishes } from '../app/page/route-wishes.ts'
import { script_text } from '../app/page/wake-page.ts?script-text'
import { type AppServices, services_context } from '../app/services.ts'
import { script_text as carousel_taps } from '../app/storefront/early/carousel-taps.ts?script-text'
import { script_text as dish_taps } from '../app/storefront/early/dish-taps.ts?script-text'
import { script_text as order_push } from '../app/storefront/offline/order-push.ts?script-text'
import { script_text as phone_news_text } from '../app/storefront/offline/phone-news.ts?script-text'
import { script_text as when_quiet_text } from '../app/storefront/offline/when-quiet.ts?script-text'
import { rest_of_style } from '../app/storefront/storefront-style.ts'
import { script_text as customer_worker } from '../app/workers/customer-worker.ts?script-text'
import { script_text as push_worker } from '../app/workers/push-worker.ts?script-text'
import { script_text as rider_worker } from '../app/workers/rider-worker.ts?script-text'
import { narrowRoutes } from './narrow-routes.ts'

const { public_paths, offline_pages, takesFiles, withoutKeys } = routeWishes(build.routes)

export { takesFiles, withoutKeys }

const pathFor = (name: string, text: string, kind = 'js') =>
  `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${kind}`
const rest_of_style_path = pathFor('rest-of-style', rest_of_style, 'css')
const carousel_taps_path = pathFor('carousel-taps', carousel_taps)
const dish_taps_path = pathFor('dish-taps', dish_taps)
const order_push_path = pathFor('order-push', order_push)
/** For app/storefront/offline/kept-pages.ts. */
const knowingPages = (text: string) => `const OFFLINE_PAGES=${JSON.stringify(offline_pages)};${text}`
const phone_news = knowingPages(phone_news_text)
const phone_news_path = pathFor('phone-news', phone_news)
const when_quiet = knowingPages(when_quiet_text)
  .replace('/assets/order-push.js', order_push_path)
  .replace('/assets/phone-news.js', phone_news_path)
const when_quiet_path = pathFor('when-quiet', when_quiet)

/** Scripts and a style that are no files of the build, by their paths; phones have the workers under these. */
export const scripts: ReadonlyMap<string, string> = new Map([
  ...Object.values(routeTables(build.assets)).map(({ path, script }) => [path, script] as const),
  [rest_of_style_path, rest_of_style],
  [when_quiet_path, when_quiet],
  [order_push_path, order_push],
  [phone_news_path, phone_news],
  [carousel_taps_path, carousel_taps],
  [dish_taps_path, dish_taps],
  ['/sw.js', rider_worker],
  ['/customer-sw.js', knowingPages(customer_worker)],
  ['/push-worker.js', push_worker],
])

/** The script in every page that fetches the page's own script; always the same text, so that one hash covers it. */
export const wake_script = script_text
  .replace('/assets/rest-of-style.css', rest_of_style_path)
  .replace('/assets/when-quiet.js', when_quiet_path)
  .replace('/assets/phone-news.js', phone_news_path)
  .replace('/assets/dish-taps.js', dish_taps_path)
  .replace('/assets/carousel-taps.js', carousel_taps_path)

type Handler = ReturnType<typeof createRequestHandler>
const handle = createRequestHandler(build, import.meta.env.MODE)
const narrowed = narrowRoutes(build)
const narrow_handlers = new Map<ServerBuild, Handler>()

function handlerOf({ url }: Request): Handler {
  const narrow = narrowed(new URL(url).pathname)
  if (!narrow) return handle
  const known = narrow_handlers.get(narrow) ?? createRequestHandler(narrow, import.meta.env.MODE)
  narrow_handlers.set(narrow, known)
  return known
}

/** Answers one request with a page, the data of a page, or an endpoint's answer. */
export function render(request: Request, services: AppServices): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(services_context, services)
  context.set(public_paths_context, public_paths)
  return handlerOf(request)(request, context)
}
