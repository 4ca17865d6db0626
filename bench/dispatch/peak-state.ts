import { demo_places, demo_ways } from '../../demo/places.ts'
import { campusWays } from '../../domain/delivery/dispatch/campus-ways.ts'
import type { DispatchParameters, DispatchSnapshot } from '../../domain/delivery/dispatch/dispatch-rule.ts'
import { planAhead } from '../../domain/delivery/dispatch/plan-ahead.ts'
import type { CampusGraph } from '../../domain/places/campus-graph.ts'
import { type PlanePoint, planePoint } from '../../domain/places/plane.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { DELIVERY_SETTINGS } from '../../domain/settings/definitions.ts'
import { doFixedWork } from '../yardstick.ts'
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

const { campus: centre } = DELIVERY_SETTINGS.default
const NOON = new Date('2026-03-10T11:00:00Z')
const CAMPUS_KITCHENS = 40
/** How fast motorcycles, bicycles and walkers are, as the dispatcher takes them. */
const travellers = [
  { mode: 'ride' },
  { mode: 'ride', metres_per_minute: 167 },
  { mode: 'walk', metres_per_minute: 75 },
] as const

/** The demo's campus as a graph. */
function demoCampus(): CampusGraph {
  const ids = new Map(demo_places.map(({ name }, id) => [name, id]))
  const idOf = (name: string) => ids.get(name) ?? 0
  return {
    places: demo_places.map((place, id) => ({ ...place, id })),
    ways: demo_ways.map((way) => ({
      closed_from: null,
      closed_until: null,
      ...way,
      from_place_id: idOf(way.from),
      to_place_id: idOf(way.to),
    })),
  }
}

/**
 * The same on the demo's campus, along its ways, with what was promised: every order to a position of its own near a
 * place, which is the most that a table of ways can have, and riders who walk among those who ride.
 */
export function campusPeak(seed: number, size: { orders: number; riders: number }): DispatchSnapshot {
  const random = seededRandom(seed)
  const near = (metres: number): PlanePoint => {
    const place = demo_places[Math.floor(random() * demo_places.length)] ?? centre
    const { east_metres, north_metres } = planePoint(place, centre)
    return {
      east_metres: east_metres + (random() - 0.5) * metres,
      north_metres: north_metres + (random() - 0.5) * metres,
    }
  }
  const kitchens = Array.from({ length: CAMPUS_KITCHENS }, () => near(100))
  const peak = peakState(seed, size)
  return {
    ...peak,
    way_minutes: campusWays({ campus: demoCampus(), centre, now: NOON }),
    orders: peak.orders.map((order) => {
      const vendor_id = order.vendor_id % CAMPUS_KITCHENS
      const promised_minute = order.ready_minute + 5 + Math.floor(random() * 30)
      return { ...order, vendor_id, pickup: kitchens[vendor_id] ?? near(100), drop: near(200), promised_minute }
    }),
    riders: peak.riders.map((rider, index) => ({
      ...rider,
      free_at: near(200),
      ...(travellers[index % travellers.length] ?? {}),
    })),
  }
}

/**
 * Milliseconds of processor time of single decisions: without an earlier plan, and a minute later with one; and of a
 * fixed piece of work after each.
 */
export function timePeak(
  state: (seed: number) => DispatchSnapshot,
  parameters: DispatchParameters,
  rounds: number,
): { cold: number[]; warm: number[]; fixed: number[] } {
  const cold: number[] = []
  const warm: number[] = []
  const fixed: number[] = []
  for (let seed = 0; seed < rounds; seed++) {
    const now = state(seed)
    const first = timed(() => planAhead(now, parameters))
    cold.push(first.milliseconds)
    const { tentative, commit } = first.result
    const later = { ...now, now_minute: now.now_minute + 1, tentative: [...commit, ...tentative] }
    warm.push(timed(() => planAhead(later, parameters)).milliseconds)
    fixed.push(timed(doFixedWork).milliseconds)
  }
  return { cold, warm, fixed }
}
