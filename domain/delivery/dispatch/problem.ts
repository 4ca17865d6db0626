import type { PlanePoint } from '../../places/plane.ts'
import type { DispatchParameters, DispatchSnapshot } from './dispatch-rule.ts'

/** A snapshot in arrays, for a search that looks at millions of plans: orders and riders by index. */
export type Problem = {
  now: number
  parameters: DispatchParameters
  order_ids: readonly number[]
  rider_ids: readonly number[]
  vendor: readonly number[]
  pickup_x: Float64Array
  pickup_y: Float64Array
  drop_x: Float64Array
  drop_y: Float64Array
  placed: Float64Array
  ready: Float64Array
  free_x: Float64Array
  free_y: Float64Array
  /** When a rider can leave, never before now. */
  free: Float64Array
  off: Float64Array
  metres_per_minute: Float64Array
  within_guarantee: Float64Array
  /** What a minute under way within the shift costs; it grows with the number of waiting orders per rider. */
  rider_minute_cost: number
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
  const east = (points: PlanePoint[]) => Float64Array.from(points, (point) => point.east_metres)
  const north = (points: PlanePoint[]) => Float64Array.from(points, (point) => point.north_metres)
  const pickups = orders.map((order) => order.pickup)
  const drops = orders.map((order) => order.drop)
  const frees = riders.map((rider) => rider.free_at)
  return {
    now: snapshot.now_minute,
    parameters,
    order_ids: orders.map((order) => order.id),
    rider_ids: riders.map((rider) => rider.id),
    vendor: orders.map((order) => order.vendor_id),
    pickup_x: east(pickups),
    pickup_y: north(pickups),
    drop_x: east(drops),
    drop_y: north(drops),
    placed: Float64Array.from(orders, (order) => order.placed_minute),
    ready: Float64Array.from(orders, (order) => order.ready_minute),
    free_x: east(frees),
    free_y: north(frees),
    free: Float64Array.from(riders, (rider) => Math.max(snapshot.now_minute, rider.free_minute)),
    off: Float64Array.from(riders, (rider) => rider.off_minute),
    metres_per_minute: Float64Array.from(riders, (rider) => rider.metres_per_minute ?? parameters.metres_per_minute),
    within_guarantee: Float64Array.from(riders, (rider) => rider.orders_within_guarantee),
    rider_minute_cost: parameters.rider_minute_weight * (NOBODY_WAITS + waiting / Math.max(1, riders.length)),
    declined: orders.map((order) =>
      order.declined_by.length === 0
        ? undefined
        : new Set(order.declined_by.flatMap((id) => rider_index.get(id) ?? [])),
    ),
  }
}

/** Whole minutes for a straight way, rounded up: the benchmark's rule, and a margin for hills and gates. */
export function travelMinutes(metres_x: number, metres_y: number, metres_per_minute: number): number {
  return Math.ceil(Math.sqrt(metres_x * metres_x + metres_y * metres_y) / metres_per_minute)
}
