/** From when until when a rider is expected on duty: at `ends_at` not any more. */
export type Coming = { begins_at: Date; ends_at: Date }

/**
 * Shifts of riders, each rider's in the sequence of their hours, with those in a row as one: so at any moment a rider
 * is in one of them at most.
 */
export function joinedHours<Rider>(list: readonly (Coming & { rider_id: Rider })[]): Coming[] {
  const joined: Coming[] = []
  const latest = new Map<Rider, Coming>()
  for (const { rider_id, begins_at, ends_at } of list) {
    const before = latest.get(rider_id)
    if (before && begins_at <= before.ends_at) {
      if (ends_at > before.ends_at) before.ends_at = ends_at
    } else {
      const next = { begins_at, ends_at }
      joined.push(next)
      latest.set(rider_id, next)
    }
  }
  return joined
}
