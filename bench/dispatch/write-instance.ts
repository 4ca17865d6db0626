import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from './instance.ts'

/** Writes an instance as the benchmark's four files, so that other programs can read what was generated. */
export function writeInstance(folder: string, instance: Instance): void {
  mkdirSync(folder, { recursive: true })
  const write = (file: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
    writeFileSync(join(folder, file), `${[head, ...rows].map((cells) => cells.join('\t')).join('\n')}\n`)
  const { orders, couriers, restaurants } = instance
  write(
    'orders.txt',
    ['order', 'x', 'y', 'placement_time', 'restaurant', 'ready_time'],
    orders.map(({ name, drop, placed_minute, restaurant, ready_minute }) => {
      const from = restaurants[restaurant]?.name ?? ''
      return [name, drop.east_metres, drop.north_metres, placed_minute, from, ready_minute]
    }),
  )
  write(
    'couriers.txt',
    ['courier', 'x', 'y', 'on_time', 'off_time'],
    couriers.map(({ name, at, on_minute, off_minute }) => [
      name,
      at.east_metres,
      at.north_metres,
      on_minute,
      off_minute,
    ]),
  )
  write(
    'restaurants.txt',
    ['restaurant', 'x', 'y'],
    restaurants.map(({ name, at }) => [name, at.east_metres, at.north_metres]),
  )
  write(
    'instance_parameters.txt',
    [
      'meters_per_minute',
      'pickup service minutes',
      'dropoff service minutes',
      'target click-to-door',
      'maximum click-to-door',
      'pay per order',
      'guaranteed pay per hour',
    ],
    [
      [
        instance.metres_per_minute,
        instance.pickup_service_minutes,
        instance.drop_service_minutes,
        instance.target_minutes,
        90,
        instance.pay_per_order,
        instance.guaranteed_pay_per_hour,
      ],
    ],
  )
}
