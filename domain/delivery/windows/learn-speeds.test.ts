import { expect, test } from 'vitest'
import { LUNCH_TIME } from '../../../test/world.ts'
import { DAY_MS, MINUTE_MS } from '../../clock.ts'
import { type EstimateFacts, estimateWindow } from './estimate.ts'
import { learnSpeeds, type SpeedSample } from './learn-speeds.ts'

const facts: EstimateFacts = {
  now: LUNCH_TIME,
  placed_at: LUNCH_TIME,
  collects: false,
  slot_from: null,
  stage: 'pending',
  ready_by: null,
  preparation_minutes: 15,
  queue: 0,
  portions: 1,
  way_minutes: 4,
  rider_since: null,
  at_vendor: false,
  riders_free: 3,
  riders_on_duty: 3,
  waiting: 0,
  carried: 0,
  speeds: null,
}

/** An order of so many days ago that was `cooked_minutes` in the kitchen and seven on its way. */
function sample(changes: Partial<SpeedSample> & { cooked_minutes: number; days_ago?: number }): SpeedSample {
  const { cooked_minutes, days_ago = 1, ...rest } = changes
  const begun_at = rest.begun_at ?? new Date(LUNCH_TIME.getTime() - days_ago * DAY_MS)
  const at = (minutes: number) => new Date(begun_at.getTime() + minutes * MINUTE_MS)
  return {
    vendor_id: 'basira',
    begun_at,
    accepted_at: at(1),
    ready_by: at(16),
    ready_at: at(1 + cooked_minutes),
    picked_up_at: at(3 + Math.max(cooked_minutes, 9)),
    delivered_at: at(10 + Math.max(cooked_minutes, 9)),
    portions: 1,
    said_minutes: 15,
    rider_minutes: 9,
    quoted_ride_minutes: 7,
    ride_minutes: 7,
    load: 'free',
    ...rest,
  }
}
const many = (count: number, of: (place: number) => Parameters<typeof sample>[0]) =>
  Array.from({ length: count }, (_, place) => sample(of(place)))

function windowAfter(samples: readonly SpeedSample[], changes: Partial<EstimateFacts> = {}, vendor_id = 'basira') {
  const speeds = learnSpeeds([vendor_id], samples, LUNCH_TIME).get(vendor_id) ?? null
  const { from, until } = estimateWindow({ ...facts, ...changes, speeds })
  return [from, until].map((instant) => (instant.getTime() - LUNCH_TIME.getTime()) / MINUTE_MS) as [number, number]
}

test('a kitchen of which nothing is known is taken at its word', () => {
  expect(windowAfter([])).toEqual([20, 35])
  const [, until] = windowAfter(many(2, () => ({ cooked_minutes: 40 })))
  expect(until).toBeGreaterThan(35)
  expect(until).toBeLessThan(60)
})

test('one slower than it says is known after some days, and one that keeps its word is told narrower', () => {
  const [slow_from] = windowAfter(many(60, () => ({ cooked_minutes: 40 })))
  expect(slow_from).toBeGreaterThan(35)
  const [from, until] = windowAfter(many(60, (place) => ({ cooked_minutes: 14 + (place % 3) })))
  expect(until - from).toBeLessThan(15)
  expect(until).toBeLessThan(35)
})

test('hours and sizes are told apart', () => {
  const morning = (place: number) => new Date(LUNCH_TIME.getTime() - (1 + (place % 7)) * DAY_MS - 4 * 60 * MINUTE_MS)
  const samples = [
    ...many(60, () => ({ cooked_minutes: 30 })),
    ...many(60, () => ({ cooked_minutes: 50, portions: 8 })),
    ...many(60, (place) => ({ cooked_minutes: 10, begun_at: morning(place) })),
  ]
  const at_lunch = windowAfter(samples)
  const large = windowAfter(samples, { portions: 8 })
  const early = new Date(LUNCH_TIME.getTime() - 4 * 60 * MINUTE_MS)
  const speeds = learnSpeeds(['basira'], samples, LUNCH_TIME).get('basira') ?? null
  const in_the_morning = estimateWindow({ ...facts, now: early, placed_at: early, speeds })
  expect(large[0]).toBeGreaterThan(at_lunch[1] - 5)
  expect((in_the_morning.from.getTime() - early.getTime()) / MINUTE_MS).toBeLessThan(at_lunch[0] - 10)
  expect((in_the_morning.until.getTime() - early.getTime()) / MINUTE_MS).toBeLessThan(at_lunch[1])
})

test('what is weeks old counts less than what is new', () => {
  const slow = (days_ago: number) => many(20, () => ({ cooked_minutes: 50, days_ago }))
  const fresh = many(40, () => ({ cooked_minutes: 15 }))
  expect(windowAfter([...slow(40), ...fresh])[1]).toBeLessThan(windowAfter([...slow(1), ...fresh])[1])
})

test('a new kitchen has the riders that others have', () => {
  const slow_ways = many(60, () => ({ cooked_minutes: 15 })).map((one) => ({
    ...one,
    delivered_at: new Date((one.picked_up_at?.getTime() ?? 0) + 30 * MINUTE_MS),
  }))
  expect(windowAfter(slow_ways, {}, 'a new one')[0]).toBeGreaterThan(35)
})

test('waiting for a rider is learned by how much the riders have to do, and not from loads of older promises', () => {
  const waited = (load: SpeedSample['load'], minutes: number) =>
    many(40, () => ({ cooked_minutes: 15 })).map((one) => ({
      ...one,
      load,
      rider_minutes: 9 + 20,
      picked_up_at: new Date(one.begun_at.getTime() + (9 + 20 + minutes) * MINUTE_MS),
      delivered_at: new Date(one.begun_at.getTime() + (9 + 20 + minutes + 7) * MINUTE_MS),
    }))
  const busy = { riders_free: 0, waiting: 7.5 }
  const narrow = windowAfter(waited('up to 25', 2), busy)
  const unknown = windowAfter(waited(null, 2), busy)
  expect(narrow[1] - narrow[0]).toBeLessThan(unknown[1] - unknown[0])
  expect(windowAfter(waited('up to 4', 60), busy)).toEqual(
    windowAfter([...waited('up to 4', 60), ...waited(null, 90)], busy),
  )
})

test('one step that nobody marked spoils little', () => {
  const usual = many(40, () => ({ cooked_minutes: 15 }))
  const forgotten = sample({ cooked_minutes: 600 })
  expect(windowAfter([...usual, forgotten])[1]).toBeLessThanOrEqual(windowAfter(usual)[1] + 3)
})
