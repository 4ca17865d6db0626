import type { DispatchParameters, DispatchSnapshot } from '../../domain/delivery/dispatch/dispatch-rule.ts'
import { planAhead } from '../../domain/delivery/dispatch/plan-ahead.ts'
import type { PlanePoint } from '../../domain/places/plane.ts'
import { seededRandom } from './random.ts'
import { timed } from './timed.ts'

const VENDORS = 150
const TOWN_METRES = 10_000

/** A situation worse than any lunch: more open orders than the riders can carry in two hours. */
export function peakState(seed: number, size: { orders: number; riders: number }): DispatchSnapshot {
  const random = seededRandom(seed)
  const anywhere = (): PlanePoint => ({
    east_metres: Math.round(random() * TOWN_METRES),
    north_metres: Math.round(random() * TOWN_METRES),
  })
  const vendors = Array.from({ length: VENDORS }, anywhere)
  return {
    now_minute: 100,
    orders: Array.from({ length: size.orders }, (_, id) => {
      const vendor_id = Math.floor(random() ** 2 * VENDORS)
      const placed_minute = 60 + Math.floor(random() * 40)
      return {
        id,
        vendor_id,
        pickup: vendors[vendor_id] ?? anywhere(),
        drop: anywhere(),
        placed_minute,
        ready_minute: placed_minute + 10 + Math.floor(random() * 30),
        declined_by: [],
      }
    }),
    riders: Array.from({ length: size.riders }, (_, id) => ({
      id,
      free_minute: 90 + Math.floor(random() * 40),
      free_at: anywhere(),
      off_minute: 200 + Math.floor(random() * 200),
      orders_within_guarantee: 0,
    })),
    tentative: [],
  }
}

/** Milliseconds of processor time of single decisions: without an earlier plan, and a minute later with one. */
export function timePeak(parameters: DispatchParameters, rounds: number): { cold: number[]; warm: number[] } {
  const cold: number[] = []
  const warm: number[] = []
  for (let seed = 0; seed < rounds; seed++) {
    const state = peakState(seed, { orders: 1000, riders: 200 })
    const first = timed(() => planAhead(state, parameters))
    cold.push(first.milliseconds)
    const { tentative, commit } = first.result
    const later = { ...state, now_minute: state.now_minute + 1, tentative: [...commit, ...tentative] }
    warm.push(timed(() => planAhead(later, parameters)).milliseconds)
  }
  return { cold, warm }
}
