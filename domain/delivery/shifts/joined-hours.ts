/** From when until when a rider is expected on duty: at `ends_at` not any more. */
export type Coming = { begins_at: Date; ends_at: Date }

/**
 * Shifts of riders, each rider's in the sequence of their hours, with those in a row as one: so at any moment a rider
 * is in one of them at most.
 */
export function joinedHours<Rider>(list: readonly (Coming & { rider_id: Rider })[]): Coming[] {
  const joined: (Coming & { rider_id: Rider })[] = []
  for (const next of list) {
    const before = joined.findLast(({ rider_id }) => rider_id === next.rider_id)
    if (before && next.begins_at <= before.ends_at) {
      if (next.ends_at > before.ends_at) before.ends_at = next.ends_at
    } else joined.push({ ...next })
  }
  return joined.map(({ begins_at, ends_at }) => ({ begins_at, ends_at }))
}
