import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Facts = {
  places: Map<string, readonly [number, number]>
  orders: Map<string, { placed: number; restaurant: string; ready: number }>
  shifts: Map<string, { on: number; off: number }>
  speed: number
  pickup_half: number
  drop_half: number
}

type Bundle = { assigned: number; pickup: number; courier: string; restaurant: string; orders: string[] }

/** A courier's way: when it began, where it led and when, and when the courier left again. */
type Way = { departed: number; to: string; arrived: number; left: number }

type Expect = (holds: boolean, fault: string) => void

/**
 * Reads an instance and its solution from their files and answers which rules of the benchmark are broken, in words;
 * nothing if all hold. It shares no code with the reader, the simulation or the writer, so that their mistakes show.
 */
export function checkSolution(instance_folder: string, solution_folder: string): string[] {
  const faults: string[] = []
  const expect: Expect = (holds, fault) => {
    if (!holds) faults.push(fault)
  }
  const facts = readFacts(instance_folder)
  const of_solution = (name: string) => rowsOf(join(solution_folder, `solution_info_${name}.txt`), ' ')
  const bundles = checkBundles(facts, of_solution('assignments'), expect)
  const drops = checkOrders(facts, of_solution('orders'), bundles, expect)
  const ways = checkMoves(facts, of_solution('couriers'), expect)
  checkService(facts, bundles, drops, ways, expect)
  return faults
}

function readFacts(folder: string): Facts {
  const rows = (file: string) => rowsOf(join(folder, file), '\t')
  const [speed = 1, pickup_service = 0, drop_service = 0] = (rows('instance_parameters.txt')[0] ?? []).map(Number)
  const facts: Facts = {
    places: new Map(),
    orders: new Map(),
    shifts: new Map(),
    speed,
    pickup_half: pickup_service / 2,
    drop_half: drop_service / 2,
  }
  for (const [name = '', x, y, placed, restaurant = '', ready] of rows('orders.txt')) {
    facts.places.set(name, [Number(x), Number(y)])
    facts.orders.set(name, { placed: Number(placed), restaurant, ready: Number(ready) })
  }
  for (const [name = '', x, y, on, off] of rows('couriers.txt')) {
    facts.places.set(name, [Number(x), Number(y)])
    facts.shifts.set(name, { on: Number(on), off: Number(off) })
  }
  for (const [name = '', x, y] of rows('restaurants.txt')) facts.places.set(name, [Number(x), Number(y)])
  return facts
}

/** Who gets what: nothing before it is placed, before it is ready, after the shift, or twice. */
function checkBundles(facts: Facts, rows: readonly string[][], expect: Expect): Bundle[] {
  const bundled = new Set<string>()
  return rows.map(([assigned = '', pickup = '', courier = '', ...names]) => {
    const restaurant = facts.orders.get(names[0] ?? '')?.restaurant ?? ''
    const bundle = { assigned: Number(assigned), pickup: Number(pickup), courier, restaurant, orders: names }
    const shift = facts.shifts.get(courier)
    expect(shift !== undefined, `${courier} is no courier`)
    expect(bundle.pickup <= (shift?.off ?? Number.NaN), `${courier} picks up after the shift, at ${pickup}`)
    expect(names.length > 0, `${courier} has a bundle of nothing, at ${assigned}`)
    for (const name of names) {
      const order = facts.orders.get(name)
      expect(order !== undefined, `${name} is no order`)
      expect(!bundled.has(name), `${name} is in two bundles`)
      bundled.add(name)
      expect(order?.restaurant === restaurant, `${name} is of another restaurant than its bundle`)
      expect(bundle.assigned >= (order?.placed ?? Number.NaN), `${name} is assigned before it is placed`)
      expect(bundle.pickup >= (order?.ready ?? Number.NaN), `${name} is picked up before it is ready`)
    }
    return bundle
  })
}

/** The list of orders: each once, with its times of placing and assignment. Answers when each was handed over. */
function checkOrders(
  facts: Facts,
  rows: readonly string[][],
  bundles: readonly Bundle[],
  expect: Expect,
): Map<string, number> {
  const bundle_of = new Map(bundles.flatMap((bundle) => bundle.orders.map((name) => [name, bundle] as const)))
  const drops = new Map<string, number>()
  for (const [name = '', placed, restaurant, ready, pickup = '', dropped = '', courier = ''] of rows) {
    const order = facts.orders.get(name)
    const as_placed = order?.placed === Number(placed) && order.ready === Number(ready)
    expect(as_placed && order.restaurant === restaurant, `${name} is listed otherwise than it was placed`)
    expect(!drops.has(name), `${name} is listed twice`)
    drops.set(name, dropped === '' ? Number.NaN : Number(dropped))
    const bundle = bundle_of.get(name)
    if (bundle) {
      expect(bundle.courier === courier, `${name} is listed with another courier than its bundle's`)
      expect(bundle.pickup === Number(pickup), `${name} is listed with another pickup than its bundle's`)
      expect(dropped !== '', `${name} is picked up and never handed over`)
    } else {
      expect(`${pickup}${dropped}${courier}` === '', `${name} is listed as delivered and is in no bundle`)
    }
  }
  expect(drops.size === facts.orders.size, `${facts.orders.size - drops.size} orders are not listed`)
  return drops
}

/** The couriers' ways: each begins where the one before ended, and not earlier. */
function checkMoves(facts: Facts, rows: readonly string[][], expect: Expect): Map<string, Way[]> {
  const ways = new Map<string, Way[]>()
  let current = ''
  for (const [courier = '', minute = '', origin = '', to = ''] of rows) {
    expect(courier === current || !ways.has(courier), `the moves of ${courier} are not together`)
    current = courier
    const own = ways.get(courier) ?? []
    ways.set(courier, own)
    const before = own.at(-1)
    const departed = Number(minute)
    const from = origin === '0' ? courier : origin
    expect(from === (before?.to ?? courier), `${courier} leaves ${origin} at ${minute} without being there`)
    const earliest = before?.arrived ?? facts.shifts.get(courier)?.on ?? Number.NaN
    expect(departed >= earliest, `${courier} leaves ${origin} too early, at ${minute}`)
    if (before) before.left = departed
    const [x = Number.NaN, y = Number.NaN] = facts.places.get(from) ?? []
    const [to_x = Number.NaN, to_y = Number.NaN] = facts.places.get(to) ?? []
    const minutes = Math.ceil(Math.sqrt((to_x - x) ** 2 + (to_y - y) ** 2) / facts.speed)
    own.push({ departed, to, arrived: departed + minutes, left: Number.POSITIVE_INFINITY })
  }
  return ways
}

/** Pickups and drops happen where the courier is at that time, in the bundle's sequence, and nowhere else. */
function checkService(
  facts: Facts,
  bundles: readonly Bundle[],
  drops: ReadonlyMap<string, number>,
  ways: ReadonlyMap<string, readonly Way[]>,
  expect: Expect,
): void {
  for (const { courier, restaurant, pickup, assigned, orders } of bundles) {
    const own = ways.get(courier) ?? []
    const stands = (way: Way | undefined, at: string, minute: number, half: number) =>
      way?.to === at && way.arrived + half <= minute && minute + half <= way.left
    const first = own.findIndex((way) => stands(way, restaurant, pickup, facts.pickup_half))
    expect(first >= 0, `${courier} does not stand at ${restaurant} for the pickup at ${pickup}`)
    if (first < 0) continue
    const headed = own[first]?.departed ?? Number.NaN
    expect(headed >= assigned, `${courier} heads for ${restaurant} before the assignment at ${assigned}`)
    for (const [position, name] of orders.entries()) {
      const dropped = drops.get(name) ?? Number.NaN
      const served = stands(own[first + 1 + position], name, dropped, facts.drop_half)
      expect(served, `${courier} does not stand at ${name} for the drop at ${dropped}`)
    }
  }
  const to_doors = [...ways.values()].flat().filter(({ to }) => facts.orders.has(to)).length
  const carried = bundles.reduce((sum, { orders }) => sum + orders.length, 0)
  expect(to_doors === carried, `${to_doors} ways lead to customers who get ${carried} orders`)
}

/** The cells of all lines but the header. */
function rowsOf(path: string, separator: string): string[][] {
  const [, ...lines] = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => line.split(separator).map((cell) => cell.trim()))
}
