import { useEffect, useEffectEvent, useState } from 'react'
import type { Place } from '../../ui/map/map-frame.ts'

/**
 * Asks the browser where it is and our server for the place and the address there. Tells them once, and answers the
 * address's source. A refusal, a slow map or no answer change nothing: the customer types.
 */
export function useAddressFromPosition(onLocated: (position: Place, address: string) => void): string {
  const [credit, setCredit] = useState('')
  const tell = useEffectEvent(onLocated)
  useEffect(() => {
    const left = new AbortController()
    navigator.geolocation?.getCurrentPosition(
      async ({ coords: { latitude, longitude } }) => {
        if (left.signal.aborted) return
        tell({ latitude, longitude }, '')
        try {
          const response = await fetch(
            `/places/address?latitude=${latitude}&longitude=${longitude}` satisfies Address,
            { signal: left.signal },
          )
          const found = (await response.json()) as { place?: string | null; address: string | null; credit: string }
          if (found.address) setCredit(found.credit)
          tell({ latitude, longitude }, [found.place, found.address].filter(Boolean).join(', '))
        } catch {
          // The address can be typed; the map is a convenience.
        }
      },
      () => {},
      { timeout: 10_000, maximumAge: 60_000 },
    )
    return () => left.abort()
  }, [])
  return credit
}
