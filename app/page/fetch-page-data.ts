import type { Location } from 'react-router'

declare global {
  interface Window {
    /** React Router's own, once the page is awake. */
    __reactRouterDataRouter?: { state: { navigation: { location?: Location } } }
  }
}

/** From here on it is not the app that speaks, or only to say that it has too much to do. */
const BEHIND_IT = 502

/**
 * What React Router gets in the place of `fetch` (app/page/router-parts.ts). Where the open page is searched, sorted or
 * brought up to date, a line that fails does not take away what is there: it is asked for until the answer has come.
 */
export function fetchPageData(address: URL, how: RequestInit): Promise<Response> {
  const is_of_open_page = !how.method && address.pathname.replace(/_?\.data$/, '') === location.pathname
  return is_of_open_page ? untilAnswered(address, how) : fetch(address, how)
}

/** Asks until an answer has come whole. Who waits for it is told why. Throws when `how.signal` ends it. */
export async function untilAnswered(address: string | URL, how?: RequestInit): Promise<Response> {
  const news = document.getElementById('page-news')
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      const answer = await fetch(address, how)
      await answer.clone().arrayBuffer()
      if (answer.status < BEHIND_IT) {
        if (news) news.textContent = ''
        return answer
      }
    } catch (error) {
      if (how?.signal?.aborted) throw error
    }
    if (news && askedFor()) {
      const why = navigator.onLine ? 'Weak network' : 'You are offline'
      news.textContent = `${why}. The page comes when the network is back.`
    }
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, pause)
    })
  }
}

/** Where somebody wants to go just now. */
export const askedFor = () => window.__reactRouterDataRouter?.state.navigation.location
