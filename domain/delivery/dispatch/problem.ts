import { type Between, type Mode, metres_per_minute as usual_speeds } from '../../places/campus-graph.ts'
import type { PlanePoint } from '../../places/plane.ts'
import type { DispatchParameters, DispatchRider, DispatchSnapshot, WayMinutes } from './dispatch-rule.ts'

/** A snapshot in arrays, for a search that looks at millions of plans: orders and riders by index. */
export type Problem = {
  now: number
  parameters: DispatchParameters
  order_ids: readonly number[]
  rider_ids: readonly number[]
  vendor: readonly number[]
  /** Where an order is picked up and handed over, as points of `ways`. */
  pickup: Int32Array
  drop: Int32Array
  placed: Float64Array
  /** By when each order was promised, or is late by the target. */
  due: Float64Array
  ready: Float64Array
  /** Where a rider is free, as a point of `ways`. */
  free_at: Int32Array
  /** When a rider can leave, never before now. */
  free: Float64Array
  off: Float64Array
  /** By rider. */
  ways: readonly Ways[]
  within_guarantee: Float64Array
  /** What a minute under way within the shift costs; it grows with the number of waiting orders per rider. */
  rider_minute_cost: number
  /** By order: the number of the ride that it shares; undefined for most. */
  together: readonly (number | undefined)[]
  /** By order: the riders who refused it; undefined for most. */
  declined: readonly (ReadonlySet<number> | undefined)[]
}

/** Orders count as waiting for a rider when their food is ready within these minutes. */
const SOON_MINUTES = 20

/** Shorter ways are a little better even when nobody waits: they save fuel and time for the next order. */
const NOBODY_WAITS = 0.1

/** What one rider brings from one vendor: indexes of orders, in the sequence of drops. */
export type PlannedTrip = { vendor: number; orders: number[] }

/** The trips of one rider, one after the other. */
export type Plan = PlannedTrip[]

/** Orders and riders are sorted by their id, so that a list in another order gives the same decision. */
export function layOut(snapshot: DispatchSnapshot, parameters: DispatchParameters): Problem {
  const orders = snapshot.orders.toSorted((left, right) => left.id - right.id)
  const riders = snapshot.riders.toSorted((left, right) => left.id - right.id)
  const soon = snapshot.now_minute + SOON_MINUTES
  const waiting = orders.filter(({ ready_minute }) => ready_minute <= soon).length
  const rider_index = new Map(riders.map((rider, index) => [rider.id, index]))
  const stops = distinctPoints()
  const pickup = Int32Array.from(orders, (order) => stops.place(order.pickup))
  const drop = Int32Array.from(orders, (order) => stops.place(order.drop))
  const free_at = Int32Array.from(riders, (rider) => stops.place(rider.free_at))
  return {
    now: snapshot.now_minute,
    parameters,
    order_ids: orders.map((order) => order.id),
    rider_ids: riders.map((rider) => rider.id),
    vendor: orders.map((order) => order.vendor_id),
    pickup,
    drop,
    placed: Float64Array.from(orders, (order) => order.placed_minute),
    due: Float64Array.from(
      orders,
      ({ promised_minute, placed_minute }) => promised_minute ?? placed_minute + parameters.target_minutes,
    ),
    ready: Float64Array.from(orders, (order) => order.ready_minute),
    free_at,
    free: Float64Array.from(riders, (rider) => Math.max(snapshot.now_minute, rider.free_minute)),
    off: Float64Array.from(riders, (rider) => rider.off_minute),
    ways: waysOf(riders, stops.points, snapshot.way_minutes, parameters),
    within_guarantee: Float64Array.from(riders, (rider) => rider.orders_within_guarantee),
    rider_minute_cost: parameters.rider_minute_weight * (NOBODY_WAITS + waiting / Math.max(1, riders.length)),
    together: orders.map(({ together }) => together),
    declined: orders.map((order) =>
      order.declined_by.length === 0
        ? undefined
        : new Set(order.declined_by.flatMap((id) => rider_index.get(id) ?? [])),
    ),
  }
}

/** Points by number, each place once: many orders are picked up and handed over at the same. */
function distinctPoints() {
  const points: PlanePoint[] = []
  const numbers = new Map<number, Map<number, number>>()
  return {
    points,
    place(point: PlanePoint): number {
      const { east_metres, north_metres } = point
      const of_east = numbers.get(east_metres) ?? new Map<number, number>()
      numbers.set(east_metres, of_east)
      const number = of_east.get(north_metres) ?? points.push(point) - 1
      of_east.set(north_metres, number)
      return number
    },
  }
}

/** The ways of each rider; riders of one speed share theirs, and what was found of them. */
function waysOf(
  riders: readonly DispatchRider[],
  stops: readonly PlanePoint[],
  way_minutes: WayMinutes | undefined,
  parameters: DispatchParameters,
): Ways[] {
  const known = new Map<string, Ways>()
  // Who is slower takes the same ways.
  const along = new Map<Mode, Between>()
  const sharedWays: WayMinutes | undefined =
    way_minutes &&
    ((from, to, mode) => {
      const between = along.get(mode) ?? way_minutes(from, to, mode)
      along.set(mode, between)
      return between
    })
  return riders.map(({ mode = 'ride', metres_per_minute: speed = parameters.metres_per_minute }) => {
    const key = `${mode} ${speed}`
    const ways = known.get(key) ?? layOutWays(stops, { mode, speed }, sharedWays)
    known.set(key, ways)
    return ways
  })
}

/** Who travels: by which ways, and at which speed in a straight line. */
export type Traveller = { mode: Mode; speed: number }

/** The ways between points, by their numbers, for one kind of traveller. */
export type Ways = Readonly<{
  east: Float64Array
  north: Float64Array
  speed: number
  /** Minutes along the ways by the usual speed, NaN for none; null where every way is straight. */
  along: Between | null
  slower: number
}>

export function layOutWays(points: readonly PlanePoint[], { mode, speed }: Traveller, way_minutes?: WayMinutes): Ways {
  return {
    east: Float64Array.from(points, (point) => point.east_metres),
    north: Float64Array.from(points, (point) => point.north_metres),
    speed,
    along: way_minutes?.(points, points, mode) ?? null,
    slower: usual_speeds[mode] / speed,
  }
}

/** Nobody is farther than that: six weeks. */
const MOST_MINUTES = 65_534

/**
 * Whole minutes from a point to another, rounded up: the benchmark's rule, and a margin for hills and gates. Along the
 * ways where they are known, as much faster or slower as the traveller is; else straight.
 */
export function minutesTo({ east, north, speed, along, slower }: Ways, from: number, to: number): number {
  // A hair less: a sum of minutes and parts of minutes must not become one minute more.
  const by_ways = along ? along(from, to) * slower - 1e-9 : Number.NaN
  if (!Number.isNaN(by_ways)) return Math.ceil(Math.min(by_ways, MOST_MINUTES))
  const x = (east[to] as number) - (east[from] as number)
  const y = (north[to] as number) - (north[from] as number)
  return Math.ceil(Math.min(Math.sqrt(x * x + y * y) / speed, MOST_MINUTES))
}
