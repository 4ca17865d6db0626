import { expect, test } from 'vitest'
import { campusTime, formatCampusDateTime, formatDate, formatDay, movableClock, nextCampusMidnight } from './clock.ts'

test.each([
  ['2026-03-10T11:00:00Z', { weekday: 1, minute_of_day: 12 * 60 }],
  ['2026-03-08T22:59:59Z', { weekday: 6, minute_of_day: 23 * 60 + 59 }],
  ['2026-03-08T23:00:00Z', { weekday: 0, minute_of_day: 0 }],
  ['2024-02-29T23:30:00Z', { weekday: 4, minute_of_day: 30 }],
])('%s on the campus, an hour ahead of UTC, is %j', (instant, expected) => {
  expect(campusTime(new Date(instant))).toEqual(expected)
})

test('dates read as the campus has them', () => {
  expect(formatCampusDateTime(new Date('2025-01-02T13:04:00Z'))).toBe('2 Jan 2025, 14:04')
  expect(formatCampusDateTime(new Date('2025-01-01T23:00:00Z'))).toBe('2 Jan 2025, 00:00')
  expect(formatDay('2026-03-10')).toBe('10 Mar')
  expect(formatDate('2026-03-01')).toBe('1 Mar 2026')
})

test.each([
  ['2026-03-10T11:00:30Z', '2026-03-10T23:00:00Z'],
  ['2026-03-10T22:59:59Z', '2026-03-10T23:00:00Z'],
  ['2026-03-10T23:00:00Z', '2026-03-11T23:00:00Z'],
])('the campus midnight after %s is %s', (instant, midnight) => {
  expect(nextCampusMidnight(new Date(instant))).toEqual(new Date(midnight))
})

test("a test's clock stands still until it is moved", () => {
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  expect(clock.now()).toBe(clock.now())
  clock.advance(90)
  expect(clock.now()).toEqual(new Date('2026-03-10T11:01:30Z'))
  clock.set(new Date('2026-01-01T00:00:00Z'))
  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
})
