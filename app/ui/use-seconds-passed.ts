import { useEffect, useState } from 'react'

/**
 * The whole seconds since `loaded` last changed, so that a screen counts on from the server's figures: the clock of a
 * phone may be wrong, its pace is right, also after it slept.
 */
export function useSecondsPassed(loaded: unknown): number {
  const [counted, count] = useState({ loaded, seconds: 0 })
  useEffect(() => {
    const began_ms = Date.now()
    const timer = setInterval(() => count({ loaded, seconds: Math.floor((Date.now() - began_ms) / 1000) }), 1000)
    return () => clearInterval(timer)
  }, [loaded])
  return counted.loaded === loaded ? counted.seconds : 0
}
