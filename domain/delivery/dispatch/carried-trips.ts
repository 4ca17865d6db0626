type Carried = { delivery: { assigned_at: Date | null }; vendor: { id: number }; stop: number | null }

/**
 * What a rider carries, trip by trip as it was taken: plans have one after the other, so what is in the bag is brought
 * before the next kitchen. What was taken together at one kitchen is one trip, in the sequence that was planned for it.
 */
export function carriedTrips<Facts extends Carried>(carried: readonly Facts[]): Facts[][] {
  const taken_ms = (facts: Facts | undefined) => facts?.delivery.assigned_at?.getTime() ?? 0
  const planned = carried.toSorted((left, right) => (left.stop ?? 0) - (right.stop ?? 0))
  const trips = Map.groupBy(planned, (facts) => `${taken_ms(facts)} ${facts.vendor.id}`)
  return [...trips.values()].sort(([left], [right]) => taken_ms(left) - taken_ms(right))
}
