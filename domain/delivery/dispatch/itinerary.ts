import { minutesTo, type Plan, type Problem, type Ways } from './problem.ts'

/**
 * A plan in arrays, with the minutes of its ways and what it was reckoned to cost: millions of plans that differ from
 * it in one place are reckoned from there.
 */
export type Itinerary = {
  trips: number
  /** By trip: where its vendor is, how long the way to there is from the drop before, and when all of it is ready. */
  pickup: Int32Array
  way: Float64Array
  ready: Float64Array
  /** By trip, and for the end: the number of its first drop. */
  first: Int32Array
  /** By drop: the order, and the minutes to its door from the stop before. */
  order: Int32Array
  ride: Float64Array
  /** By trip, and for the end: where and when its rider is free for it, and what those before it cost. */
  free_at: Int32Array
  free: Float64Array
  cost: Float64Array
}

/** Room for a plan of so many trips, and of so many orders in all. */
export function emptyItinerary(trips: number, orders: number): Itinerary {
  return {
    trips: 0,
    pickup: new Int32Array(trips),
    way: new Float64Array(trips),
    ready: new Float64Array(trips),
    first: new Int32Array(trips + 1),
    order: new Int32Array(orders),
    ride: new Float64Array(orders),
    free_at: new Int32Array(trips + 1),
    free: new Float64Array(trips + 1),
    cost: new Float64Array(trips + 1),
  }
}

/** Lays out a plan for whoever travels by these ways; where the rider is before, and the way to there, stay open. */
export function layOutPlan({ pickup, drop, ready }: Problem, ways: Ways, plan: Plan, laid: Itinerary): void {
  laid.trips = plan.length
  let drops = 0
  for (let trip = 0; trip < plan.length; trip++) {
    const orders = plan[trip]?.orders ?? []
    let at = pickup[orders[0] as number] as number
    if (trip > 0) laid.way[trip] = minutesTo(ways, laid.free_at[trip] as number, at)
    laid.pickup[trip] = at
    laid.first[trip] = drops
    let all_ready = Number.NEGATIVE_INFINITY
    for (const order of orders) {
      const door_at = drop[order] as number
      all_ready = Math.max(all_ready, ready[order] as number)
      laid.order[drops] = order
      laid.ride[drops++] = minutesTo(ways, at, door_at)
      at = door_at
    }
    laid.ready[trip] = all_ready
    laid.free_at[trip + 1] = at
  }
  laid.first[plan.length] = drops
}
