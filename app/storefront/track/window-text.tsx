import { useEffect, useState } from 'react'
import type { OrderView } from './track-view.server.ts'

/** "Between 13:05 and 13:20", and how many minutes that still are, counted down. */
export function WindowText({ window }: { window: NonNullable<OrderView['window']> }) {
  const minutes = useMinutesLeft(window)
  return (
    <p className="mt-1 text-lg">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <span dangerouslySetInnerHTML={{ __html: window.between }} />
      <span className="block text-ink-soft">{inWords(minutes, window.late)}</span>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <span dangerouslySetInnerHTML={{ __html: window.told }} />
    </p>
  )
}

function inWords(minutes: number, late: string): string {
  if (minutes > 1) return `in about ${minutes} minutes at the latest`
  return minutes < 0 ? late : 'any minute now'
}

/**
 * Counts on from the server's figure by how far the phone's clock has moved since the page came, or since it was kept
 * (`data-at`, app/workers/offline-words.ts). So a clock that is wrong counts the same, and a phone that slept has
 * missed nothing.
 */
function useMinutesLeft(promised: { left_ms: number }): number {
  const [minutes, setMinutes] = useState(Math.ceil(promised.left_ms / 60_000))
  // Every load brings a new object and begins the count again.
  useEffect(() => {
    const from_ms = Number(document.getElementById('from-memory')?.dataset['at']) || Date.now()
    const count = () => setMinutes(Math.ceil((promised.left_ms + from_ms - Date.now()) / 60_000))
    count()
    const timer = setInterval(count, 10_000)
    return () => clearInterval(timer)
  }, [promised])
  return minutes
}
