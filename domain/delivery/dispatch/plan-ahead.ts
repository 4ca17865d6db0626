import type { DispatchDecision, DispatchParameters, DispatchRule, DispatchSnapshot, Trip } from './dispatch-rule.ts'
import { exchangePlans, moveOrders } from './improve-plans.ts'
import { bestPlace, emptyPlans, nearRiders, type Plans, putOrder, reckonPlan } from './insert-orders.ts'
import { layOut, minutesTo, type Plan, type Problem, type Ways } from './problem.ts'
import { replanGroups } from './replan-groups.ts'

/** Rounds of improvement; mostly the search ends earlier, when nothing improves. */
const MOST_ROUNDS = 2

/**
 * This product's dispatch rule (docs/decisions/040-dispatch-rule.md): every rider has a plan of trips, the last plans
 * are kept and improved, and a trip is committed only when its rider must leave. Commits at most one trip per rider.
 */
export const planAhead: DispatchRule = (snapshot, parameters) => {
  const problem = layOut(snapshot, parameters)
  const state = emptyPlans(problem)
  const near = nearRiders(problem)
  takeUpPlans(problem, state, snapshot)
  planWaiting(problem, state, near)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const exchanged = exchangePlans(problem, state, parameters.keep_plan_minutes)
    const moved = moveOrders(problem, state, near, parameters.keep_plan_minutes)
    if (!exchanged && !moved) break
  }
  replanGroups(problem, state, near, parameters.keep_plan_minutes)
  // What became cheaper may have made room for an order that had none.
  planWaiting(problem, state, near)
  return decisionOf(problem, state, parameters)
}

/** Gives every order without a plan the place where it costs least, those that are ready first. */
function planWaiting(problem: Problem, state: Plans, near: readonly number[][]): void {
  const waiting = problem.order_ids.map((_, order) => order).filter((order) => (state.rider_of[order] as number) < 0)
  waiting.sort((left, right) => (problem.ready[left] as number) - (problem.ready[right] as number) || left - right)
  for (const order of waiting) {
    const place = bestPlace(problem, state, order, near[order] ?? [])
    if (place) putOrder(problem, state, place)
  }
}

/** Takes over the plans of the last decision, without what is no longer possible. */
function takeUpPlans(problem: Problem, state: Plans, snapshot: DispatchSnapshot): void {
  const order_index = new Map(problem.order_ids.map((id, index) => [id, index]))
  const rider_index = new Map(problem.rider_ids.map((id, index) => [id, index]))
  for (const trip of snapshot.tentative) {
    const rider = rider_index.get(trip.rider_id)
    if (rider === undefined) continue
    const orders = trip.order_ids
      .flatMap((id) => order_index.get(id) ?? [])
      .filter((order) => state.rider_of[order] === -1 && problem.vendor[order] === trip.vendor_id)
      .filter((order) => !problem.declined[order]?.has(rider))
      .slice(0, problem.parameters.most_orders_per_trip)
    if (orders.length === 0) continue
    const plan = state.plans[rider] as Plan
    plan.push({ vendor: trip.vendor_id, orders })
    reckonPlan(problem, state, rider)
    if (state.costs[rider] === Number.POSITIVE_INFINITY) {
      plan.pop()
      reckonPlan(problem, state, rider)
      continue
    }
    for (const order of orders) state.rider_of[order] = rider
  }
}

function decisionOf(problem: Problem, state: Plans, parameters: DispatchParameters): DispatchDecision {
  const commit: Trip[] = []
  const tentative: Trip[] = []
  for (const [rider, plan] of state.plans.entries()) {
    for (const [index, trip] of timedTrips(problem, rider, plan).entries()) {
      const leaves = trip.departure_minute <= problem.now + parameters.commit_ahead_minutes
      if (index === 0 && leaves) commit.push(trip)
      else tentative.push(trip)
    }
  }
  const unplanned_order_ids = problem.order_ids.filter((_, order) => state.rider_of[order] === -1)
  return { commit, tentative, unplanned_order_ids }
}

/** When each trip of a plan leaves, picks up and hands over; a rider leaves as late as possible without a delay. */
function timedTrips(problem: Problem, rider: number, plan: Plan): Trip[] {
  const { pickup_service_minutes, drop_service_minutes } = problem.parameters
  const ways = problem.ways[rider] as Ways
  let minute = problem.free[rider] as number
  let at = problem.free_at[rider] as number
  const goTo = (stop: number) => {
    const way = minutesTo(ways, at, stop)
    at = stop
    return way
  }
  return plan.map(({ vendor, orders }) => {
    const first = orders[0] as number
    const way = goTo(problem.pickup[first] as number)
    const before_pickup = way + pickup_service_minutes / 2
    const pickup_minute = Math.max(minute + before_pickup, ...orders.map((order) => problem.ready[order] as number))
    minute = pickup_minute + pickup_service_minutes / 2
    const drop_minutes = orders.map((order) => {
      minute += goTo(problem.drop[order] as number) + drop_service_minutes
      return minute - drop_service_minutes / 2
    })
    return {
      rider_id: problem.rider_ids[rider] as number,
      vendor_id: vendor,
      order_ids: orders.map((order) => problem.order_ids[order] as number),
      departure_minute: pickup_minute - before_pickup,
      pickup_minute,
      drop_minutes,
    }
  })
}
