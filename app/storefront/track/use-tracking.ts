import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** While the stream is down, the page asks by itself this often; one that the browser has given up is opened anew. */
const POLL_MS = 15_000
/** States of an EventSource, by the numbers that every browser gives them. */
const OPEN = 1
const CLOSED = 2

/**
 * Keeps a tracking page up to date: on every event of its stream, after sleep, after a lost connection, and now and
 * then while there is no stream, it asks for the state (under 300 bytes) and loads the page's data only when that has
 * changed.
 */
export function useTracking(track_token: string, version: string, is_open: boolean): void {
  const { revalidate } = useRevalidator()
  const address = useEffectEvent(
    (what: 'live' | 'state') =>
      `/track/${track_token}/${what}?v=${version}&${document.visibilityState}` satisfies Address,
  )
  const look = useEffectEvent(async () => {
    try {
      // What is written to who has the page in front of them goes by no text message.
      const answer = await fetch(address('state'))
      const state = (await answer.json()) as { v: string | null }
      if (answer.ok && state.v !== version) await revalidate()
    } catch {
      // Offline: the next question may get through.
    }
  })

  useEffect(() => {
    if (!is_open) return
    let source: EventSource | null = null
    const connect = () => {
      source?.close()
      source = new EventSource(address('live'))
      void look()
      source.addEventListener('news', () => void look())
    }
    const renew = () => {
      if (source?.readyState === CLOSED) connect()
      else void look()
    }
    const comeBack = () => {
      if (!document.hidden) renew()
    }
    connect()
    const poll = setInterval(() => {
      if (source?.readyState !== OPEN) renew()
    }, POLL_MS)
    window.addEventListener('online', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearInterval(poll)
      window.removeEventListener('online', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
      source?.close()
    }
  }, [is_open])
}
