import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** While the stream is down, screens look for themselves this often. */
const POLL_MS = 20_000
const RECONNECT_MS = 10_000

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
    let opened_before = false
    const connected = () => source?.readyState === EventSource.OPEN

    const connect = () => {
      source?.close()
      source = new EventSource(address())
      source.addEventListener('news', load)
      source.onopen = () => {
        // Catches up with what happened while the connection was down.
        if (opened_before) load()
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
      load()
      if (source?.readyState === EventSource.CLOSED) connect()
    }
    connect()
    const poll = setInterval(() => {
      if (!connected()) load()
    }, POLL_MS)
    window.addEventListener('online', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(again)
      clearInterval(poll)
      window.removeEventListener('online', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
      source?.close()
    }
  }, [])
}
