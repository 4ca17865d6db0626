import { useEffect } from 'react'

const EVERY_MS = 60_000

/**
 * Tells our server now and then where the phone is, while on duty and while the page is seen; a refusal costs nothing.
 */
export function usePosition(on_duty: boolean): void {
  useEffect(() => {
    if (!on_duty || !('geolocation' in navigator)) return
    const tell = () => {
      if (document.hidden) return
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          const body = new URLSearchParams({
            latitude: String(coords.latitude),
            longitude: String(coords.longitude),
          })
          void fetch('/rider/position' satisfies Address, { method: 'POST', body }).catch(() => {})
        },
        () => {},
        { maximumAge: EVERY_MS, timeout: 10_000 },
      )
    }
    tell()
    const timer = setInterval(tell, EVERY_MS)
    return () => clearInterval(timer)
  }, [on_duty])
}
