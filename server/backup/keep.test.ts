import { expect, test } from 'vitest'
import { backupName } from '../../domain/backups/claim-nightly.ts'
import { HOUR_MS } from '../../domain/clock.ts'
import { dispensable } from './keep.ts'

const night = new Date('2026-03-11T02:00:00Z')
const good = (hours_before: number) => ({
  name: backupName(new Date(night.getTime() - hours_before * HOUR_MS)),
  is_whole: true,
  is_good: true,
})
const bad = (hours_before: number) => ({ ...good(hours_before), is_good: false })
const nights = Array.from({ length: 60 }, (_, days) => good(days * 24)).reverse()

test('of two months of nights stay seven days and four weeks, each by its newest', () => {
  const gone = dispensable(nights, { days: 7, weeks: 4 })
  const kept = nights
    .map(({ name }) => name.slice(5, 10))
    .filter((day) => !gone.some((name) => name.slice(5, 10) === day))
  // The eleventh is a Wednesday; weeks end on Sundays, of which the eighth is among the seven days.
  expect(kept).toEqual(['02-22', '03-01', '03-05', '03-06', '03-07', '03-08', '03-09', '03-10', '03-11'])
})

test('nothing goes without a good one, and one that does not count goes when a newer one does', () => {
  expect(dispensable([bad(48), bad(24)], { days: 1, weeks: 0 })).toEqual([])
  expect(dispensable([bad(48), good(24), bad(0)], { days: 1, weeks: 0 })).toEqual([bad(48).name])
})

test('all of the last day stay beside the newest: one made after a loss does not push out the one before it', () => {
  expect(dispensable([good(30), good(20), good(1), good(0)], { days: 1, weeks: 0 })).toEqual([good(30).name])
})

test('no weeks are kept where none are wanted', () => {
  expect(nights.length - dispensable(nights, { days: 2, weeks: 0 }).length).toBe(2)
})
