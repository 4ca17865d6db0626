import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { hearTime } from './server-clock.ts'
import { SILENT_MS } from './silent-stream.ts'

/** While the stream is down, screens look for themselves this often. */
const POLL_MS = 20_000
/** Between this and twice as long, so that they do not all come at once. */
const RECONNECT_MS = 7000

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
    let silent_at = 0
    // Until its first beat: a server from before it told pages of them is never silent.
    const notWatched = () => {
      silent_at = Number.POSITIVE_INFINITY
    }
    // By a clock that goes on while a phone sleeps.
    const isSilent = () => Date.now() > silent_at
    const connected = () => source?.readyState === EventSource.OPEN && !isSilent()

    const connect = () => {
      clearTimeout(again)
      source?.close()
      source = new EventSource(address())
      notWatched()
      source.addEventListener('news', load)
      source.addEventListener('beat', ({ data }) => {
        silent_at = Date.now() + SILENT_MS
        hearTime(Number(data))
      })
      source.onopen = () => {
        // Catches up with what happened while the connection was down.
        if (opened_before) load()
        opened_before = true
      }
      source.onerror = () => {
        notWatched()
        if (source?.readyState === EventSource.CLOSED) connectLater()
      }
    }
    const connectLater = () => {
      source?.close()
      clearTimeout(again)
      again = setTimeout(connect, RECONNECT_MS * (1 + Math.random()))
    }
    const comeBack = () => {
      if (document.hidden || connected()) return
      load()
      if (source?.readyState === EventSource.CLOSED || isSilent()) connect()
    }
    connect()
    const poll = setInterval(() => {
      if (connected()) return
      load()
      if (isSilent()) connectLater()
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
