import { planeMetres } from '../../domain/places/plane.ts'
import type { Instance } from './instance.ts'
import type { Day } from './simulate.ts'

/** The measures of the published table, for one day. */
export type Measures = {
  undelivered_percent: number
  click_to_door: number
  click_to_door_p90: number
  over_target: number
  ready_to_pickup: number
  ready_to_pickup_p90: number
  cost_per_order: number
}

/** The measures of a day; times in minutes, cost per delivered order in the instance's currency. */
export function measureDay(instance: Instance, { trips }: Pick<Day, 'trips'>): Measures {
  const click_to_door: number[] = []
  const ready_to_pickup: number[] = []
  const delivered_by = new Map<number, number>()
  for (const trip of trips) {
    delivered_by.set(trip.courier, (delivered_by.get(trip.courier) ?? 0) + trip.orders.length)
    for (const [position, order] of trip.orders.entries()) {
      const { placed_minute = 0, ready_minute = 0 } = instance.orders[order] ?? {}
      click_to_door.push((trip.drop_minutes[position] ?? Number.NaN) - placed_minute)
      ready_to_pickup.push(trip.pickup_minute - ready_minute)
    }
  }
  const pay = instance.couriers.map(({ on_minute, off_minute }, courier) => {
    const guaranteed = ((off_minute - on_minute) / 60) * instance.guaranteed_pay_per_hour
    return Math.max((delivered_by.get(courier) ?? 0) * instance.pay_per_order, guaranteed)
  })
  return {
    undelivered_percent: 100 * (1 - click_to_door.length / instance.orders.length),
    click_to_door: mean(click_to_door),
    click_to_door_p90: quantile(click_to_door, 0.9),
    over_target: mean(click_to_door.map((minutes) => Math.max(0, minutes - instance.target_minutes))),
    ready_to_pickup: mean(ready_to_pickup),
    ready_to_pickup_p90: quantile(ready_to_pickup, 0.9),
    cost_per_order: pay.reduce((sum, each) => sum + each, 0) / click_to_door.length,
  }
}

/** The mean from order to door if every order were picked up the minute it is ready: no rule can do better. */
export function soonestClickToDoor(instance: Instance): number {
  const services = instance.pickup_service_minutes / 2 + instance.drop_service_minutes / 2
  return mean(
    instance.orders.map(({ restaurant, drop, placed_minute, ready_minute }) => {
      const metres = planeMetres(instance.restaurants[restaurant]?.at ?? drop, drop)
      return ready_minute - placed_minute + services + Math.ceil(metres / instance.metres_per_minute)
    }),
  )
}

/** Each measure's mean over several days, each day counted once, as the published figures are. */
export function meanMeasures(days: readonly Measures[]): Measures {
  const of = (name: keyof Measures) => mean(days.map((day) => day[name]))
  return {
    undelivered_percent: of('undelivered_percent'),
    click_to_door: of('click_to_door'),
    click_to_door_p90: of('click_to_door_p90'),
    over_target: of('over_target'),
    ready_to_pickup: of('ready_to_pickup'),
    ready_to_pickup_p90: of('ready_to_pickup_p90'),
    cost_per_order: of('cost_per_order'),
  }
}

function mean(sample: readonly number[]): number {
  return sample.reduce((sum, each) => sum + each, 0) / sample.length
}

/** Linear interpolation between two values of the sample, as in the authors' evaluator. */
function quantile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((left, right) => left - right)
  const position = share * (sorted.length - 1)
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}
