import { useEffect, useState } from 'react'
import type { KitchensBeyond } from '../../../domain/checkout/quote/kitchens-beyond.ts'
import { type KnownPlace, keepPlace, knownPlace } from './known-place.ts'
import type { CartRules } from './rule-words.ts'

/** What holds at a place; `place` is null for what holds wherever somebody is. */
export type Reach = Pick<KitchensBeyond, 'place' | 'is_closed' | 'beyond' | 'fees'> & {
  /** When the kitchens that deliver there would come, and what is to be known where nobody is on duty. */
  coming: { nobody: string | null; windows: readonly ComingWindow[] } | null
  rules: CartRules
  /** Rides there that can be joined, in words. */
  rides: readonly { vendor_id: string; text: string }[]
}

/**
 * In words: on the kitchen's card, and by how many portions are ordered at most, null for any number. No time is told,
 * and `text` is null, while nobody is known who brings it.
 */
type ComingWindow = {
  vendor_id: string
  card: string
  by_portions: readonly { up_to: number | null; text: string | null }[]
}

/** When so much of a kitchen would come, in words; null where that is not known. */
export function comingText(coming: Reach['coming'], vendor_id: string, portions: number): string | null {
  const window = coming?.windows.find((one) => one.vendor_id === vendor_id)
  return window?.by_portions.find(({ up_to }) => up_to === null || portions <= up_to)?.text ?? null
}

/** The ride from a kitchen that can be joined, in words; null for none. */
export function rideText({ rides }: Pick<Reach, 'rides'>, vendor_id: string | undefined): string | null {
  return rides.find((ride) => ride.vendor_id === vendor_id)?.text ?? null
}

/** So long what was answered is told as it is now. */
export const TOLD_MS = 30_000

type Answer = { id: number | undefined; reach: Reach | 'unknown'; at: number }

/** What was answered last, so that a cart that is opened again says it at once. */
let latest: Answer | null = null

/**
 * Who does not deliver to a place, when the others would come and for how much, or what holds wherever somebody is:
 * null while the answer is on its way, `unknown` without a network. `is_gone`: the last place is none any more.
 */
export function useReach(place: KnownPlace | null): { reach: Reach | 'unknown' | null; is_gone: boolean } {
  const [answer, setAnswer] = useState(() => (latest && Date.now() - latest.at < TOLD_MS ? latest : null))
  const [gone, setGone] = useState<number | null>(null)
  const id = place?.id
  useEffect(() => {
    const left = new AbortController()
    const ask = async () => {
      const address = (id === undefined ? '/places/reach' : `/places/reach?place=${id}`) satisfies Address
      const response = await fetch(address, { signal: left.signal })
      const reach = response.ok ? ((await response.json()) as Reach) : 'unknown'
      latest = { id, reach, at: Date.now() }
      setAnswer(latest)
      if (id === undefined) return
      const is_none = response.status === 404
      setGone(is_none ? id : null)
      if (knownPlace()?.id !== id) return
      // It may have another name by now.
      if (is_none) keepPlace(null)
      else if (reach !== 'unknown') keepPlace(reach.place)
    }
    ask().catch(() => left.signal.aborted || setAnswer({ id, reach: 'unknown', at: Date.now() }))
    return () => left.abort()
  }, [id])
  const reach = answer && answer.id === id ? answer.reach : null
  return { reach, is_gone: gone !== null && (id === undefined || id === gone) }
}
