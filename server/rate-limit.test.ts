import { expect, test } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { createRateLimit } from './rate-limit.ts'

const START = new Date('2026-03-10T11:00:00Z')

function attempts(allow: ReturnType<typeof createRateLimit>, visitor: string, count: number): number {
  return Array.from({ length: count }, () => allow('picture_upload', visitor)).filter(Boolean).length
}

test('a visitor may do what the limit says, each visitor and each action for itself', () => {
  const allow = createRateLimit(movableClock(START))
  expect(attempts(allow, 'ada', 100)).toBe(60)
  expect(attempts(allow, 'ada', 1)).toBe(0)
  expect(attempts(allow, 'obi', 1)).toBe(1)
  expect(allow('checkout', 'ada')).toBe(true)
})

test('a minute later there is a new beginning, not a moment before', () => {
  const clock = movableClock(START)
  const allow = createRateLimit(clock)
  attempts(allow, 'ada', 60)
  clock.set(new Date(START.getTime() + 59_999))
  expect(attempts(allow, 'ada', 1)).toBe(0)
  clock.set(new Date(START.getTime() + 60_000))
  expect(attempts(allow, 'ada', 100)).toBe(60)
})

test('a visitor who was at the limit is not held by a clock that went back', () => {
  const clock = movableClock(START)
  const allow = createRateLimit(clock)
  attempts(allow, 'ada', 60)
  clock.set(new Date(START.getTime() - 7_200_000))
  expect(attempts(allow, 'ada', 100)).toBe(60)
})
