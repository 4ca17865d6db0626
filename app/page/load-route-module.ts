import type { Location } from 'react-router'

type Route = { id: string; module: string }

declare global {
  interface Window {
    /** React Router's own, once the page is awake. */
    __reactRouterDataRouter?: { state: { navigation: { location?: Location } } }
  }
}

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
    const asked = window.__reactRouterDataRouter?.state.navigation.location
    const address = asked ? asked.pathname + asked.search : location.href
    // A page that this phone keeps (app/workers/customer-worker.ts) needs no line.
    const kept = asked && (await globalThis.caches?.match(address, { ignoreVary: true }).catch(() => null))
    if (!kept) await isThere(route.module)
    location.assign(address)
    return new Promise(() => {})
  }
}

async function isThere(address: string): Promise<void> {
  const news = document.getElementById('page-news')
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    const answer = await fetch(address).catch(() => null)
    if (answer) return
    if (news) {
      const why = navigator.onLine ? 'Weak network' : 'You are offline'
      news.textContent = `${why}. The page comes when the network is back.`
    }
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, pause)
    })
  }
}
