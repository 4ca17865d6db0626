import { useEffect, useState } from 'react'
import type { OrderView } from './track-view.server.ts'

/** "Between 13:05 and 13:20", and how many minutes that still are, counted down. */
export function WindowText({ window }: { window: NonNullable<OrderView['window']> }) {
  const minutes = useMinutesLeft(window)
  return (
    <p className="mt-1 text-lg">
      Between <strong className="money">{window.from}</strong> and <strong className="money">{window.until}</strong>
      <span className="block text-ink-soft">{inWords(minutes)}</span>
      {window.told_first && <span className="block text-base">{window.told_first}</span>}
    </p>
  )
}

function inWords(minutes: number): string {
  if (minutes > 1) return `in about ${minutes} minutes at the latest`
  if (minutes >= 0) return 'any minute now'
  return 'Later than we promised. We are sorry and we are on it; call us if you like.'
}

/**
 * Counts on from the server's figure by how far the phone's clock has moved. So a clock that is wrong counts the same,
 * and a phone that slept has missed nothing.
 */
function useMinutesLeft(promised: { seconds_left: number }): number {
  const [minutes, setMinutes] = useState(Math.ceil(promised.seconds_left / 60))
  // Every load brings a new object and begins the count again.
  useEffect(() => {
    const loaded_ms = Date.now()
    const count = () => setMinutes(Math.ceil((promised.seconds_left - (Date.now() - loaded_ms) / 1000) / 60))
    count()
    const timer = setInterval(count, 10_000)
    return () => clearInterval(timer)
  }, [promised])
  return minutes
}
