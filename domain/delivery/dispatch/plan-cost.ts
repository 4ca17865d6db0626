import { minutesTo, type Plan, type Problem, type Ways } from './problem.ts'

/** An order tried in a plan: before trip `trip` as a trip of its own (`drop` −1), or in it as drop number `drop`. */
export type Insertion = { order: number; trip: number; drop: number }

/**
 * What a plan costs, in minutes of customers' waiting: from order to door, extra beyond the target, and the value of
 * the rider's minutes and extra pay. Infinity when a pickup would be after the rider's shift. Stops counting above
 * `limit`. Waiting costs nothing, since the rider waits at the last drop, not at the vendor, and could take another
 * trip. Minutes after the shift cost nothing either: nobody else could use them.
 */
export function planCost(
  problem: Problem,
  rider: number,
  plan: Plan,
  insertion: Insertion | null,
  limit = Number.POSITIVE_INFINITY,
): number {
  const { parameters, pickup: pickup_at, drop: drop_at, placed, due, ready, rider_minute_cost } = problem
  const { late_weight, later_weight } = parameters
  const ways = problem.ways[rider] as Ways
  const pickup_half = parameters.pickup_service_minutes / 2
  const drop_half = parameters.drop_service_minutes / 2
  const off = problem.off[rider] as number
  let minute = problem.free[rider] as number
  let at = problem.free_at[rider] as number
  let cost = 0
  let carried = 0

  const own_trip_at = insertion && insertion.drop < 0 ? insertion.trip : -1
  const steps = plan.length + (own_trip_at >= 0 ? 1 : 0)
  for (let step = 0; step < steps; step++) {
    const is_own = step === own_trip_at
    const index = own_trip_at >= 0 && step > own_trip_at ? step - 1 : step
    const orders = is_own ? null : (plan[index]?.orders ?? null)
    const extra = insertion && (is_own || (own_trip_at < 0 && index === insertion.trip)) ? insertion.order : -1
    const extra_at = is_own ? 0 : (insertion?.drop ?? 0)
    const count = (orders?.length ?? 0) + (extra >= 0 ? 1 : 0)
    const first = orders?.[0] ?? extra

    const vendor_at = pickup_at[first] as number
    const way = minutesTo(ways, at, vendor_at)
    let pickup = minute + way + pickup_half
    if (extra >= 0) pickup = Math.max(pickup, ready[extra] as number)
    if (orders) for (const order of orders) pickup = Math.max(pickup, ready[order] as number)
    if (pickup > off) return Number.POSITIVE_INFINITY

    const departure = pickup - pickup_half - way
    minute = pickup + pickup_half
    at = vendor_at
    for (let position = 0, taken = 0; position < count; position++) {
      const order = extra >= 0 && position === extra_at ? extra : (orders?.[taken++] as number)
      const door_at = drop_at[order] as number
      const ride = minutesTo(ways, at, door_at)
      const door = minute + ride + drop_half
      const late = Math.max(0, door - (due[order] as number))
      cost += door - (placed[order] as number) + late * (late_weight + late * later_weight)
      minute += ride + drop_half * 2
      at = door_at
    }
    carried += count
    cost += rider_minute_cost * (Math.min(minute, off) - Math.min(departure, off))
    if (cost > limit) return Number.POSITIVE_INFINITY
  }
  const extra_orders = Math.max(0, carried - (problem.within_guarantee[rider] as number))
  return cost + parameters.extra_pay_weight * extra_orders
}
