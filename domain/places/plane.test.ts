import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceKm } from './distance.ts'
import { planeMetres, planePoint, pointOnPlane } from './plane.ts'

const campus = { latitude: 7.3043, longitude: 5.137 }

test('distances on the plane agree with the great circle to the metre per kilometre', () => {
  const near = fc.record({
    latitude: fc.double({ min: 7.1, max: 7.5, noNaN: true }),
    longitude: fc.double({ min: 4.9, max: 5.4, noNaN: true }),
  })
  fc.assert(
    fc.property(near, near, (from, to) => {
      const metres = planeMetres(planePoint(from, campus), planePoint(to, campus))
      const kilometres = distanceKm(from, to)
      expect(Math.abs(metres - kilometres * 1000)).toBeLessThanOrEqual(kilometres + 0.01)
    }),
  )
})

test('a point of the plane is found again on the earth', () => {
  const point = { latitude: 7.3143, longitude: 5.147 }
  const again = pointOnPlane(planePoint(point, campus), campus)
  expect(again.latitude).toBeCloseTo(point.latitude, 9)
  expect(again.longitude).toBeCloseTo(point.longitude, 9)
})

test('north is up and east is right', () => {
  const point = planePoint({ latitude: 7.3143, longitude: 5.147 }, campus)
  expect(Math.round(point.north_metres)).toBe(1112)
  expect(Math.round(point.east_metres)).toBe(1103)
})
