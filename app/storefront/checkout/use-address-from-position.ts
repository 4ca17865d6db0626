import { useEffect, useEffectEvent, useState } from 'react'

type Position = { latitude: number; longitude: number }

/**
 * Asks the browser where it is and our server for the address there. Tells the address and its source once, and answers
 * the position for the fee. A refusal, a slow map or no answer change nothing: the customer types.
 */
export function useAddressFromPosition(onAddress: (address: string, credit: string) => void): Position | null {
  const [position, setPosition] = useState<Position | null>(null)
  const tell = useEffectEvent(onAddress)
  useEffect(() => {
    const left = new AbortController()
    navigator.geolocation?.getCurrentPosition(
      async ({ coords: { latitude, longitude } }) => {
        if (left.signal.aborted) return
        setPosition({ latitude, longitude })
        try {
          const response = await fetch(
            `/places/address?latitude=${latitude}&longitude=${longitude}` satisfies Address,
            { signal: left.signal },
          )
          const { address, credit } = (await response.json()) as { address: string | null; credit: string }
          if (address) tell(address, credit)
        } catch {
          // The address can be typed; the map is a convenience.
        }
      },
      () => {},
      { timeout: 10_000, maximumAge: 60_000 },
    )
    return () => left.abort()
  }, [])
  return position
}
