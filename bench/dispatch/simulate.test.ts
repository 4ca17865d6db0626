import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DispatchParameters } from '../../domain/delivery/dispatch/dispatch-rule.ts'
import { planAhead } from '../../domain/delivery/dispatch/plan-ahead.ts'
import { checkSolution } from './check-solution.ts'
import { vendorEstimates } from './estimates.ts'
import { generateInstance } from './generate-instance.ts'
import { type Instance, readInstances } from './instance.ts'
import { measureDay, soonestClickToDoor } from './measures.ts'
import { claimWhenReady, earliestPickup } from './simple-rules.ts'
import { simulateDay } from './simulate.ts'
import { writeSolution } from './solution-files.ts'
import { writeInstance } from './write-instance.ts'

const parameters: DispatchParameters = {
  metres_per_minute: 320,
  pickup_service_minutes: 4,
  drop_service_minutes: 4,
  target_minutes: 40,
  late_weight: 0.3,
  later_weight: 0,
  rider_minute_weight: 0.5,
  extra_pay_weight: 5,
  most_orders_per_trip: 4,
  commit_ahead_minutes: 0,
  keep_plan_minutes: 0.1,
}
const exact = { estimates: null, shift_known_minutes: 0 }
const rules = { claimWhenReady, earliestPickup, planAhead }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chowgate-dispatch-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an instance is read as it was written, and the same seed writes the same', () => {
  const instance = generateInstance(7, { orders: 40 })
  writeInstance(join(folder, instance.name), instance)
  expect(readInstances(folder)).toEqual([instance])
  expect(generateInstance(7, { orders: 40 })).toEqual(instance)
  expect(generateInstance(8, { orders: 40 })).not.toEqual(instance)
})

test('a folder without instances is told', () => {
  expect(() => readInstances(folder)).toThrow('No orders.txt')
})

describe.each(Object.entries(rules))('a day by %s', (_, rule) => {
  test.each(['exact', 'noisy'])("keeps the benchmark's rules, ready times %s", (kitchen) => {
    for (const seed of [1, 2]) {
      const instance = generateInstance(seed, { orders: 120 })
      const estimates = kitchen === 'exact' ? null : vendorEstimates(instance, seed)
      const day = simulateDay(instance, rule, parameters, { estimates, shift_known_minutes: 30 })
      writeInstance(folder, instance)
      writeSolution(folder, instance, day)
      expect(checkSolution(folder, folder)).toEqual([])
      expect(day.trips.length).toBeGreaterThan(50)
      expect(measureDay(instance, day).click_to_door).toBeGreaterThanOrEqual(soonestClickToDoor(instance) - 1)
    }
  })
})

test('our rule does better than both simple ones on a generated day, at no higher cost', () => {
  const instance = generateInstance(3, { orders: 300 })
  const [ours, ...simple] = [planAhead, claimWhenReady, earliestPickup].map((rule) =>
    measureDay(instance, simulateDay(instance, rule, parameters, exact)),
  )
  for (const other of simple) {
    expect(ours?.click_to_door).toBeLessThan(other.click_to_door)
    expect(ours?.click_to_door_p90).toBeLessThanOrEqual(other.click_to_door_p90)
    expect(ours?.undelivered_percent).toBeLessThanOrEqual(other.undelivered_percent)
    expect(ours?.cost_per_order).toBeLessThanOrEqual(other.cost_per_order)
  }
})

/** One courier 1,000 m west of the restaurant, customers 1,000 m and 2,000 m east of it. */
const small: Instance = {
  name: 'small',
  orders: [
    {
      name: 'o1',
      drop: { east_metres: 1000, north_metres: 0 },
      placed_minute: 5,
      restaurant: 0,
      ready_minute: 20,
    },
    {
      name: 'o2',
      drop: { east_metres: 2000, north_metres: 0 },
      placed_minute: 8,
      restaurant: 0,
      ready_minute: 21,
    },
    {
      name: 'o3',
      drop: { east_metres: 2000, north_metres: 0 },
      placed_minute: 20,
      restaurant: 0,
      ready_minute: 90,
    },
  ],
  couriers: [{ name: 'c1', at: { east_metres: -1000, north_metres: 0 }, on_minute: 0, off_minute: 60 }],
  restaurants: [{ name: 'r1', at: { east_metres: 0, north_metres: 0 } }],
  metres_per_minute: 320,
  pickup_service_minutes: 4,
  drop_service_minutes: 4,
  target_minutes: 40,
  pay_per_order: 10,
  guaranteed_pay_per_hour: 15,
}

test('a day counted by hand', () => {
  const day = simulateDay(small, planAhead, parameters, exact)
  expect(day.trips).toEqual([
    {
      courier: 0,
      restaurant: 0,
      orders: [0, 1],
      assigned_minute: 15,
      departure_minute: 15,
      pickup_minute: 21,
      drop_minutes: [29, 37],
    },
  ])
  expect(measureDay(small, day)).toMatchObject({
    click_to_door: (24 + 29) / 2,
    click_to_door_p90: 28.5,
    over_target: 0,
    ready_to_pickup: 0.5,
    cost_per_order: 10,
  })
  expect(soonestClickToDoor(small)).toBeCloseTo((15 + 8 + 13 + 11 + 70 + 11) / 3)
})

describe('the checker finds', () => {
  const plant = (file: string, from: string | RegExp, to: string) => {
    const day = simulateDay(small, planAhead, parameters, exact)
    writeInstance(folder, small)
    writeSolution(folder, small, day)
    const path = join(folder, `solution_info_${file}.txt`)
    const before = readFileSync(path, 'utf8')
    const after = before.replace(from, to)
    expect(after).not.toBe(before)
    writeFileSync(path, after)
    return checkSolution(folder, folder).join('\n')
  }

  test.each([
    ['assignments', '15 21 c1 o1 o2', '7 21 c1 o1 o2', 'o2 is assigned before it is placed'],
    ['assignments', '15 21 c1 o1 o2', '15 20 c1 o1 o2', 'o2 is picked up before it is ready'],
    ['assignments', '15 21 c1 o1 o2', '15 61 c1 o1 o2', 'c1 picks up after the shift'],
    ['assignments', '15 21 c1 o1 o2', '15 21 c1 o1 o2\n15 21 c1 o2', 'o2 is in two bundles'],
    ['assignments', '15 21 c1 o1 o2', '16 21 c1 o1 o2', 'c1 heads for r1 before the assignment'],
    ['assignments', '15 21 c1 o1 o2', '15 21 c1 o1', 'o2 is listed as delivered and is in no bundle'],
    ['orders', /o2 .*\n/, '', '1 orders are not listed'],
    ['orders', ' 29 c1', ' 28 c1', 'c1 does not stand at o1 for the drop at 28'],
    ['orders', 'o1 5 r1 20', 'o1 5 r1 19', 'o1 is listed otherwise than it was placed'],
    ['couriers', 'c1 15 0 r1', 'c1 17 0 r1', 'c1 does not stand at r1 for the pickup at 21'],
    ['couriers', 'c1 23 r1 o1', 'c1 18 r1 o1', 'c1 leaves r1 too early'],
    ['couriers', 'c1 31 o1 o2', 'c1 31 r1 o2', 'c1 leaves r1 at 31 without being there'],
    ['couriers', 'c1 31 o1 o2\n', '', '1 ways lead to customers who get 2 orders'],
  ])('in %s: "%s" as "%s"', (file, from, to, fault) => {
    expect(plant(file, from, to)).toContain(fault)
  })
})
