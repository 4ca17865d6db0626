import { metres_per_minute } from '../../places/campus-graph.ts'
import type { DispatchParameters } from './dispatch-rule.ts'

/**
 * How dispatch weighs things on the campus (docs/decisions/040-dispatch-rule.md);
 * the weights were tried in `npm run bench`.
 */
export const campus_parameters: DispatchParameters = {
  metres_per_minute: metres_per_minute.ride,
  pickup_service_minutes: 2,
  drop_service_minutes: 3,
  // The promise on the home page, for orders without a window of their own: delivered in 20 to 35 minutes.
  target_minutes: 35,
  late_weight: 1,
  later_weight: 0.5,
  rider_minute_weight: 0.5,
  // Riders are paid per delivery, so no order costs more than another.
  extra_pay_weight: 0,
  most_orders_per_trip: 4,
  // A rider needs a minute to see and answer an offer, and the next rider another.
  commit_ahead_minutes: 3,
  keep_plan_minutes: 1,
}
