import { expect, test } from 'vitest'
import { lastPosition, positionAt, wrapPosition } from './carousel-position.ts'

test('the slide nearest to the start of the track leads', () => {
  expect(positionAt(0, 300)).toBe(0)
  expect(positionAt(149, 300)).toBe(0)
  expect(positionAt(610, 300)).toBe(2)
})

test('a track that bounces past its start, or that has no width yet, is at its first slide', () => {
  expect(positionAt(-40, 300)).toBe(0)
  expect(positionAt(120, 0)).toBe(0)
})

test('five slides have three positions when three are shown, and five when one is', () => {
  expect(lastPosition({ scrollWidth: 5 * 316 - 16, clientWidth: 3 * 316 - 16 }, 316)).toBe(2)
  expect(lastPosition({ scrollWidth: 5 * 316 - 16, clientWidth: 300 }, 316)).toBe(4)
  expect(lastPosition({ scrollWidth: 632, clientWidth: 948 }, 316)).toBe(0)
})

test('the ends are joined', () => {
  expect(wrapPosition(-1, 4)).toBe(4)
  expect(wrapPosition(5, 4)).toBe(0)
  expect(wrapPosition(3, 4)).toBe(3)
  expect(wrapPosition(1, 0)).toBe(0)
})
