import { expect, test } from 'vitest'
import { describePlace, mapFrame, namesWithRoom } from './map-frame.ts'

const north_gate = { name: 'FUTA North Gate', latitude: 7.30667, longitude: 5.13956 }
const south_gate = { name: 'FUTA South Gate', latitude: 7.29298, longitude: 5.14986 }
const gates = [north_gate, south_gate]

test('a place comes back from the picture as it went in, to a few metres', () => {
  const frame = mapFrame(gates)
  for (const gate of gates) {
    const back = frame.toPlace(frame.toPicture(gate))
    expect(back.latitude).toBeCloseTo(gate.latitude, 4)
    expect(back.longitude).toBeCloseTo(gate.longitude, 4)
  }
})

test('north is up, east is right, and all of it is in the picture, even a pin in another town', () => {
  const frame = mapFrame(gates)
  expect(frame.toPicture(north_gate).y).toBeLessThan(frame.toPicture(south_gate).y)
  expect(frame.toPicture(north_gate).x).toBeLessThan(frame.toPicture(south_gate).x)
  const lagos = { latitude: 6.45407, longitude: 3.39467 }
  const wide = mapFrame([...gates, lagos])
  for (const place of [...gates, lagos]) {
    const { x, y } = wide.toPicture(place)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(wide.width)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(wide.height)
  }
})

test('in a low room the picture is no higher, and what is lower than the picture stands in its middle', () => {
  expect(mapFrame(gates).height).toBeGreaterThan(244)
  const low = mapFrame(gates, 244)
  expect(low.height).toBe(244)
  expect(low.toPicture(south_gate).y).toBeLessThan(low.height)
  const [west, east] = [north_gate, { ...north_gate, longitude: 5.18 }]
  const wide = mapFrame([west, east])
  expect(wide.toPicture(west).y).toBeCloseTo(wide.height / 2, 0)
})

test('a step to the north leads there', () => {
  const moved = mapFrame(gates).moved(south_gate, 0, 100)
  expect(describePlace(moved, gates)).toBe('about 100 m from FUTA South Gate')
})

test('a place is told by the nearest landmark', () => {
  expect(describePlace(north_gate, gates)).toBe('at FUTA North Gate')
  expect(describePlace({ latitude: 7.25256, longitude: 5.19312 }, gates)).toMatch(
    /^about 6\.\d km from FUTA South Gate$/,
  )
})

test('names stand beside their spots, on the side that has room, and none covers another', () => {
  const spot = (name: string, x: number, y: number) => ({ name, at: { x, y } })
  const shown = namesWithRoom(
    [spot('Market', 100, 100), spot('Hall', 350, 100), spot('Library', 110, 104), spot('Gate', 20, 300)],
    360,
  )
  expect(shown.map(({ name, anchor }) => [name, anchor])).toEqual([
    ['Market', 'end'],
    ['Hall', 'end'],
    ['Library', 'start'],
    ['Gate', 'start'],
  ])
  expect(namesWithRoom([spot('Market', 100, 100), spot('Kiosk', 102, 101), spot('Stall', 98, 99)], 360)).toHaveLength(2)
})
