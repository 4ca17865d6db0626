import type { PlanePoint } from '../../places/plane.ts'

/**
 * What a rule of dispatch is asked and what it answers. Times are minutes since any moment that the caller likes, as
 * long as it is the same in all of a snapshot; fractions are allowed. Distances are metres on a plane
 * (domain/places/plane.ts). A rule is pure: the same snapshot and parameters give the same decision,
 * and nothing else is read or written.
 */
export type DispatchRule = (snapshot: DispatchSnapshot, parameters: DispatchParameters) => DispatchDecision

/** All that a rule may know at one moment. */
export type DispatchSnapshot = {
  now_minute: number
  /** Orders that wait for a rider: accepted or ready, with no offer open and no rider committed. */
  orders: readonly WaitingOrder[]
  /** Riders who may be given a trip: on duty, or coming on duty at a known time. */
  riders: readonly DispatchRider[]
  /** `tentative` of the decision before; a rule keeps to it unless something else is clearly better. [] at first. */
  tentative: readonly Trip[]
}

export type WaitingOrder = {
  id: number
  vendor_id: number
  pickup: PlanePoint
  drop: PlanePoint
  /** When the customer ordered: delivery is counted from here. */
  placed_minute: number
  /** When the food is ready, as far as anybody knows; in the past when it is. */
  ready_minute: number
  /** Riders who refused this order; it is not given to them again. */
  declined_by: readonly number[]
}

export type DispatchRider = {
  id: number
  /** When the rider can leave for a next pickup: now or earlier when idle, else the end of all that was committed. */
  free_minute: number
  /** Where the rider is then. */
  free_at: PlanePoint
  /** How fast this rider is on the straight line; that of the parameters where it is left out. */
  metres_per_minute?: number
  /** No pickup after this minute; Infinity when the rider said none. */
  off_minute: number
  /**
   * How many more orders the rider can carry within a guaranteed pay, fractions allowed; 0 where every order is paid.
   */
  orders_within_guarantee: number
}

export type DispatchParameters = {
  /** Of riders whose own speed is not known. */
  metres_per_minute: number
  /** At the vendor's: half of it passes before the recorded pickup, half after it. */
  pickup_service_minutes: number
  /** At the customer's: half of it passes before the recorded drop, half after it. */
  drop_service_minutes: number
  /** From order to door, as promised; each minute beyond it counts `late_weight` minutes more. */
  target_minutes: number
  late_weight: number
  /**
   * What a minute under way within the shift is worth, in minutes of a customer's waiting, when one order waits for
   * each rider; less with fewer orders, more with more: a rider's lost minute is lost for all who wait.
   */
  rider_minute_weight: number
  /** What an order beyond a rider's guarantee is worth, in minutes of a customer's waiting. */
  extra_pay_weight: number
  /** Orders that one rider may carry from one vendor at once. */
  most_orders_per_trip: number
  /**
   * A trip is committed this long before the rider has to leave: the time that an offer needs. 0: at the last minute.
   */
  commit_ahead_minutes: number
  /** How much better (in minutes of waiting) another plan must be before the tentative one is given up. */
  keep_plan_minutes: number
}

/** One rider, one vendor, one pickup; the drops follow in the order of the list. */
export type Trip = {
  rider_id: number
  vendor_id: number
  order_ids: readonly number[]
  /** The latest minute to leave that costs nobody time. */
  departure_minute: number
  pickup_minute: number
  /** When each of `order_ids` is handed over. */
  drop_minutes: readonly number[]
}

export type DispatchDecision = {
  /** To be offered or assigned now, in this sequence where a rider has several (`planAhead` gives each at most one). */
  commit: readonly Trip[]
  /** What is meant to follow, by rider and time; may change with every decision. */
  tentative: readonly Trip[]
  /**
   * Orders that no plan has room for: no rider can pick them up in time, or all have more than enough;
   * a person should look.
   */
  unplanned_order_ids: readonly number[]
}
