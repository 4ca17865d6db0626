import { describe, expect, test } from 'vitest'
import { LUNCH_TIME } from '../../../test/world.ts'
import { type EstimateFacts, estimateWindow } from './estimate.ts'

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
const at = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
/** The window in minutes from now. */
const window = (changes: Partial<EstimateFacts>) => {
  const { from, until } = estimateWindow({ ...facts, ...changes })
  return [from, until].map((instant) => (instant.getTime() - LUNCH_TIME.getTime()) / 60_000)
}

test('where the way is not known it is the window of the marketing text, and later for what is known', () => {
  expect(window({ way_minutes: null })).toEqual([20, 35])
  expect(window({ way_minutes: null, preparation_minutes: 60 })).toEqual([50, 94])
  expect(window({ way_minutes: null, riders_free: 0, riders_on_duty: 0 })[1]).toBeGreaterThan(35)
})

test('a usual order at a usual kitchen is promised within the marketing text', () => {
  expect(window({})).toEqual([20, 35])
})

describe('it is later', () => {
  test.each<[string, Partial<EstimateFacts>]>([
    ['when the kitchen takes longer', { preparation_minutes: 30 }],
    ['when others are before it at the kitchen', { queue: 4 }],
    ['when the way is long', { way_minutes: 16 }],
    ['when the kitchen says so', { stage: 'cooking', ready_by: at(40) }],
    ['when more wait than riders are free', { waiting: 12, riders_free: 0 }],
    ['when nobody is on duty', { riders_free: 0, riders_on_duty: 0 }],
  ])('%s', (_, changes) => {
    expect(window(changes)[1]).toBeGreaterThan(35)
  })
})

describe('a rider whose shift begins', () => {
  const nobody = { riders_free: 0, riders_on_duty: 0 }
  const from = (minutes: number, until = 120) => ({ begins_at: at(minutes), ends_at: at(until) })

  test('before the food is ready counts as one on duty from then on', () => {
    expect(window({ ...nobody, comings: [from(0)] })).toEqual(window({ riders_free: 1, riders_on_duty: 1 }))
    const [soon, later_on, never] = [[from(2)], [from(14)], []].map((comings) => window({ ...nobody, comings })[1] ?? 0)
    expect(soon).toBeLessThan(later_on ?? 0)
    expect(later_on).toBeLessThan(never ?? 0)
  })

  test('after it is ready changes nothing, nor does one while riders are free', () => {
    expect(window({ ...nobody, comings: [from(16)] })).toEqual(window(nobody))
    expect(window({ ...nobody, stage: 'ready', comings: [from(1)] })).toEqual(window({ ...nobody, stage: 'ready' }))
    expect(window({ comings: [from(5)] })).toEqual(window({}))
  })

  test('and is over when the food is ready changes nothing', () => {
    expect(window({ ...nobody, comings: [from(2, 15)] })).toEqual(window(nobody))
    expect(window({ ...nobody, comings: [from(2, 16)] })).not.toEqual(window(nobody))
  })

  test('shortens the queue of those who are busy', () => {
    const busy = { waiting: 8, riders_free: 0, riders_on_duty: 2 }
    expect(window({ ...busy, comings: [from(5), from(10)] })[1]).toBeLessThan(window(busy)[1] ?? 0)
  })
})

test('each order before it makes it later, by less the more riders there are', () => {
  const ends = [0, 4, 8, 16, 32].map((waiting) => window({ waiting, riders_free: 0 })[1] ?? 0)
  expect(ends).toEqual(ends.toSorted((left, right) => left - right))
  expect(new Set(ends).size).toBe(ends.length)
  const with_twelve = window({ waiting: 32, riders_free: 0, riders_on_duty: 12 })[1]
  expect(with_twelve).toBeLessThan(ends.at(-1) ?? 0)
  expect(window({ carried: 6, riders_free: 0 })[1]).toBeLessThan(window({ waiting: 6, riders_free: 0 })[1] ?? 0)
})

test('the more is done, the nearer and the narrower it is', () => {
  const steps: Partial<EstimateFacts>[] = [
    { stage: 'pending' },
    { stage: 'cooking', ready_by: at(15) },
    { stage: 'ready' },
    { stage: 'ready', rider_since: at(-2) },
    { stage: 'ready', rider_since: at(-10), at_vendor: true },
    { stage: 'picked_up' },
  ]
  const windows = steps.map((step) => window(step))
  const ends = windows.map(([, until]) => until ?? 0)
  const widths = windows.map(([from, until]) => (until ?? 0) - (from ?? 0))
  expect(ends).toEqual(ends.toSorted((left, right) => right - left))
  expect(widths).toEqual(widths.toSorted((left, right) => right - left))
})

test('it never lies in the past, and stands on whole minutes', () => {
  const late = estimateWindow({ ...facts, now: at(90.3), stage: 'cooking', ready_by: at(10) })
  expect(late.from.getTime()).toBeGreaterThan(at(90.3).getTime())
  expect(late.until.getTime()).toBeGreaterThan(late.from.getTime())
  for (const instant of [late.from, late.until]) expect(instant.getTime() % 60_000).toBe(0)
})
