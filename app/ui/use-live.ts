import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** While the stream is down, screens look for themselves this often. */
const POLL_MS = 20_000
const RECONNECT_MS = 10_000
const RETRY_MS = 3000

/**
 * Keeps the screen up to date: loads the page's data again whenever the server says that something changed, after every
 * lost connection, and now and then while there is none. `newest_id` is the newest notification that the page knows.
 */
export function useLive(newest_id: number): void {
  const { revalidate } = useRevalidator()
  const load = useEffectEvent(() => void revalidate())
  const address = useEffectEvent(() => `/back-office/live?after=${newest_id}` satisfies Address)

  useEffect(() => {
    let source: EventSource | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let opened_before = false
    const connected = () => source?.readyState === EventSource.OPEN

    // Loading while offline would replace the page by an error, so the connection is tried first.
    const refresh = async () => {
      clearTimeout(retry)
      if (await isReachable()) load()
      else retry = setTimeout(refresh, RETRY_MS)
    }
    const connect = () => {
      source?.close()
      source = new EventSource(address())
      source.addEventListener('news', () => void refresh())
      source.onopen = () => {
        // Catches up with what happened while the connection was down.
        if (opened_before) void refresh()
        opened_before = true
      }
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return
        clearTimeout(again)
        again = setTimeout(connect, RECONNECT_MS)
      }
    }
    const comeBack = () => {
      if (document.hidden || connected()) return
      void refresh()
      if (source?.readyState === EventSource.CLOSED) connect()
    }
    connect()
    const poll = setInterval(() => {
      if (!connected()) void refresh()
    }, POLL_MS)
    window.addEventListener('online', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(again)
      clearTimeout(retry)
      clearInterval(poll)
      window.removeEventListener('online', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
      source?.close()
    }
  }, [])
}

/** Whether the server answers; where the session has ended, it answers with a redirect to the login. */
export async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/back-office/notifications' satisfies Address, { cache: 'no-store' })
    return answer.ok
  } catch {
    return false
  }
}
