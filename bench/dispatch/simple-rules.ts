import type {
  DispatchParameters,
  DispatchRider,
  DispatchRule,
  Trip,
  WaitingOrder,
} from '../../domain/delivery/dispatch/dispatch-rule.ts'
import { type PlanePoint, planeMetres } from '../../domain/places/plane.ts'

/** What open-source marketplaces do: when the food is ready, the nearest idle rider claims it. One order at a time. */
export const claimWhenReady: DispatchRule = (snapshot, parameters) => {
  const { now_minute } = snapshot
  const idle = new Set(snapshot.riders.filter((rider) => rider.free_minute <= now_minute))
  const commit: Trip[] = []
  const ready = snapshot.orders.filter((order) => order.ready_minute <= now_minute).toSorted(byReadiness)
  for (const order of ready) {
    let nearest: DispatchRider | null = null
    for (const rider of idle) {
      if (pickupMinute(order, rider.free_at, now_minute, parameters) > rider.off_minute) continue
      if (!nearest || metres(order, rider) < metres(order, nearest)) nearest = rider
    }
    if (!nearest) continue
    idle.delete(nearest)
    commit.push(singleTrip(order, nearest, now_minute))
  }
  return { commit, tentative: [], unplanned_order_ids: [] }
}

/** Each order goes, when it is placed, to the rider who can pick it up first after finishing everything else. */
export const earliestPickup: DispatchRule = (snapshot, parameters) => {
  const { now_minute } = snapshot
  const riders = new Map(snapshot.riders.map((rider) => [rider.id, rider]))
  const commit: Trip[] = []
  for (const order of snapshot.orders.toSorted(
    (left, right) => left.placed_minute - right.placed_minute || left.id - right.id,
  )) {
    let first: { rider: DispatchRider; pickup: number } | null = null
    for (const rider of riders.values()) {
      const pickup = pickupMinute(order, rider.free_at, Math.max(now_minute, rider.free_minute), parameters)
      if (pickup > rider.off_minute) continue
      const sooner = !first || pickup < first.pickup
      if (sooner || (first && pickup === first.pickup && metres(order, rider) < metres(order, first.rider))) {
        first = { rider, pickup }
      }
    }
    if (!first) continue
    const { rider, pickup } = first
    commit.push(singleTrip(order, rider, pickup))
    const ride = Math.ceil(planeMetres(order.pickup, order.drop) / parameters.metres_per_minute)
    const free_minute = pickup + parameters.pickup_service_minutes / 2 + ride + parameters.drop_service_minutes
    riders.set(rider.id, { ...rider, free_minute, free_at: order.drop })
  }
  return { commit, tentative: [], unplanned_order_ids: [] }
}

function byReadiness(left: WaitingOrder, right: WaitingOrder): number {
  return left.ready_minute - right.ready_minute || left.id - right.id
}

function metres(order: WaitingOrder, rider: DispatchRider): number {
  return planeMetres(rider.free_at, order.pickup)
}

function pickupMinute(order: WaitingOrder, from: PlanePoint, leaves: number, parameters: DispatchParameters): number {
  const way = Math.ceil(planeMetres(from, order.pickup) / parameters.metres_per_minute)
  return Math.max(leaves + way + parameters.pickup_service_minutes / 2, order.ready_minute)
}

/** The simulation computes the times of the way. */
function singleTrip(order: WaitingOrder, rider: DispatchRider, pickup_minute: number): Trip {
  return {
    rider_id: rider.id,
    vendor_id: order.vendor_id,
    order_ids: [order.id],
    departure_minute: pickup_minute,
    pickup_minute,
    drop_minutes: [pickup_minute],
  }
}
