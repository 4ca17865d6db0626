import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { dataOf, HOWEVER_ASKED, type KeepingNews } from '../ui/live/worker-messages.ts'

/**
 * Has app/workers/rider-worker.ts keep the rider's dashboard, shifts and earnings and what they are made of, so that
 * they open without a network. A page that was opened so shows the newest data that this phone has. The worker is told
 * who is signed in, because it may send only that rider's steps.
 */
export function useKeptShell(owner: string): void {
  const { revalidate } = useRevalidator()
  const load = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const keep = async () => {
      const was_kept = navigator.serviceWorker.controller !== null
      try {
        await navigator.serviceWorker.register('/sw.js', { scope: '/rider' })
        const { active } = await navigator.serviceWorker.ready
        active?.postMessage({ kind: 'keep', files: filesOfThisPage(), owner } satisfies KeepingNews)
        if (!was_kept || (await isReachable())) return
        if (await caches.match(dataOf(location.pathname), HOWEVER_ASKED)) load()
      } catch {
        // Without it everything works as long as there is a network.
      }
    }
    void keep()
  }, [owner])
}

/** The scripts and styles that were needed so far. */
function filesOfThisPage(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  return [...new Set(loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname))]
    .filter((path) => path.startsWith('/assets/'))
    .concat('/favicon.svg')
}

/** Whether the server answers; where the session has ended, it answers with a redirect to the login. */
async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/back-office/notifications' satisfies Address, { cache: 'no-store' })
    return answer.ok
  } catch {
    return false
  }
}
