import { useEffect, useState } from 'react'
import type { KitchensBeyond } from '../../../domain/checkout/kitchens-beyond.ts'
import { type KnownPlace, keepPlace, knownPlace } from './known-place.ts'

export type Reach = Omit<KitchensBeyond, 'valid_until' | 'coming' | 'rides'> & {
  /** When the kitchens that deliver there would come, and whether nobody is on duty; null where nothing is brought. */
  coming: { nobody: boolean; windows: readonly ComingWindow[] } | null
  /** Rides there that can be joined, in words. */
  rides: readonly { vendor_id: string; text: string }[]
}

/** In words, by how many portions are ordered at most; null for any number. */
type ComingWindow = { vendor_id: string; by_portions: readonly { up_to: number | null; text: string }[] }

/** When so much of a kitchen would come, in words; null where that is not known. */
export function comingText(coming: Reach['coming'], vendor_id: string | undefined, portions = 1): string | null {
  const window = coming?.windows.find((one) => one.vendor_id === vendor_id)
  return window?.by_portions.find(({ up_to }) => up_to === null || portions <= up_to)?.text ?? null
}

/** The ride from a kitchen that can be joined, in words; null for none. */
export function rideText({ rides }: Pick<Reach, 'rides'>, vendor_id: string | undefined): string | null {
  return rides.find((ride) => ride.vendor_id === vendor_id)?.text ?? null
}

/**
 * Who does not deliver to a place, and when the others would come; null while nobody asked or the answer is on its way,
 * `unknown` without a network.
 */
export function useReach(place: KnownPlace | null): Reach | 'gone' | 'unknown' | null {
  const [answer, setAnswer] = useState<{ id: number; reach: Reach | 'unknown' } | 'gone' | null>(null)
  const id = place?.id
  useEffect(() => {
    if (id === undefined) return
    const left = new AbortController()
    const ask = async () => {
      const response = await fetch(`/places/reach?place=${id}` satisfies Address, { signal: left.signal })
      if (response.status === 404) {
        if (knownPlace()?.id === id) keepPlace(null)
        return setAnswer('gone')
      }
      const reach = response.ok ? ((await response.json()) as Reach) : 'unknown'
      setAnswer({ id, reach })
      // It may have another name by now.
      if (reach !== 'unknown' && knownPlace()?.id === id) keepPlace(reach.place)
    }
    ask().catch(() => left.signal.aborted || setAnswer({ id, reach: 'unknown' }))
    return () => left.abort()
  }, [id])
  if (id === undefined) return answer === 'gone' ? answer : null
  return answer !== 'gone' && answer?.id === id ? answer.reach : null
}
