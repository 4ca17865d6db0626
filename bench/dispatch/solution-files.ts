import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from './instance.ts'
import type { CarriedTrip, Day, VainWay } from './simulate.ts'

/** Writes a day as the three files that the benchmark's authors evaluate. */
export function writeSolution(folder: string, instance: Instance, day: Day): void {
  mkdirSync(folder, { recursive: true })
  const write = (file: string, lines: readonly string[]) => writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
  write('solution_info_assignments.txt', assignments(instance, day))
  write('solution_info_orders.txt', orders(instance, day))
  write('solution_info_couriers.txt', moves(instance, day))
}

function assignments(instance: Instance, { trips }: Day): string[] {
  const rows = trips.map((trip) =>
    [
      trip.assigned_minute,
      trip.pickup_minute,
      instance.couriers[trip.courier]?.name,
      ...trip.orders.map((order) => instance.orders[order]?.name),
    ].join(' '),
  )
  return ['assignment_time pickup_time courier bundle', ...rows]
}

function orders(instance: Instance, { trips }: Day): string[] {
  const carried = new Map<number, { trip: CarriedTrip; drop_minute: number | undefined }>()
  for (const trip of trips) {
    for (const [position, order] of trip.orders.entries()) {
      carried.set(order, { trip, drop_minute: trip.drop_minutes[position] })
    }
  }
  const rows = instance.orders.map(({ name, placed_minute, restaurant, ready_minute }, index) => {
    const { trip, drop_minute } = carried.get(index) ?? {}
    const courier = trip ? instance.couriers[trip.courier]?.name : ''
    const of_order = [name, placed_minute, instance.restaurants[restaurant]?.name, ready_minute]
    return [...of_order, trip?.pickup_minute ?? '', drop_minute ?? '', courier].join(' ')
  })
  return ['order placement_time restaurant ready_time pickup_time dropoff_time courier', ...rows]
}

function moves(instance: Instance, day: Day): string[] {
  const lines = ['courier departure_time origin destination']
  const pickup_half = instance.pickup_service_minutes / 2
  const drop_half = instance.drop_service_minutes / 2
  for (const [courier, { name }] of instance.couriers.entries()) {
    let at = '0'
    const move = (minute: number, to: string) => {
      lines.push([name, minute, at, to].join(' '))
      at = to
    }
    const ways: (CarriedTrip | VainWay)[] = [...day.trips, ...day.vain_ways]
    const own = ways
      .filter((way) => way.courier === courier)
      .sort((left, right) => left.departure_minute - right.departure_minute)
    for (const way of own) {
      move(way.departure_minute, instance.restaurants[way.restaurant]?.name ?? '')
      if (!('orders' in way)) continue
      let leaves = way.pickup_minute + pickup_half
      for (const [position, order] of way.orders.entries()) {
        move(leaves, instance.orders[order]?.name ?? '')
        leaves = (way.drop_minutes[position] ?? 0) + drop_half
      }
    }
  }
  return lines
}
