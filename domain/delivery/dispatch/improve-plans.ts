import { cheapestAssignment } from './cheapest-assignment.ts'
import {
  bestPlace,
  cheapestPlace,
  isBesideItsRide,
  type Plans,
  placeBesideItsRide,
  putOrder,
  reckonPlan,
  roomFor,
  TOGETHER_MINUTES,
  takeOrder,
} from './insert-orders.ts'
import { type Itinerary, layOutPlan } from './itinerary.ts'
import { costOf } from './plan-cost.ts'
import type { Plan, Problem } from './problem.ts'

/**
 * Moves each order to where it costs least, if that saves more than `margin`; one that is apart from its shared ride to
 * that, and one that is with it stays, as long as that costs no more than `TOGETHER_MINUTES`. Answers whether anything
 * moved.
 */
export function moveOrders(problem: Problem, state: Plans, near: readonly number[][], margin: number): boolean {
  let moved = false
  for (let order = 0; order < problem.order_ids.length; order++) {
    if ((state.rider_of[order] as number) < 0) {
      const place = bestPlace(problem, state, order, near[order] ?? [])
      if (place) putOrder(problem, state, place)
      moved ||= place !== null
      continue
    }
    const was_beside = isBesideItsRide(problem, state, order)
    const old = takeOrder(problem, state, order)
    const beside = was_beside ? null : placeBesideItsRide(problem, state, order)
    const least_gain = was_beside ? TOGETHER_MINUTES : margin
    const place =
      beside && beside.added_cost <= old.added_cost + TOGETHER_MINUTES
        ? beside
        : cheapestPlace(problem, state, order, near[order] ?? [], old.added_cost - least_gain)
    putOrder(problem, state, place ?? old)
    moved ||= place !== null
  }
  return moved
}

/**
 * Exchanges whole plans among all riders, idle ones too, so that the total cost is lowest (bipartite assignment). Plans
 * stay with their riders unless the total improves by more than `margin`.
 */
export function exchangePlans(problem: Problem, state: Plans, margin: number): boolean {
  const owners = state.plans.flatMap((plan, rider) => (plan.length > 0 ? [rider] : []))
  if (owners.length === 0) return false
  const riders = problem.rider_ids.length
  const longest = Math.max(...owners.map((owner) => (state.plans[owner] as Plan).length))
  const laid_by = new Map(problem.ways.map((ways) => [ways, roomFor(problem, longest)]))
  const laid_for = problem.ways.map((ways) => laid_by.get(ways) as Itinerary)
  const costs = owners.map((owner) => {
    const plan = state.plans[owner] as Plan
    for (const [ways, laid] of laid_by) layOutPlan(problem, ways, plan, laid)
    const barred = plan.some(({ orders }) => orders.some((order) => problem.declined[order]))
    const of_plan = new Float64Array(riders)
    for (let rider = 0; rider < riders; rider++) {
      of_plan[rider] =
        barred && isDeclined(problem, rider, plan)
          ? Number.POSITIVE_INFINITY
          : costOf(problem, rider, laid_for[rider] as Itinerary) - (rider === owner ? margin : 0)
    }
    return of_plan
  })
  const taker_of = cheapestAssignment(costs, riders)
  const gain = owners.reduce((sum, owner, row) => {
    const taker = taker_of[row] as number
    return sum + (state.costs[owner] as number) - (costs[row]?.[taker] ?? Number.POSITIVE_INFINITY)
  }, 0)
  const changed = owners.some((owner, row) => taker_of[row] !== owner)
  if (!changed || !(gain > 0)) return false
  const plans = owners.map((owner) => state.plans[owner] as Plan)
  for (const owner of owners) {
    state.plans[owner] = []
    reckonPlan(problem, state, owner)
  }
  for (const [row, plan] of plans.entries()) {
    const taker = taker_of[row] as number
    state.plans[taker] = plan
    reckonPlan(problem, state, taker)
    for (const { orders } of plan) for (const order of orders) state.rider_of[order] = taker
  }
  return true
}

function isDeclined(problem: Problem, rider: number, plan: Plan): boolean {
  return plan.some(({ orders }) => orders.some((order) => problem.declined[order]?.has(rider)))
}
