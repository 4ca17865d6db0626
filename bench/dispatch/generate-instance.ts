import type { PlanePoint } from '../../domain/places/plane.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import type { Instance, InstanceCourier } from './instance.ts'
import { normal } from './normal.ts'

/** How busy each half hour of a 14-hour day is: lunch, a quiet afternoon, a long evening. */
const demand = [1, 2, 4, 7, 7, 6, 5, 4, 3, 3, 3, 3, 4, 5, 6, 8, 11, 13, 13, 12, 10, 8, 6, 5, 4, 3, 2, 1]
const TOWN_METRES = 10_000
const METRES_PER_MINUTE = 320

/** Orders per courier and hour when there are just enough couriers, and when they are few. */
const ORDERS_PER_HOUR = { enough: 1.6, few: 2.6 } as const

type Size = { orders: number; couriers?: keyof typeof ORDERS_PER_HOUR }

/** A generated day in an invented town, in the manner of the benchmark: the same seed gives the same day. */
export function generateInstance(seed: number, { orders: count, couriers = 'enough' }: Size): Instance {
  const random = seededRandom(seed)
  const centres = Array.from({ length: 4 }, () => anywhere(random))
  const restaurants = Array.from({ length: Math.ceil(count / 5) }, (_, index) => ({
    name: `r${index + 1}`,
    at: near(random, centres[Math.floor(random() * centres.length)], 1200),
  }))
  const orders = Array.from({ length: count }, (_, index) => {
    // Some restaurants are much better known than others.
    const restaurant = Math.floor(random() ** 2 * restaurants.length)
    const placed_minute = minuteByDemand(random)
    const preparation = Math.max(5, Math.round(18 + 8 * normal(random)))
    return {
      name: `o${index + 1}`,
      drop: near(random, restaurants[restaurant]?.at, 2000),
      placed_minute,
      restaurant,
      ready_minute: placed_minute + preparation,
    }
  })
  return {
    name: couriers === 'few' ? `generated-${seed}-few` : `generated-${seed}`,
    orders,
    couriers: shifts(random, { orders: count, per_hour: ORDERS_PER_HOUR[couriers] }, centres),
    restaurants,
    metres_per_minute: METRES_PER_MINUTE,
    pickup_service_minutes: 4,
    drop_service_minutes: 4,
    target_minutes: 40,
    pay_per_order: 10,
    guaranteed_pay_per_hour: 15,
  }
}

function minuteByDemand(random: () => number): number {
  let left = random() * total(demand)
  const half_hour = demand.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return half_hour * 30 + Math.floor(random() * 30)
}

/** Shifts of one to three hours, until every half hour has couriers for its average orders, `per_hour` for each. */
function shifts(
  random: () => number,
  { orders, per_hour }: { orders: number; per_hour: number },
  centres: readonly PlanePoint[],
): InstanceCourier[] {
  const couriers: InstanceCourier[] = []
  // Food ordered in one half hour is carried in the next.
  const ordersAt = (half_hour: number) => (2 * orders * (demand[half_hour - 1] ?? 1)) / total(demand)
  for (let half_hour = 0; half_hour <= demand.length + 1; half_hour++) {
    const on_duty = () => couriers.filter(({ off_minute }) => off_minute > half_hour * 30).length
    while (on_duty() < Math.ceil(ordersAt(half_hour) / per_hour)) {
      couriers.push({
        name: `c${couriers.length + 1}`,
        at: near(random, centres[Math.floor(random() * centres.length)], 2000),
        on_minute: half_hour * 30,
        off_minute: half_hour * 30 + 60 + 30 * Math.floor(random() * 5),
      })
    }
  }
  return couriers
}

function anywhere(random: () => number): PlanePoint {
  const metres = () => Math.round(random() * TOWN_METRES)
  return { east_metres: metres(), north_metres: metres() }
}

function near(random: () => number, centre: PlanePoint | undefined, metres: number): PlanePoint {
  return {
    east_metres: Math.round((centre?.east_metres ?? 0) + metres * normal(random)),
    north_metres: Math.round((centre?.north_metres ?? 0) + metres * normal(random)),
  }
}

function total(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0)
}
