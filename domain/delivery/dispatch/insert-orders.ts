import { emptyItinerary, type Itinerary } from './itinerary.ts'
import { costWith, type Insertion, planCost } from './plan-cost.ts'
import { minutesTo, type Plan, type Problem, type Ways } from './problem.ts'

/** The plans of all riders, also in arrays, and their costs; the search changes them in place. */
export type Plans = { plans: Plan[]; laid: Itinerary[]; costs: number[]; rider_of: Int32Array }

export type Place = Insertion & { rider: number; added_cost: number }

/** The longest plan: later trips are decided when they are nearer. */
const MOST_TRIPS = 4

/** As long as it costs less than this more (minutes of waiting), a shared ride stays together. */
export const TOGETHER_MINUTES = 20

/** How many pairs of order and rider a pass looks at; with more orders, each gets fewer riders. */
const PAIRS_PER_PASS = 10_000
const FEWEST_RIDERS = 8
const MOST_RIDERS = 60

/** Plans without a trip. */
export function emptyPlans(problem: Problem): Plans {
  const state: Plans = {
    plans: problem.rider_ids.map(() => []),
    laid: problem.rider_ids.map(() => roomFor(problem, MOST_TRIPS)),
    costs: problem.rider_ids.map(() => 0),
    rider_of: new Int32Array(problem.order_ids.length).fill(-1),
  }
  for (const rider of state.plans.keys()) reckonPlan(problem, state, rider)
  return state
}

/** Reckons the plan of a rider again, which has changed. */
export function reckonPlan(problem: Problem, { plans, laid, costs }: Plans, rider: number): void {
  const plan = plans[rider] as Plan
  const room = laid[rider] as Itinerary
  // A plan of another rule may be longer.
  const enough = plan.length > room.pickup.length ? roomFor(problem, plan.length) : room
  laid[rider] = enough
  costs[rider] = planCost(problem, rider, plan, enough)
}

/** Room for a plan of so many trips. */
export function roomFor({ parameters }: Problem, trips: number): Itinerary {
  return emptyItinerary(trips, trips * parameters.most_orders_per_trip)
}

/** By order: the riders who could be at its vendor soonest and nearest, without those who refused it. */
export function nearRiders(problem: Problem): number[][] {
  const orders = problem.order_ids.length
  const riders = problem.rider_ids.length
  const { pickup_service_minutes } = problem.parameters
  const share = Math.floor(PAIRS_PER_PASS / Math.max(1, orders))
  const most = Math.min(riders, MOST_RIDERS, Math.max(FEWEST_RIDERS, share))
  const ways_of = new Map<number, Float64Array>()
  const keys = new Float64Array(most + 1)
  return problem.order_ids.map((_, order) => {
    const pickup = problem.pickup[order] as number
    const vendor = problem.vendor[order] as number
    const ways =
      ways_of.get(vendor) ??
      Float64Array.from({ length: riders }, (_, rider) =>
        minutesTo(problem.ways[rider] as Ways, problem.free_at[rider] as number, pickup),
      )
    ways_of.set(vendor, ways)
    const ready = problem.ready[order] as number
    const nearest: number[] = []
    for (let rider = 0; rider < riders; rider++) {
      const way = ways[rider] as number
      const arrival = (problem.free[rider] as number) + way + pickup_service_minutes / 2
      if (Math.max(arrival, ready) > (problem.off[rider] as number)) continue
      if (problem.declined[order]?.has(rider)) continue
      const key = Math.max(0, arrival - ready) + way / 2
      let place = nearest.length
      if (place === most && key >= (keys[place - 1] as number)) continue
      for (; place > 0 && key < (keys[place - 1] as number); place--) {
        keys[place] = keys[place - 1] as number
        nearest[place] = nearest[place - 1] as number
      }
      keys[place] = key
      nearest[place] = rider
      if (nearest.length > most) nearest.pop()
    }
    return nearest
  })
}

/** The cheapest place for an order among the plans of `riders`; null where none of them can take it. */
export function cheapestPlace(
  problem: Problem,
  { plans, laid, costs }: Plans,
  order: number,
  riders: readonly number[],
  limit = Number.POSITIVE_INFINITY,
): Place | null {
  let best: Place | null = null
  let best_added = limit
  const vendor = problem.vendor[order] as number
  const tried: Insertion = { order, trip: 0, drop: -1 }
  for (const rider of riders) {
    const plan = plans[rider] as Plan
    const itinerary = laid[rider] as Itinerary
    const before = costs[rider] as number
    const attempt = (trip: number, drop: number) => {
      tried.trip = trip
      tried.drop = drop
      const added = costWith(problem, rider, itinerary, tried, before + best_added) - before
      if (added < best_added) {
        best_added = added
        best = { order, trip, drop, rider, added_cost: added }
      }
    }
    for (let trip = 0; trip < plan.length; trip++) {
      const planned = plan[trip]
      if (planned?.vendor !== vendor) continue
      if (planned.orders.length >= problem.parameters.most_orders_per_trip) continue
      for (let drop = 0; drop <= planned.orders.length; drop++) attempt(trip, drop)
    }
    if (plan.length >= MOST_TRIPS) continue
    for (let trip = 0; trip <= plan.length; trip++) attempt(trip, -1)
  }
  return best
}

/**
 * The cheapest place for an order in a trip that has another of its shared ride; null where it shares none, where
 * nobody of it is planned, and where that trip is full or its rider refused the order.
 */
export function placeBesideItsRide(problem: Problem, { plans, laid, costs }: Plans, order: number): Place | null {
  const ride = problem.together[order]
  if (ride === undefined) return null
  let best: Place | null = null
  for (const [rider, plan] of plans.entries()) {
    if (problem.declined[order]?.has(rider)) continue
    for (const [trip, { vendor, orders }] of plan.entries()) {
      if (vendor !== problem.vendor[order] || orders.length >= problem.parameters.most_orders_per_trip) continue
      if (!orders.some((other) => problem.together[other] === ride)) continue
      const before = costs[rider] as number
      for (let drop = 0; drop <= orders.length; drop++) {
        const added_cost =
          costWith(problem, rider, laid[rider] as Itinerary, { order, trip, drop }, Number.POSITIVE_INFINITY) - before
        if (added_cost < (best?.added_cost ?? Number.POSITIVE_INFINITY)) best = { order, trip, drop, rider, added_cost }
      }
    }
  }
  return best
}

/**
 * Beside its shared ride, unless it costs so much less elsewhere that the others would wait too long; null where nobody
 * can take it.
 */
export function bestPlace(problem: Problem, state: Plans, order: number, riders: readonly number[]): Place | null {
  const beside = placeBesideItsRide(problem, state, order)
  const limit = beside ? beside.added_cost - TOGETHER_MINUTES : Number.POSITIVE_INFINITY
  return cheapestPlace(problem, state, order, riders, limit) ?? beside
}

/** Whether an order is planned in one trip with another of its shared ride. */
export function isBesideItsRide(problem: Problem, { plans, rider_of }: Plans, order: number): boolean {
  const ride = problem.together[order]
  if (ride === undefined) return false
  const trip = plans[rider_of[order] as number]?.find(({ orders }) => orders.includes(order))
  return trip?.orders.some((other) => other !== order && problem.together[other] === ride) ?? false
}

/** Puts an order in the place that `cheapestPlace` found. */
export function putOrder(problem: Problem, state: Plans, place: Place): void {
  const plan = state.plans[place.rider] as Plan
  if (place.drop < 0) {
    plan.splice(place.trip, 0, { vendor: problem.vendor[place.order] as number, orders: [place.order] })
  } else {
    plan[place.trip]?.orders.splice(place.drop, 0, place.order)
  }
  state.rider_of[place.order] = place.rider
  reckonPlan(problem, state, place.rider)
}

/** Takes an order out of its rider's plan; answers where it was and how much more the plan cost with it. */
export function takeOrder(problem: Problem, state: Plans, order: number): Place {
  const rider = state.rider_of[order] as number
  const plan = state.plans[rider] as Plan
  const trip = plan.findIndex(({ orders }) => orders.includes(order))
  const orders = plan[trip]?.orders ?? []
  const position = orders.indexOf(order)
  const drop = orders.length === 1 ? -1 : position
  if (drop < 0) plan.splice(trip, 1)
  else orders.splice(position, 1)
  state.rider_of[order] = -1
  const before = state.costs[rider] as number
  reckonPlan(problem, state, rider)
  return { order, rider, trip, drop, added_cost: before - (state.costs[rider] as number) }
}
