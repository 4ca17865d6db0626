import { useEffect, useState } from 'react'

/**
 * The seconds left by the server's clock, so that a phone with a wrong clock shows the same. Give it `now_ms` as its
 * key too, so that the count begins again with every load of the screen.
 */
export function Countdown({ until_ms, now_ms }: { until_ms: number; now_ms: number }) {
  const [passed, pass] = useState(0)
  useEffect(() => {
    const loaded_at = performance.now()
    const timer = setInterval(() => pass(Math.floor((performance.now() - loaded_at) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until_ms - now_ms) / 1000) - passed)
  return <span className="money font-semibold">{seconds > 0 ? `${seconds} s left` : 'time is over'}</span>
}
