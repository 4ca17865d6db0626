import { describe, expect, test } from 'vitest'
import {
  changesWithin,
  minutesRidden,
  minutesRiddenTo,
  minutesToPay,
  type RiddenAt,
  riddenInSlot,
  riddenSoon,
} from './ridden-at.ts'

/** A kitchen, a gate that is closed from 22:00 to 05:00 behind it, and a hall behind that; and a way round, by day. */
const [kitchen, gate, hall] = [1, 2, 3].map((id) => ({ id, latitude: 7.3, longitude: 5.13 + id / 100 })) as [
  Place,
  Place,
  Place,
]
type Place = { id: number; latitude: number; longitude: number }
const way = { walk_minutes: 20, closed_from: null, closed_until: null }
const graph = {
  places: [kitchen, gate, hall],
  ways: [
    { ...way, from_place_id: 1, to_place_id: 2, ride_minutes: 3, closed_from: '22:00', closed_until: '05:00' },
    { ...way, from_place_id: 2, to_place_id: 3, ride_minutes: 4 },
    { ...way, from_place_id: 1, to_place_id: 3, ride_minutes: 12, closed_from: '21:00', closed_until: '21:10' },
  ],
}
const toHall = (ridden_at: RiddenAt) => minutesRidden(graph, { from: kitchen, to: hall, ridden_at }, 'ride')
const soon = (from: string, minutes: number): RiddenAt => ({ from, minutes, rides_on: true })

describe('a way is ridden', () => {
  test.each<[string, RiddenAt, number | null]>([
    ['while all of it is open', soon('21:20', 30), 7],
    ['round, where the gate closes before the last has gone through', soon('21:20', 34), 12],
    ['round, where it closes while the last is picked up', soon('21:20', 45), 12],
    ['as long as at its slowest, where a way is closed for ten minutes only', soon('20:50', 30), 7],
  ])('%s', (_, ridden_at, minutes) => {
    expect(toHall(ridden_at)).toBe(minutes)
  })

  test('by none that closes and opens again meanwhile', () => {
    const only = { ...graph, ways: graph.ways.slice(2) }
    const at = (ridden_at: RiddenAt) => minutesRiddenTo(only, { point: kitchen, ridden_at }, null)(hall.id)
    expect(at(soon('20:30', 15))).toBe(12)
    expect(at(soon('20:30', 20))).toBe(Number.POSITIVE_INFINITY)
    expect(at(soon('20:55', 60))).toBe(Number.POSITIVE_INFINITY)
    expect(at(soon('21:10', 60))).toBe(12)
  })
})

test('who walks goes as long as a walk takes, and who rides a bicycle at its speed', () => {
  const by = (vehicle: 'on foot' | 'bicycle' | 'motorbike' | null) =>
    minutesRiddenTo(graph, { point: kitchen, ridden_at: soon('12:00', 15) }, vehicle)(hall.id)
  expect([null, 'motorbike' as const].map(by)).toEqual([7, 7])
  expect(by('bicycle')).toBeCloseTo((7 * 250) / 180)
  expect(by('on foot')).toBe(20)
})

test('when food is ridden follows from when it is picked up, or stands around its slot', () => {
  const at = (time: string) => new Date(`2026-03-10T${time}:00+01:00`)
  expect(riddenSoon({ from: at('21:20'), until: at('21:50') })).toEqual(soon('21:20', 30))
  expect(riddenInSlot(at('22:00'))).toEqual({ from: '21:45', minutes: 29, rides_on: false })
  expect(toHall(riddenInSlot(at('21:45')))).toBe(7)
  expect(toHall(riddenInSlot(at('22:00')))).toBe(12)
  // The rider sets out before the gate opens.
  expect(toHall(riddenInSlot(at('05:00')))).toBe(12)
  expect(toHall(riddenInSlot(at('05:15')))).toBe(7)
})

test('who needs longer than 15 minutes sets out earlier for a slot', () => {
  const only = { ...graph, ways: graph.ways.slice(2) }
  const slot = riddenInSlot(new Date('2026-03-10T21:25:00+01:00'))
  const by = (vehicle: 'on foot' | 'motorbike') =>
    minutesRiddenTo(only, { point: kitchen, ridden_at: slot }, vehicle)(hall.id)
  expect(by('motorbike')).toBe(12)
  expect(by('on foot')).toBe(Number.POSITIVE_INFINITY)
  const later = { point: kitchen, ridden_at: riddenInSlot(new Date('2026-03-10T21:30:00+01:00')) }
  expect(minutesRiddenTo(only, later, 'on foot')(hall.id)).toBe(20)
})

test('a campus of which no way closes or opens soon is the same at any time until then', () => {
  const at = (time: string) => new Date(`2026-03-10T${time}:00+01:00`)
  expect(changesWithin(graph, at('12:00'), 240)).toBe(false)
  expect(changesWithin(graph, at('18:00'), 240)).toBe(true)
  expect(changesWithin(graph, at('23:00'), 240)).toBe(false)
  expect(changesWithin({ ...graph, ways: [] }, at('21:00'), 240)).toBe(false)
})

test('it can be paid for until what is picked up last would come to a closed way', () => {
  const payable = (from: string, reach_minutes: number) =>
    minutesToPay(
      graph,
      { point: kitchen, ridden_at: soon(from, 20) },
      { place_id: hall.id, reach_minutes, vehicle: null },
    )
  expect(payable('21:10', 10)).toBe(23)
  // The way round is short enough at night.
  expect(payable('21:10', 15)).toBeNull()
  expect(payable('05:10', 10)).toBe(16 * 60 + 23)
})
