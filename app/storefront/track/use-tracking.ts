import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { SILENT_MS } from '../../ui/live/silent-stream.ts'

/** While the stream is down, the page asks by itself this often; one that the browser has given up is opened anew. */
const POLL_MS = 15_000
/** States of an EventSource, by the numbers that every browser gives them. */
const OPEN = 1
const CLOSED = 2

/**
 * Keeps a tracking page up to date: on every event of its stream, after sleep, after a lost connection, and now and
 * then while there is no stream, it asks for the state (under 300 bytes) and loads the page's data only when that has
 * changed. What the worker says of the page that it kept (app/workers/offline-words.ts) goes with the data of then.
 */
export function useTracking(loaded: { track_token: string; version: string; is_open: boolean }): void {
  const { track_token, version, is_open } = loaded
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

  // Before the effects of what comes in its place, which would count from then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes with the data that it is about.
  useEffect(() => () => document.getElementById('from-memory')?.remove(), [loaded])
  useEffect(() => {
    if (!is_open) return
    let source: EventSource | undefined
    let silent_at = 0
    const connect = () => {
      source?.close()
      source = new EventSource(address('live'))
      // Until its first beat: a server from before it told pages of them is never silent.
      silent_at = Number.POSITIVE_INFINITY
      void look()
      source.addEventListener('news', look)
      source.addEventListener('beat', () => {
        silent_at = Date.now() + SILENT_MS
      })
    }
    // Each page has a moment of its own for it, so they do not all come at once.
    const renew = (fine?: number) => {
      const state = Date.now() > silent_at ? CLOSED : source?.readyState
      if (state === CLOSED) connect()
      else if (state !== fine) void look()
    }
    const comeBack = () => document.hidden || renew()
    connect()
    const poll = setInterval(renew, POLL_MS, OPEN)
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
