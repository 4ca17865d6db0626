import type { Between, Mode } from '../../places/campus-graph.ts'
import type { PlanePoint } from '../../places/plane.ts'

/**
 * What a dispatch rule gets and answers. Times are minutes since any moment that the caller chooses, the same for a
 * whole snapshot; fractions are allowed. Distances are metres on a plane (domain/places/plane.ts). A rule is pure: the
 * same snapshot and parameters give the same decision, and nothing else is read or written.
 */
export type DispatchRule = (snapshot: DispatchSnapshot, parameters: DispatchParameters) => DispatchDecision

/** All that a rule may know at the time. */
export type DispatchSnapshot = {
  now_minute: number
  /** Orders that wait for a rider: accepted or ready, without an open offer or an assigned rider. */
  orders: readonly WaitingOrder[]
  /** Riders who may be given a trip: on duty, or coming on duty at a known time. */
  riders: readonly DispatchRider[]
  /** The ways of the campus; left out where every way is straight. */
  way_minutes?: WayMinutes
  /** `tentative` of the last decision, [] at first; a rule keeps to it unless another plan is clearly better. */
  tentative: readonly Trip[]
}

/**
 * Minutes along the ways from each point to each, by their numbers, for somebody who walks or who rides at the usual
 * speed; NaN where no way joins two: then straight.
 */
export type WayMinutes = (from: readonly PlanePoint[], to: readonly PlanePoint[], mode: Mode) => Between

export type WaitingOrder = {
  id: number
  vendor_id: number
  pickup: PlanePoint
  drop: PlanePoint
  /** When the customer ordered: the delivery time counts from here. */
  placed_minute: number
  /** When the food is ready, as far as known; in the past when it is. */
  ready_minute: number
  /** By when it was promised; left out where nothing was, then the parameters' target counts. */
  promised_minute?: number
  /** Orders with the same number share a ride, and go in one trip where there is room; left out for none. */
  together?: number
  /** Riders who refused this order; it is not offered to them again. */
  declined_by: readonly number[]
}

export type DispatchRider = {
  id: number
  /** When the rider can leave for the next pickup: now or earlier when idle, else when all committed trips end. */
  free_minute: number
  /** Where the rider is then. */
  free_at: PlanePoint
  /** How fast this rider is in a straight line, and as much faster along ways; the parameters' speed if left out. */
  metres_per_minute?: number
  /** Whether the ways are walked or ridden; ridden if left out. */
  mode?: Mode
  /** No pickup after this minute; Infinity when the rider named none. */
  off_minute: number
  /** How many more orders are covered by a guaranteed pay, fractions allowed; 0 where every order is paid. */
  orders_within_guarantee: number
}

export type DispatchParameters = {
  /** For riders whose own speed is not known. */
  metres_per_minute: number
  /** At the vendor: half of it before the recorded pickup, half after it. */
  pickup_service_minutes: number
  /** At the customer: half of it before the recorded drop, half after it. */
  drop_service_minutes: number
  /** The promised minutes from order to door, for orders that were promised nothing else. */
  target_minutes: number
  /** What a minute beyond the promise counts more, in minutes of waiting. */
  late_weight: number
  /** By how much each further minute beyond it counts more than the one before, so that nobody is put off for ever. */
  later_weight: number
  /**
   * The value of a rider's minute under way within the shift, in minutes of a customer's waiting, when there is one
   * waiting order per rider. It grows and shrinks with the orders per rider: a lost minute is lost for all who wait.
   */
  rider_minute_weight: number
  /** What an order beyond a rider's guarantee is worth, in minutes of a customer's waiting. */
  extra_pay_weight: number
  /** The most orders that one rider may carry from one vendor at once. */
  most_orders_per_trip: number
  /** A trip is committed this long before the rider must leave: the time an offer needs. 0: at the last minute. */
  commit_ahead_minutes: number
  /** How much better (in minutes of waiting) another plan must be to replace the tentative one. */
  keep_plan_minutes: number
}

/** One rider, one vendor, one pickup; the drops follow in the order of the list. */
export type Trip = {
  rider_id: number
  vendor_id: number
  order_ids: readonly number[]
  /** The latest minute to leave without making anybody wait longer. */
  departure_minute: number
  pickup_minute: number
  /** When each of `order_ids` is handed over. */
  drop_minutes: readonly number[]
}

export type DispatchDecision = {
  /** To offer or assign now, in this sequence where a rider has several (`planAhead` gives each at most one). */
  commit: readonly Trip[]
  /** What should follow, by rider and time; every decision may change it. */
  tentative: readonly Trip[]
  /** Orders that fit in no plan: no rider can pick them up in time, or all are full; an admin should look. */
  unplanned_order_ids: readonly number[]
}
