import { expect, test } from 'vitest'
import { nextCheckAt } from './poll-schedule.ts'

const started = new Date('2026-03-10T11:00:00Z')

/** When a provider that never answers is asked, in seconds after the payment was started. */
function questions(): number[] {
  const asked: number[] = []
  let now = started
  for (let checks = 0; checks < 1000; checks++) {
    const next = nextCheckAt(started, checks, now)
    if (!next) break
    asked.push((next.getTime() - started.getTime()) / 1000)
    now = next
  }
  return asked
}

test('the provider is asked after seconds at first, when most customers pay', () => {
  expect(questions().slice(0, 5)).toEqual([5, 15, 30, 60, 120])
})

test('while it can be paid, no two questions lie five minutes apart, however often a worker died over them', () => {
  for (let minute = 0; minute < 60; minute++) {
    const now = new Date(started.getTime() + minute * 60_000)
    for (const checks of [0, 7, 500]) {
      const next = nextCheckAt(started, checks, now)
      expect(next && next.getTime() - now.getTime()).toBeLessThanOrEqual(180_000)
      const again = nextCheckAt(started, checks, now, { answered: false })
      expect(again && again.getTime() - now.getTime()).toBeLessThanOrEqual(60_000)
    }
  }
})

test('then with growing patience, at most an hour between two questions', () => {
  const asked = questions()
  const waits = asked.map((second, index) => second - (asked[index - 1] ?? 0))
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(Math.max(...waits)).toBe(3600)
})

test('and left alone after a day', () => {
  const asked = questions()
  expect(asked.at(-1)).toBeGreaterThan(23 * 3600)
  expect(asked.at(-1)).toBeLessThanOrEqual(24 * 3600)
  expect(nextCheckAt(started, 0, new Date('2026-03-11T11:00:00Z'))).toBeNull()
})
