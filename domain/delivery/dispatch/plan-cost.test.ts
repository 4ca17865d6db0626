import { expect, test } from 'vitest'
import { at, town } from '../../../test/dispatch-town.ts'
import { seededRandom } from '../../seeded-random.ts'
import { emptyItinerary } from './itinerary.ts'
import { costOf, costWith, planCost } from './plan-cost.ts'
import { layOut, type Plan } from './problem.ts'

const random = seededRandom(3)
const anywhere = () => at(Math.round(random() * 4000), Math.round(random() * 4000))
const vendors = [anywhere(), anywhere(), anywhere()]
const problem = layOut(
  {
    now_minute: 0,
    orders: Array.from({ length: 12 }, (_, id) => ({
      id,
      vendor_id: id % 3,
      pickup: vendors[id % 3] ?? at(0),
      drop: anywhere(),
      placed_minute: -id,
      ready_minute: Math.floor(random() * 30),
      declined_by: [],
    })),
    riders: [0, 1].map((id) => ({
      ...{ id, free_minute: id * 5, free_at: anywhere(), metres_per_minute: 250 },
      ...{ off_minute: id === 0 ? Number.POSITIVE_INFINITY : 60, orders_within_guarantee: id },
    })),
    tentative: [],
  },
  { ...town, later_weight: 0.5, extra_pay_weight: 2 },
)
const room = () => emptyItinerary(4, 12)
const plan: Plan = [
  { vendor: 0, orders: [0, 3] },
  { vendor: 1, orders: [1, 4, 7] },
  { vendor: 2, orders: [2] },
]

/** The plan with one more order, reckoned from its beginning. */
function inserted(order: number, trip: number, drop: number): Plan {
  const copy = structuredClone(plan)
  if (drop < 0) copy.splice(trip, 0, { vendor: order % 3, orders: [order] })
  else copy[trip]?.orders.splice(drop, 0, order)
  return copy
}

const places = [0, 1, 2, 3].flatMap((trip) => [
  { order: 9, trip, drop: -1 },
  ...(plan[trip]?.orders ?? []).map((_, drop) => ({ order: 9 + trip, trip, drop })),
  ...(plan[trip] ? [{ order: 9 + trip, trip, drop: plan[trip].orders.length }] : []),
])

test.each([0, 1])('what an order adds to a plan is what the whole plan costs with it (rider %i)', (rider) => {
  const laid = room()
  planCost(problem, rider, plan, laid)
  for (const tried of places) {
    const whole = planCost(problem, rider, inserted(tried.order, tried.trip, tried.drop), room())
    expect(costWith(problem, rider, laid, tried, Number.POSITIVE_INFINITY)).toBe(whole)
    expect(costWith(problem, rider, laid, tried, whole / 2)).toBe(Number.POSITIVE_INFINITY)
  }
})

test('a plan that was laid out for one rider costs another of the same speed what it costs from the beginning', () => {
  const laid = room()
  planCost(problem, 0, plan, laid)
  expect(costOf(problem, 1, laid)).toBe(planCost(problem, 1, plan, room()))
})
