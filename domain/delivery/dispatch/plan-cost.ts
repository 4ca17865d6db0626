import type { Itinerary } from './itinerary.ts'
import { layOutPlan } from './itinerary.ts'
import { minutesTo, type Plan, type Problem, type Ways } from './problem.ts'

/** An order tried in a plan: before trip `trip` as a trip of its own (`drop` −1), or in it as drop number `drop`. */
export type Insertion = { order: number; trip: number; drop: number }

/** Before a trip: when its rider is free for it, how long the way to its vendor is, and what those before it cost. */
type Before = { minute: number; way: number; cost: number }

/**
 * What a plan costs its rider, in minutes of customers' waiting: from order to door, extra beyond the target, and the
 * value of the rider's minutes and extra pay. Infinity when a pickup would be after the rider's shift. Waiting costs
 * nothing, since the rider waits at the last drop, not at the vendor, and could take another trip. Minutes after the
 * shift cost nothing either: nobody else could use them. Leaves in `laid` what `costWith` needs.
 */
export function planCost(problem: Problem, rider: number, plan: Plan, laid: Itinerary): number {
  layOutPlan(problem, problem.ways[rider] as Ways, plan, laid)
  laid.free_at[0] = problem.free_at[rider] as number
  return costFrom(problem, rider, laid, 0, beginning(problem, rider, laid), Number.POSITIVE_INFINITY, true)
}

/** The same for a plan that was laid out for any rider who travels by the same ways. */
export function costOf(problem: Problem, rider: number, laid: Itinerary): number {
  return costFrom(problem, rider, laid, 0, beginning(problem, rider, laid), Number.POSITIVE_INFINITY, false)
}

/** What the plan whose cost was reckoned last into `laid` costs with one more order; Infinity above `limit`. */
export function costWith(problem: Problem, rider: number, laid: Itinerary, tried: Insertion, limit: number): number {
  const { order, trip } = tried
  const is_own = tried.drop < 0
  const { pickup: pickup_at, drop: drop_at, ready, parameters } = problem
  const ways = problem.ways[rider] as Ways
  const off = problem.off[rider] as number
  const vendor_at = is_own ? (pickup_at[order] as number) : (laid.pickup[trip] as number)
  const way = is_own ? minutesTo(ways, laid.free_at[trip] as number, vendor_at) : (laid.way[trip] as number)
  let minute = laid.free[trip] as number
  let cost = laid.cost[trip] as number

  const arrival = Math.max(minute + way + parameters.pickup_service_minutes / 2, ready[order] as number)
  const pickup = is_own ? arrival : Math.max(arrival, laid.ready[trip] as number)
  if (pickup > off) return Number.POSITIVE_INFINITY
  const departure = pickup - parameters.pickup_service_minutes / 2 - way
  minute = pickup + parameters.pickup_service_minutes / 2
  let at = vendor_at
  const begin = is_own ? 0 : (laid.first[trip] as number)
  const extra_at = is_own ? 0 : begin + tried.drop
  const end = is_own ? 1 : (laid.first[trip + 1] as number) + 1
  for (let drop = begin; drop < end; drop++) {
    const index = drop < extra_at ? drop : drop - 1
    const brought = drop === extra_at ? order : (laid.order[index] as number)
    const door_at = drop_at[brought] as number
    // Only the ways before and behind the new drop are other ones.
    const is_known = drop < extra_at || drop > extra_at + 1
    const ride = is_known ? (laid.ride[index] as number) : minutesTo(ways, at, door_at)
    cost += waitingCost(problem, brought, minute + ride + parameters.drop_service_minutes / 2)
    minute += ride + parameters.drop_service_minutes
    at = door_at
  }
  cost += problem.rider_minute_cost * (Math.min(minute, off) - Math.min(departure, off))
  if (cost > limit) return Number.POSITIVE_INFINITY

  const next = is_own ? trip : trip + 1
  const is_new_way = is_own || extra_at === end - 1
  const next_way =
    next >= laid.trips ? 0 : is_new_way ? minutesTo(ways, at, laid.pickup[next] as number) : (laid.way[next] as number)
  return costFrom(problem, rider, laid, next, { minute, way: next_way, cost }, limit, false, 1)
}

function beginning(problem: Problem, rider: number, laid: Itinerary): Before {
  const way =
    laid.trips > 0
      ? minutesTo(problem.ways[rider] as Ways, problem.free_at[rider] as number, laid.pickup[0] as number)
      : 0
  return { minute: problem.free[rider] as number, way, cost: 0 }
}

/** What the trips from `trip` on cost with what is before; `more` orders stand in no trip of `laid`. */
function costFrom(
  problem: Problem,
  rider: number,
  laid: Itinerary,
  trip: number,
  before: Before,
  limit: number,
  is_kept: boolean,
  more = 0,
): number {
  const { parameters, rider_minute_cost } = problem
  const pickup_half = parameters.pickup_service_minutes / 2
  const drop_half = parameters.drop_service_minutes / 2
  const off = problem.off[rider] as number
  let { minute, way, cost } = before
  for (let next = trip; next < laid.trips; next++) {
    if (next > trip) way = laid.way[next] as number
    if (is_kept) {
      laid.free[next] = minute
      laid.way[next] = way
      laid.cost[next] = cost
    }
    const pickup = Math.max(minute + way + pickup_half, laid.ready[next] as number)
    if (pickup > off) {
      // Nor has any later trip a time.
      if (is_kept) laid.free.fill(Number.POSITIVE_INFINITY, next + 1)
      return Number.POSITIVE_INFINITY
    }
    const departure = pickup - pickup_half - way
    minute = pickup + pickup_half
    const end = laid.first[next + 1] as number
    for (let drop = laid.first[next] as number; drop < end; drop++) {
      const ride = laid.ride[drop] as number
      cost += waitingCost(problem, laid.order[drop] as number, minute + ride + drop_half)
      minute += ride + drop_half * 2
    }
    cost += rider_minute_cost * (Math.min(minute, off) - Math.min(departure, off))
    if (cost > limit) return Number.POSITIVE_INFINITY
  }
  if (is_kept) {
    laid.free[laid.trips] = minute
    laid.cost[laid.trips] = cost
  }
  const carried = (laid.first[laid.trips] as number) + more
  return cost + parameters.extra_pay_weight * Math.max(0, carried - (problem.within_guarantee[rider] as number))
}

/** What an order costs that is at its door then. */
function waitingCost({ placed, due, parameters }: Problem, order: number, door: number): number {
  const late = Math.max(0, door - (due[order] as number))
  return door - (placed[order] as number) + late * (parameters.late_weight + late * parameters.later_weight)
}
