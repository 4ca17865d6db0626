import { askedFor, untilAnswered } from './fetch-page-data.ts'

type Route = { id: string; module: string }

/**
 * Loads the script of a page that a link leads to. The build puts it in the place of React Router's own
 * (app/page/router-parts.ts), which reloads the old page when loading fails: offline, that is the browser's error
 * page. Here the old page stays and says why. Once the script can be fetched, the wanted address is loaded as a
 * document, because its data may have failed too.
 */
export async function loadRouteModule(route: Route, loaded: Record<string, unknown>): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id]
  try {
    const before = globalThis.early_comes
    const module: unknown = await import(/* @vite-ignore */ route.module)
    // What serves its first taps; on a line that fails just then the page does without, as without script.
    if (globalThis.early_comes !== before)
      await Promise.race([globalThis.early_comes, new Promise((go) => setTimeout(go, 5000))])
    loaded[route.id] = module
    return module
  } catch {
    const asked = askedFor()
    const address = asked ? asked.pathname + asked.search : location.href
    // A page that this phone keeps (app/workers/customer-worker.ts) needs no line.
    const kept = asked && (await globalThis.caches?.match(address, { ignoreVary: true }).catch(() => null))
    if (!kept) await untilAnswered(route.module)
    location.assign(address)
    return new Promise(() => {})
  }
}
