import type { DataRouter } from 'react-router'

declare global {
  interface Window {
    /** React Router's own, once the page is awake. */
    __reactRouterDataRouter?: DataRouter
  }
}

/** An attempt of which nothing more comes for that long is given up. */
const STALLED_MS = 15_000
/** An answer that is none for who waits: it is not the app that speaks, or it has too much to do. */
const BEHIND_IT = 502
/** And for who does not: what is there is better than what went wrong. */
const WENT_WRONG = 500

/** Where somebody wants to go just now. */
export const askedFor = () => window.__reactRouterDataRouter?.state.navigation.location

/**
 * What React Router gets in the place of `fetch` (app/page/router-parts.ts). Where the open page is searched, sorted or
 * brought up to date, a line that fails does not take away what is there: it is asked for until the answer has come.
 */
export function fetchPageData(address: URL, how: RequestInit): Promise<Response> {
  const open = window.__reactRouterDataRouter?.state.location.pathname
  const is_of_open_page = !how.method && address.pathname === `${open?.replace(/\/$/, '/_')}.data`
  return is_of_open_page ? untilAnswered(address, how) : fetch(address, how)
}

/**
 * Asks until an answer has come whole. Who waits for it is told why, and the document is marked `data-unanswered`: a
 * screen shows what it has. Throws when `how.signal` ends it.
 */
export async function untilAnswered(address: string | URL, how?: RequestInit): Promise<Response> {
  const { dataset } = document.documentElement
  const news = document.getElementById('page-news')
  let told = ''
  try {
    for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
      const answer = await attempt(address, how)
      const is_waited_for = isWaitedFor()
      if (answer && answer.status < (is_waited_for ? BEHIND_IT : WENT_WRONG)) return answer
      if (news && is_waited_for) {
        const why = navigator.onLine ? 'Weak network' : 'You are offline'
        told = answer
          ? 'We are very busy just now. The page comes in a moment.'
          : `${why}. The page comes when the network is back.`
        news.textContent = told
        dataset['unanswered'] = ''
      }
      const seconds = Number(answer?.headers.get('retry-after'))
      await rest(seconds > 0 ? seconds * 1000 : pause, how?.signal)
      if (how?.signal?.aborted) throw how.signal.reason
    }
  } finally {
    delete dataset['unanswered']
    // Others write there too.
    if (told && news?.textContent === told) news.textContent = ''
  }
}

const isWaitedFor = () => {
  const { navigation, fetchers } = window.__reactRouterDataRouter?.state ?? {}
  return navigation?.location || [...(fetchers?.values() ?? [])].some(({ state }) => state !== 'idle')
}

/** An answer that came whole, or null. What hangs on a line that was lost ends when another comes. */
async function attempt(address: string | URL, how?: RequestInit): Promise<Response | null> {
  const over = new AbortController()
  const stop = new AbortController()
  const end = () => stop.abort()
  addEventListener('online', end, over)
  how?.signal?.addEventListener('abort', end, over)
  let stalled = setTimeout(end, STALLED_MS)
  try {
    const answer = await fetch(address, { ...how, signal: stop.signal })
    const reader = answer.clone().body?.getReader()
    for (let is_more = !!reader; is_more; is_more = !(await reader?.read())?.done) {
      clearTimeout(stalled)
      stalled = setTimeout(end, STALLED_MS)
    }
    return answer
  } catch {
    if (how?.signal?.aborted) throw how.signal.reason
    return null
  } finally {
    clearTimeout(stalled)
    over.abort()
  }
}

/** Ends early with another line, or with `signal`. */
function rest(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end, over)
    signal?.addEventListener('abort', end, over)
  })
}
