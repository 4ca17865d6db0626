import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Riders move and minutes pass without anybody doing anything. */
const LOOK_AGAIN_MS = 20_000

/**
 * Loads the page again now and then while it is in view; what others do arrives at once by the layout's stream. Not
 * while `wanted` is false.
 */
export function useLookAgain(wanted = true): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!wanted) return
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) void revalidate()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [revalidate, wanted])
}
