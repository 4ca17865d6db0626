import { expect, test } from 'vitest'
import { distanceKm } from './distance.ts'

const futa = { latitude: 7.3037, longitude: 5.1388 }

test.each([
  ['Lagos', { latitude: 6.45407, longitude: 3.39467 }, 214.47],
  ['Ikeja', { latitude: 6.59651, longitude: 3.34205 }, 213.34],
])('%s is as far from the campus as docs/providers.md#nominatim-calls says', (_, city, km) => {
  expect(distanceKm(futa, city)).toBeCloseTo(km, 1)
  expect(distanceKm(city, futa)).toBe(distanceKm(futa, city))
})

test('a degree along a meridian is a 360th of the way around an earth of 6371 km radius', () => {
  expect(distanceKm({ latitude: 0, longitude: 5 }, { latitude: 1, longitude: 5 })).toBeCloseTo(111.195, 3)
})

test('a place is no way from itself, and its antipode half the way around', () => {
  expect(distanceKm(futa, futa)).toBe(0)
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(Math.PI * 6371, 6)
})
