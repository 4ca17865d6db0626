import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo } from '../../money.ts'
import { DELIVERY_SETTINGS, ORDER_RULES } from '../../settings/definitions.ts'
import { feeLines, feeOf } from './fee-lines.ts'

const customer = { latitude: 7.3037, longitude: 5.1388 }
const at = (metres: number) => ({ latitude: customer.latitude + metres / 111_195, longitude: customer.longitude })
const ridden_at = { from: '12:20', minutes: 15, rides_on: true }
const kitchens = (...metres: number[]) =>
  metres.map((far, index) => ({ vendor_id: `kitchen ${index}`, point: at(far), ridden_at }))
const by = {
  delivery: DELIVERY_SETTINGS.default,
  rules: ORDER_RULES.default,
  graph: { places: [], ways: [] },
}
const subtotal_kobo = kobo(2_000_00)
const fees = (lines: { fee_kobo: number }[]) => lines.map(({ fee_kobo }) => fee_kobo)

describe('what a delivery costs', () => {
  test('is the way of each kitchen, and its minutes', () => {
    const lines = feeLines({ kitchens: kitchens(2000, 3000), customer, subtotal_kobo }, by)
    expect(fees(lines)).toEqual([500_00, 750_00])
    expect(lines.map(({ way_minutes }) => Math.round(way_minutes ?? 0))).toEqual([8, 12])
  })

  test('has the minutes to walk beside those to ride, which are the same where nobody can ride', () => {
    const [from, to] = [at(2000), customer]
    const places = [from, to].map((point, index) => ({ id: index + 1, ...point }))
    const way = { from_place_id: 1, to_place_id: 2, walk_minutes: 9, closed_from: null, closed_until: null }
    const minutesOf = (ride_minutes: number | null) =>
      feeLines(
        { kitchens: kitchens(2000), customer, subtotal_kobo },
        { ...by, graph: { places, ways: [{ ...way, ride_minutes }] } },
      )
    expect(minutesOf(3)).toMatchObject([{ way_minutes: 3, walk_minutes: 9 }])
    expect(minutesOf(null)).toMatchObject([{ way_minutes: 9, walk_minutes: 9 }])
  })

  test('is a share for each further kitchen, by setting down to nothing', () => {
    const with_percent = (further_kitchen_percent: number) =>
      fees(
        feeLines(
          { kitchens: kitchens(2000, 3000, 3000), customer, subtotal_kobo },
          { ...by, delivery: { ...by.delivery, further_kitchen_percent } },
        ),
      )
    expect(with_percent(50)).toEqual([500_00, 375_00, 375_00])
    expect(with_percent(33)).toEqual([500_00, 248_00, 248_00])
    expect(with_percent(0)).toEqual([500_00, 0, 0])
  })

  test('is by the straight line, or along the ways where a setting says so', () => {
    const [from, over, to] = [at(2000), { ...at(1000), longitude: customer.longitude + 0.01 }, customer]
    const places = [from, over, to].map((point, index) => ({ id: index + 1, ...point }))
    const way = { walk_minutes: 9, ride_minutes: 3, closed_from: null, closed_until: null }
    const ways = [
      { ...way, from_place_id: 1, to_place_id: 2 },
      { ...way, from_place_id: 2, to_place_id: 3 },
    ]
    const of = (measured: 'straight' | 'ways', graph = { places, ways }) =>
      feeLines(
        { kitchens: kitchens(2000), customer, subtotal_kobo },
        { ...by, graph, delivery: { ...by.delivery, measured } },
      )
    expect(of('straight')).toMatchObject([{ fee_kobo: 500_00, way_minutes: 6 }])
    expect(of('ways')).toMatchObject([{ fee_kobo: 745_00, way_minutes: 6 }])
    expect(of('ways', { places, ways: ways.slice(1) })).toMatchObject([{ fee_kobo: 500_00, way_minutes: null }])
  })

  test('is one default fee where a place is not known', () => {
    const unknown = [{ vendor_id: 'somewhere', point: null, ridden_at }]
    expect(feeLines({ kitchens: unknown, customer, subtotal_kobo }, by)).toEqual([
      { vendor_id: 'somewhere', fee_kobo: 600_00, way_minutes: null, walk_minutes: null },
    ])
  })

  test('is more for a small order, by setting', () => {
    const rules = { ...by.rules, small_order_below_kobo: kobo(1_500_00), small_order_fee_kobo: kobo(150_00) }
    const of = (subtotal: number) =>
      feeLines({ kitchens: kitchens(2000), customer, subtotal_kobo: kobo(subtotal) }, { ...by, rules })
    expect(of(1_499_00)).toEqual([
      expect.objectContaining({ fee_kobo: 500_00 }),
      { vendor_id: null, fee_kobo: 150_00, way_minutes: null, walk_minutes: null },
    ])
    expect(of(1_500_00)).toHaveLength(1)
  })
})

describe('whatever the kitchens', () => {
  const metres = fc.integer({ min: 0, max: 14_000 })

  test('the lines are whole naira, none below zero, and add up to the fee', () => {
    fc.assert(
      fc.property(fc.array(metres, { minLength: 1, maxLength: 6 }), fc.nat(100), (far, further_kitchen_percent) => {
        const delivery = { ...by.delivery, further_kitchen_percent }
        const lines = feeLines({ kitchens: kitchens(...far), customer, subtotal_kobo }, { ...by, delivery })
        expect(fees(lines).every((fee) => fee >= 0 && fee % 100 === 0)).toBe(true)
        expect(feeOf(lines)).toBe(fees(lines).reduce((sum, fee) => sum + fee, 0))
      }),
    )
  })

  test('a longer way never costs less, and the way back costs the same', () => {
    fc.assert(
      fc.property(metres, metres, (one, other) => {
        const fee = (far: number) => feeOf(feeLines({ kitchens: kitchens(far), customer, subtotal_kobo }, by))
        expect(fee(Math.max(one, other))).toBeGreaterThanOrEqual(fee(Math.min(one, other)))
        const there = feeLines(
          { kitchens: [{ vendor_id: 'a', point: at(one), ridden_at }], customer, subtotal_kobo },
          by,
        )
        const back = feeLines(
          { kitchens: [{ vendor_id: 'a', point: customer, ridden_at }], customer: at(one), subtotal_kobo },
          by,
        )
        expect(feeOf(back)).toBe(feeOf(there))
      }),
    )
  })
})

describe('where the way is measured', () => {
  const count = 6
  const spots = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    latitude: 7.3 + (index % 3) * 0.004,
    longitude: 5.13 + Math.floor(index / 3) * 0.006,
  }))
  const spot = fc.integer({ min: 0, max: count - 1 })
  const some_ways = fc.uniqueArray(
    fc
      .record({ one: spot, other: spot, ride_minutes: fc.integer({ min: 1, max: 20 }) })
      .filter(({ one, other }) => one < other),
    { selector: ({ one, other }) => `${one} ${other}`, minLength: 1, maxLength: 12 },
  )
  const wayOf = ({ one, other, ride_minutes }: { one: number; other: number; ride_minutes: number }) => ({
    ...{ from_place_id: one + 1, to_place_id: other + 1, walk_minutes: ride_minutes, ride_minutes },
    ...{ closed_from: null as string | null, closed_until: null as string | null },
  })
  const feeBetween = (ways: ReturnType<typeof wayOf>[], from: number, to: number, measured: 'ways' | 'straight') => {
    const kitchen = { vendor_id: 'a', point: spots[from] ?? null, ridden_at }
    const lines = feeLines(
      { kitchens: [kitchen], customer: spots[to] ?? null, subtotal_kobo },
      { ...by, graph: { places: spots, ways }, delivery: { ...by.delivery, measured } },
    )
    return { fee: feeOf(lines), minutes: lines[0]?.way_minutes ?? null }
  }

  test('no way costs less than the straight line, nor more from there to here, and none is beyond the limits', () => {
    fc.assert(
      fc.property(some_ways, spot, spot, (drawn, from, to) => {
        const ways = drawn.map(wayOf)
        const { fee } = feeBetween(ways, from, to, 'ways')
        expect(fee).toBeGreaterThanOrEqual(feeBetween(ways, from, to, 'straight').fee)
        expect(feeBetween(ways, to, from, 'ways').fee).toBe(fee)
        expect(fee).toBeGreaterThanOrEqual(by.delivery.minimum_fee_kobo)
        expect(fee).toBeLessThanOrEqual(by.delivery.maximum_fee_kobo)
      }),
    )
  })

  test('while a way is closed nothing costs less, where another leads there; else the straight line counts', () => {
    fc.assert(
      fc.property(some_ways, fc.nat(11), spot, spot, (drawn, nth, from, to) => {
        const ways = drawn.map(wayOf)
        const closing = (closed_from: string, closed_until: string) =>
          ways.map((way, place) => (place === nth % ways.length ? { ...way, closed_from, closed_until } : way))
        const before = feeBetween(ways, from, to, 'ways')
        const after = feeBetween(closing('12:00', '13:00'), from, to, 'ways')
        if (after.minutes === null) expect(after.fee).toBe(feeBetween(ways, from, to, 'straight').fee)
        else expect(after.fee).toBeGreaterThanOrEqual(before.fee)
        expect(feeBetween(closing('01:00', '02:00'), from, to, 'ways')).toEqual(before)
      }),
    )
  })
})
