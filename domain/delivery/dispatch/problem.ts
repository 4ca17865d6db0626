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
  /** Where an order is picked up and handed over, as columns of `ways`. */
  pickup: Int32Array
  drop: Int32Array
  placed: Float64Array
  /** By when each order was promised, or is late by the target. */
  due: Float64Array
  ready: Float64Array
  /** Where a rider is free, as a row of `ways`. */
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
  const columns = stops.points.length
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
    ways: waysOf(riders, { rows: stops.points, columns }, snapshot.way_minutes, parameters),
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
  const numbers = new Map<string, number>()
  return {
    points,
    place(point: PlanePoint): number {
      const key = `${point.east_metres} ${point.north_metres}`
      const number = numbers.get(key) ?? points.push(point) - 1
      numbers.set(key, number)
      return number
    },
  }
}

/** The ways of each rider; riders of one speed share theirs, and what was found of them. */
function waysOf(
  riders: readonly DispatchRider[],
  stops: { rows: readonly PlanePoint[]; columns: number },
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

/** The ways from each row to each column for one kind of traveller; a search looks at few of them, often. */
export type Ways = Readonly<{
  columns: number
  east: Float64Array
  north: Float64Array
  speed: number
  /** Minutes along the ways by the usual speed, NaN for none; null where every way is straight. */
  along: Between | null
  slower: number
  /** Whole minutes and one more; 0 while nobody asked. */
  found: Uint16Array
}>

/** The first rows are the columns. */
export function layOutWays(
  { rows, columns }: { rows: readonly PlanePoint[]; columns: number },
  { mode, speed }: Traveller,
  way_minutes?: WayMinutes,
): Ways {
  return {
    columns,
    east: Float64Array.from(rows, (point) => point.east_metres),
    north: Float64Array.from(rows, (point) => point.north_metres),
    speed,
    along: way_minutes?.(rows, rows.slice(0, columns), mode) ?? null,
    slower: usual_speeds[mode] / speed,
    found: new Uint16Array(rows.length * columns),
  }
}

/** Nobody is farther than that: six weeks. */
const MOST_MINUTES = 65_534

/**
 * Whole minutes from a row to a column, rounded up: the benchmark's rule, and a margin for hills and gates. Along the
 * ways where they are known, as much faster or slower as the traveller is; else straight.
 */
export function minutesTo(ways: Ways, row: number, column: number): number {
  const { east, north, along, found } = ways
  const cell = row * ways.columns + column
  const known = found[cell] as number
  if (known > 0) return known - 1
  const x = (east[column] as number) - (east[row] as number)
  const y = (north[column] as number) - (north[row] as number)
  // A hair less: a sum of minutes and parts of minutes must not become one minute more.
  const by_ways = along ? along(row, column) * ways.slower - 1e-9 : Number.NaN
  const minutes = Number.isNaN(by_ways) ? Math.sqrt(x * x + y * y) / ways.speed : by_ways
  const whole = Math.ceil(Math.min(minutes, MOST_MINUTES))
  found[cell] = whole + 1
  return whole
}
