import { type Refused, refused } from '../refusal.ts'

/** What a screen says with a verb about a delivery. */
export type SeenRider = {
  /** Who had it on the screen of the admin, empty for nobody; left out by callers without a screen. */
  seen_rider_id?: string
}
/** Another rider has it than was shown: who, and null for nobody. */
export type OtherRider = Refused<'stale', { rider_id: string | null }>

/**
 * Refuses, as `stale`, where another rider has the delivery by now than the one whom the admin was shown, or one where
 * nobody was shown, or none any more. Null where all is as it was shown. The caller has locked the delivery.
 */
export function refuseOtherRider(
  { rider_id }: { rider_id: string | null },
  { seen_rider_id }: SeenRider,
): OtherRider | null {
  if (seen_rider_id === undefined || seen_rider_id === (rider_id ?? '')) return null
  return refused('stale', { rider_id })
}
