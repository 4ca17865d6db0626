import type { Db, Tx } from '../../../db/handle.ts'
import { MINUTE_MS } from '../../clock.ts'
import { staffedHours } from '../../delivery/shifts/staffed-hours.ts'
import { rideMinutes } from '../../delivery/windows/estimate.ts'
import type { FeeLine } from '../tables.ts'

/** Whether a rider is known for a slot, from when its food is ridden until it begins, by its ways. */
export type HasRider = (slot_from: Date, ways: readonly Pick<FeeLine, 'way_minutes'>[]) => boolean

/** For which slots somebody is on duty or means to be, as far as that is known `now` (decision 175). */
export async function slotsWithRiders(db: Db | Tx, now: Date): Promise<HasRider> {
  const hours = await staffedHours(db, now)
  return (slot_from, ways) => {
    const leaves = new Date(slot_from.getTime() - longestRide(ways) * MINUTE_MS)
    return hours.some(({ begins_at, ends_at }) => begins_at <= leaves && ends_at >= slot_from)
  }
}

/** Minutes of the longest of a cart's ways, with the last steps. */
export function longestRide(ways: readonly Pick<FeeLine, 'way_minutes'>[]): number {
  return Math.max(...ways.map(rideMinutes), rideMinutes({ way_minutes: null }))
}
