import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formSent, isFromBefore, pageCame } from './last-sent.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('copies are from before what was sent, until a page that was asked for afterwards came', () => {
  const before = Date.now()
  expect(isFromBefore(new Date(before))).toBe(false)
  vi.advanceTimersByTime(1000)
  formSent()
  pageCame(before)
  vi.advanceTimersByTime(1000)
  const after = Date.now()
  expect([before, after].map((at) => isFromBefore(new Date(at)))).toEqual([true, true])
  pageCame(after)
  expect([before, after].map((at) => isFromBefore(new Date(at)))).toEqual([true, false])
})
