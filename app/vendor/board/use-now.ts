import { useEffect, useState } from 'react'

/**
 * The server's time, second by second, so that a tablet with a wrong clock counts right. `now_ms` is the time at which
 * the screen was loaded; every load begins the count again.
 */
export function useNow(now_ms: number): number {
  const [counted_ms, count] = useState(now_ms)
  useEffect(() => {
    const loaded_ms = Date.now()
    count(now_ms)
    const timer = setInterval(() => count(now_ms + Date.now() - loaded_ms), 1000)
    return () => clearInterval(timer)
  }, [now_ms])
  return counted_ms
}
