import { seededRandom } from '../../seeded-random.ts'
import { cheapestPlace, type Place, type Plans, putOrder, takeOrder } from './insert-orders.ts'
import type { Problem, Ways } from './problem.ts'

/** How many groups a decision tries: a constant, since with more orders each place is sought among fewer riders. */
const TRIES = 100
const FEWEST_ORDERS = 2
const MOST_ORDERS = 5

/** Orders of one rider count as this many minutes nearer to each other. */
const SAME_RIDER_MINUTES = 10

/** Up to so many minutes, chance decides which of two orders is nearer: each try of an order takes others with it. */
const CHANCE_MINUTES = 20

/**
 * Takes a few orders that are near each other out of their plans, puts them back one by one where each costs least, in
 * a sequence by chance, and keeps what saves more than `margin` minutes of waiting. So orders change places with each
 * other, which none of them could do alone. Orders of a shared ride stay where they are. The same problem gives the
 * same plans.
 */
export function replanGroups(problem: Problem, state: Plans, near: readonly number[][], margin: number): void {
  const movable = problem.order_ids.flatMap((_, order) =>
    (state.rider_of[order] as number) >= 0 && problem.together[order] === undefined ? [order] : [],
  )
  if (movable.length < FEWEST_ORDERS) return
  const random = seededRandom(Math.floor(problem.now))
  for (let tried = 0; tried < TRIES; tried++) {
    const orders = chooseGroup(problem, state, movable, random)
    replan(problem, state, { orders, near, margin })
  }
}

/** An order and those nearest to it by way and by time, in a sequence by chance. */
function chooseGroup(problem: Problem, state: Plans, movable: readonly number[], random: () => number): number[] {
  const first = movable[Math.floor(random() * movable.length)] as number
  const size = FEWEST_ORDERS + Math.floor(random() * (MOST_ORDERS - FEWEST_ORDERS + 1))
  const rider = state.rider_of[first] as number
  const ways = problem.ways[rider] as Ways
  const others: number[] = []
  const minutes: number[] = []
  for (const order of movable) {
    if (order === first) continue
    const apart =
      straightMinutes(ways, problem.pickup[first] as number, problem.pickup[order] as number) +
      straightMinutes(ways, problem.drop[first] as number, problem.drop[order] as number) / 2 +
      Math.abs((problem.ready[first] as number) - (problem.ready[order] as number)) -
      (state.rider_of[order] === rider ? SAME_RIDER_MINUTES : 0) +
      random() * CHANCE_MINUTES
    if (others.length === size - 1 && apart >= (minutes.at(-1) as number)) continue
    const farther = minutes.findIndex((each) => apart < each)
    const place = farther < 0 ? minutes.length : farther
    minutes.splice(place, 0, apart)
    others.splice(place, 0, order)
    if (others.length === size) {
      minutes.pop()
      others.pop()
    }
  }
  const group = [first, ...others]
  for (let left = group.length - 1; left > 0; left--) {
    const other = Math.floor(random() * (left + 1))
    const order = group[left] as number
    group[left] = group[other] as number
    group[other] = order
  }
  return group
}

/** The ways of a campus are too dear to look up for a choice that chance decides as much. */
function straightMinutes({ east, north, speed }: Ways, from: number, to: number): number {
  const x = (east[to] as number) - (east[from] as number)
  const y = (north[to] as number) - (north[from] as number)
  return Math.sqrt(x * x + y * y) / speed
}

type Group = { orders: readonly number[]; near: readonly number[][]; margin: number }

/** Gives each order of a group a new place, or all their old ones again. */
function replan(problem: Problem, state: Plans, { orders, near, margin }: Group): void {
  const old = orders.map((order) => takeOrder(problem, state, order))
  const may_cost = old.reduce((sum, { added_cost }) => sum + added_cost, 0) - margin
  const found: Place[] = []
  let costs = 0
  for (const order of orders) {
    const place = cheapestPlace(problem, state, order, near[order] ?? [], may_cost - costs)
    if (!place) break
    putOrder(problem, state, place)
    found.push(place)
    costs += place.added_cost
  }
  if (found.length === orders.length) return
  for (const { order } of found.toReversed()) takeOrder(problem, state, order)
  for (const place of old.toReversed()) putOrder(problem, state, place)
}
