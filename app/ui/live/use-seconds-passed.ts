import { useEffect, useState } from 'react'
import { ageMs } from './server-clock.ts'

/**
 * The whole seconds since `loaded` last changed, so that a screen counts on from the server's figures: the clock of a
 * phone may be wrong, its pace is right, also after it slept. On a page that phones keep, the figures are those `as_of`
 * a moment by the server's clock, and it is the seconds since then.
 */
export function useSecondsPassed(loaded: unknown, as_of?: number): number {
  const [counted, count] = useState({ loaded, as_of, seconds: 0 })
  useEffect(() => {
    const began_ms = Date.now() - (as_of === undefined ? 0 : ageMs(as_of))
    const tick = () => count({ loaded, as_of, seconds: Math.floor((Date.now() - began_ms) / 1000) })
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [loaded, as_of])
  return counted.loaded === loaded && counted.as_of === as_of ? counted.seconds : 0
}
