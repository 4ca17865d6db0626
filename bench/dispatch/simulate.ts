import type {
  DispatchParameters,
  DispatchRule,
  DispatchSnapshot,
  Trip,
} from '../../domain/delivery/dispatch/dispatch-rule.ts'
import { type PlanePoint, planeMetres } from '../../domain/places/plane.ts'
import type { Instance } from './instance.ts'
import { timed } from './timed.ts'

/** What a courier did with one bundle. Orders and couriers by index, times in minutes of the day. */
export type CarriedTrip = {
  courier: number
  restaurant: number
  orders: readonly number[]
  assigned_minute: number
  departure_minute: number
  pickup_minute: number
  drop_minutes: readonly number[]
}

/** A trip to a restaurant without a pickup: the food was not ready when the shift ended. */
export type VainWay = { courier: number; restaurant: number; departure_minute: number }

export type Day = { trips: CarriedTrip[]; vain_ways: VainWay[]; decision_ms: number[] }

export type Knowledge = {
  estimates: Estimates
  /** How long before a shift the rule knows of its courier; 0 means only couriers on duty. */
  shift_known_minutes: number
}

/** When the rule believes each order to be ready; null for the exact times. */
export type Estimates = readonly number[] | null

type Pending = { restaurant: number; orders: readonly number[]; assigned_minute: number }

type Courier = { index: number; free_minute: number; at: PlanePoint; delivered: number; pending: Pending[] }

/** Simulates a day of the benchmark minute by minute; the rule sees only what is known then. */
export function simulateDay(
  instance: Instance,
  rule: DispatchRule,
  parameters: DispatchParameters,
  { estimates, shift_known_minutes }: Knowledge,
): Day {
  const couriers: Courier[] = instance.couriers.map((courier, index) => ({
    index,
    free_minute: courier.on_minute,
    at: courier.at,
    delivered: 0,
    pending: [],
  }))
  const day: Day = { trips: [], vain_ways: [], decision_ms: [] }
  const by_placement = instance.orders.map((_, order) => order)
  by_placement.sort((left, right) => orderOf(instance, left).placed_minute - orderOf(instance, right).placed_minute)
  const waiting = new Set<number>()
  let tentative: readonly Trip[] = []
  let placed = 0
  const last_minute = Math.max(...instance.couriers.map(({ off_minute }) => off_minute))
  const first_minute = orderOf(instance, by_placement[0] ?? 0).placed_minute

  for (let now = first_minute; now <= last_minute; now++) {
    for (; placed < by_placement.length; placed++) {
      const order = by_placement[placed] as number
      if (orderOf(instance, order).placed_minute > now) break
      waiting.add(order)
    }
    for (const courier of couriers) {
      for (const order of settlePast(instance, courier, now, day)) waiting.add(order)
    }
    if (waiting.size === 0) continue
    const snapshot: DispatchSnapshot = {
      now_minute: now,
      orders: [...waiting].map((id) => {
        const { restaurant, drop, placed_minute } = orderOf(instance, id)
        const pickup = restaurantAt(instance, restaurant)
        const ready_minute = believedReady(instance, id, now, estimates)
        return { id, vendor_id: restaurant, pickup, drop, placed_minute, ready_minute, declined_by: [] }
      }),
      riders: couriers
        .filter(({ index }) => isKnown(instance, index, now, shift_known_minutes))
        .map((courier) => ({
          id: courier.index,
          ...believedFree(instance, courier, now, estimates),
          off_minute: instance.couriers[courier.index]?.off_minute ?? 0,
          orders_within_guarantee: withinGuarantee(instance, courier, now),
        })),
      tentative,
    }
    const { result: decision, milliseconds } = timed(() => rule(snapshot, parameters))
    day.decision_ms.push(milliseconds)
    tentative = decision.tentative
    for (const trip of decision.commit) {
      for (const order of trip.order_ids) {
        if (!waiting.delete(order)) throw new Error(`Order ${order} is not waiting at minute ${now}`)
      }
      couriers[trip.rider_id]?.pending.push({
        restaurant: trip.vendor_id,
        orders: trip.order_ids,
        assigned_minute: now,
      })
    }
  }
  for (const courier of couriers) settlePast(instance, courier, Number.POSITIVE_INFINITY, day)
  return day
}

/**
 * Writes down the bundles whose pickup is past; answers the orders of those that can no longer be picked up because the
 * shift ended. A later bundle stays open until the one before it is written down.
 */
function settlePast(instance: Instance, courier: Courier, now: number, day: Day): number[] {
  const off = instance.couriers[courier.index]?.off_minute ?? 0
  for (let next = courier.pending[0]; next; next = courier.pending[0]) {
    const trip = carry(instance, courier, courier.free_minute, courier.at, next, (order) => {
      return orderOf(instance, order).ready_minute
    })
    if (trip.pickup_minute > off) {
      if (now <= off) return []
      const { restaurant, departure_minute } = trip
      if (departure_minute <= off) day.vain_ways.push({ courier: courier.index, restaurant, departure_minute })
      return courier.pending.splice(0).flatMap(({ orders }) => orders)
    }
    if (trip.pickup_minute > now) return []
    courier.pending.shift()
    courier.free_minute = trip.free_minute
    courier.at = trip.at
    courier.delivered += next.orders.length
    const { free_minute: _, at: __, ...carried } = trip
    day.trips.push(carried)
  }
  return []
}

/** The times of a bundle, if the courier is free at this minute and place and its orders are ready as told. */
function carry(
  instance: Instance,
  courier: Courier,
  free_minute: number,
  from: PlanePoint,
  { restaurant, orders, assigned_minute }: Pending,
  readyAt: (order: number) => number,
): CarriedTrip & { free_minute: number; at: PlanePoint } {
  const pickup_half = instance.pickup_service_minutes / 2
  const drop_half = instance.drop_service_minutes / 2
  const departure_minute = Math.max(free_minute, assigned_minute)
  let at = restaurantAt(instance, restaurant)
  const arrival = departure_minute + benchmarkMinutes(instance, from, at)
  const pickup_minute = Math.max(arrival + pickup_half, ...orders.map(readyAt))
  let minute = pickup_minute + pickup_half
  const drop_minutes = orders.map((order) => {
    const { drop } = orderOf(instance, order)
    const drop_minute = minute + benchmarkMinutes(instance, at, drop) + drop_half
    minute = drop_minute + drop_half
    at = drop
    return drop_minute
  })
  return {
    courier: courier.index,
    restaurant,
    orders,
    assigned_minute,
    departure_minute,
    pickup_minute,
    drop_minutes,
    free_minute: minute,
    at,
  }
}

/** When and where the courier is free again, as estimated at a minute. */
function believedFree(instance: Instance, courier: Courier, now: number, estimates: Estimates) {
  let { free_minute, at } = courier
  for (const pending of courier.pending) {
    ;({ free_minute, at } = carry(instance, courier, free_minute, at, pending, (order) =>
      believedReady(instance, order, now, estimates),
    ))
  }
  return { free_minute, free_at: at }
}

function believedReady(instance: Instance, order: number, now: number, estimates: Estimates): number {
  const { ready_minute } = orderOf(instance, order)
  if (!estimates || ready_minute <= now) return ready_minute
  return Math.max(estimates[order] ?? ready_minute, now + 1)
}

function isKnown(instance: Instance, courier: number, now: number, known_minutes: number): boolean {
  const shift = instance.couriers[courier]
  return shift !== undefined && shift.on_minute <= now + known_minutes && shift.off_minute >= now
}

/** How many more orders a courier may carry before the pay exceeds what the shift so far guarantees. */
function withinGuarantee(instance: Instance, courier: Courier, now: number): number {
  const shift = instance.couriers[courier.index]
  if (!shift) return 0
  const hours = (Math.min(now + 30, shift.off_minute) - shift.on_minute) / 60
  const carried = courier.pending.reduce((sum, { orders }) => sum + orders.length, courier.delivered)
  return Math.max(0, (hours * instance.guaranteed_pay_per_hour) / instance.pay_per_order - carried)
}

function benchmarkMinutes(instance: Instance, from: PlanePoint, to: PlanePoint): number {
  return Math.ceil(planeMetres(from, to) / instance.metres_per_minute)
}

function orderOf(instance: Instance, order: number) {
  const found = instance.orders[order]
  if (!found) throw new RangeError(`${instance.name} has no order of index ${order}`)
  return found
}

function restaurantAt(instance: Instance, restaurant: number): PlanePoint {
  const found = instance.restaurants[restaurant]
  if (!found) throw new RangeError(`${instance.name} has no restaurant of index ${restaurant}`)
  return found.at
}
