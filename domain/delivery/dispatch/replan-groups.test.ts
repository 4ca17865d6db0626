import { expect, test } from 'vitest'
import { at, town } from '../../../test/dispatch-town.ts'
import type { DispatchSnapshot } from './dispatch-rule.ts'
import { emptyPlans, nearRiders, type Plans, putOrder } from './insert-orders.ts'
import { layOut } from './problem.ts'
import { replanGroups } from './replan-groups.ts'

const parameters = { ...town, most_orders_per_trip: 2 }

/** Two go east and two go west, and each of the two full trips has one of either. */
function mixedUp(together: readonly number[] = []) {
  const snapshot: DispatchSnapshot = {
    now_minute: 0,
    orders: [1000, -1000, 1000, -1000].map((east_metres, id) => {
      const ride = together[id] === undefined ? {} : { together: together[id] }
      const place = { vendor_id: 1, pickup: at(0), drop: at(east_metres, id * 10) }
      return { id, ...place, placed_minute: 0, ready_minute: 0, declined_by: [], ...ride }
    }),
    riders: [1, 2].map((id) => {
      return { id, free_minute: 0, free_at: at(0), off_minute: 120, orders_within_guarantee: 0 }
    }),
    tentative: [],
  }
  const problem = layOut(snapshot, parameters)
  const state = emptyPlans(problem)
  for (const [order, rider, drop] of [
    [0, 0, -1],
    [1, 0, 1],
    [2, 1, -1],
    [3, 1, 1],
  ] as const) {
    putOrder(problem, state, { order, rider, trip: 0, drop, added_cost: 0 })
  }
  return { problem, state, near: nearRiders(problem) }
}

const tripsOf = ({ plans }: Plans) =>
  plans.flatMap((plan) => plan.map(({ orders }) => orders.toSorted().join(' '))).toSorted()

test('orders that no other place is free for change places with each other', () => {
  const { problem, state, near } = mixedUp()
  const before = state.costs.reduce((sum, cost) => sum + cost)
  replanGroups(problem, state, near, 0.5)
  expect(tripsOf(state)).toEqual(['0 2', '1 3'])
  expect(state.costs.reduce((sum, cost) => sum + cost)).toBeLessThan(before - 0.5)
})

test('what saves no more than the margin leaves every plan as it was, to the letter', () => {
  const { problem, state, near } = mixedUp()
  const before = structuredClone(state)
  replanGroups(problem, state, near, 1000)
  expect(state).toEqual(before)
})

test('orders of a shared ride are not parted', () => {
  const { problem, state, near } = mixedUp([7, 7])
  const before = structuredClone(state)
  replanGroups(problem, state, near, 0.5)
  expect(state).toEqual(before)
})

test('the same problem gives the same plans', () => {
  const [one, other] = [mixedUp(), mixedUp()]
  replanGroups(one.problem, one.state, one.near, 0)
  replanGroups(other.problem, other.state, other.near, 0)
  expect(one.state).toEqual(other.state)
})
