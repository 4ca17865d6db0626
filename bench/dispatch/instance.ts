import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PlanePoint } from '../../domain/places/plane.ts'

/**
 * One day of the meal delivery routing benchmark, in metres and whole minutes. Orders and couriers refer to each other
 * by index.
 */
export type Instance = {
  name: string
  orders: readonly InstanceOrder[]
  couriers: readonly InstanceCourier[]
  restaurants: readonly { name: string; at: PlanePoint }[]
  metres_per_minute: number
  pickup_service_minutes: number
  drop_service_minutes: number
  target_minutes: number
  pay_per_order: number
  guaranteed_pay_per_hour: number
}

export type InstanceOrder = {
  name: string
  drop: PlanePoint
  placed_minute: number
  restaurant: number
  ready_minute: number
}

export type InstanceCourier = { name: string; at: PlanePoint; on_minute: number; off_minute: number }

/** The instances of a folder: itself when it holds an `orders.txt`, else each folder in it that does. */
export function readInstances(folder: string): Instance[] {
  const holds = (path: string) => readdirSync(path).includes('orders.txt')
  if (holds(folder)) return [readInstance(folder)]
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .filter(holds)
    .sort()
  if (folders.length === 0) throw new Error(`No orders.txt in ${folder}, nor in a folder of it`)
  return folders.map(readInstance)
}

function readInstance(folder: string): Instance {
  const rows = (file: string) => readRows(join(folder, file))
  const restaurants = rows('restaurants.txt').map((row) => ({
    name: word(row, 'restaurant'),
    at: place(row),
  }))
  const restaurant_index = new Map(restaurants.map(({ name }, index) => [name, index]))
  const parameters = rows('instance_parameters.txt')[0] ?? {}
  return {
    name: basename(folder),
    orders: rows('orders.txt').map((row) => {
      const restaurant = restaurant_index.get(word(row, 'restaurant'))
      if (restaurant === undefined) throw new Error(`${folder}: ${word(row, 'order')} has no restaurant`)
      return {
        name: word(row, 'order'),
        drop: place(row),
        placed_minute: number(row, 'placement_time'),
        restaurant,
        ready_minute: number(row, 'ready_time'),
      }
    }),
    couriers: rows('couriers.txt').map((row) => ({
      name: word(row, 'courier'),
      at: place(row),
      on_minute: number(row, 'on_time'),
      off_minute: number(row, 'off_time'),
    })),
    restaurants,
    metres_per_minute: number(parameters, 'meters_per_minute'),
    pickup_service_minutes: number(parameters, 'pickup service minutes'),
    drop_service_minutes: number(parameters, 'dropoff service minutes'),
    target_minutes: number(parameters, 'target click-to-door'),
    pay_per_order: number(parameters, 'pay per order'),
    guaranteed_pay_per_hour: number(parameters, 'guaranteed pay per hour'),
  }
}

type Row = Readonly<Record<string, string>>

/** A table with one header line and cells separated by tabs. */
function readRows(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/)
  const names = head.split('\t').map((name) => name.trim())
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, column) => [name, cells[column]?.trim() ?? '']))
  })
}

function word(row: Row, column: string): string {
  const cell = row[column]
  if (!cell) throw new Error(`A line without ${column}`)
  return cell
}

function number(row: Row, column: string): number {
  const value = Number(word(row, column))
  if (!Number.isFinite(value)) throw new Error(`${column} is no number: ${row[column]}`)
  return value
}

function place(row: Row): PlanePoint {
  return { east_metres: number(row, 'x'), north_metres: number(row, 'y') }
}
