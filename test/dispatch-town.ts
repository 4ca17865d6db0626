import type { DispatchParameters } from '../domain/delivery/dispatch/dispatch-rule.ts'

/** 100 metres a minute, two minutes for each pickup and drop. */
export const town: DispatchParameters = {
  metres_per_minute: 100,
  pickup_service_minutes: 2,
  drop_service_minutes: 2,
  target_minutes: 30,
  late_weight: 1,
  later_weight: 0,
  rider_minute_weight: 1,
  extra_pay_weight: 0,
  most_orders_per_trip: 4,
  commit_ahead_minutes: 0,
  keep_plan_minutes: 0.5,
}

/** A point so many metres from its middle. */
export const at = (east_metres: number, north_metres = 0) => ({ east_metres, north_metres })
