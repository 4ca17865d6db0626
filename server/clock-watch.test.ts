import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { watchClock } from './clock-watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a clock that goes back is noticed once; one that goes on, ahead or a little wrong is not', () => {
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  const wentBack = vi.fn()
  const watch = watchClock(clock, wentBack)
  const wait = (seconds: number) => {
    clock.advance(seconds)
    vi.advanceTimersByTime(seconds * 1000)
  }
  wait(60)
  clock.advance(-4)
  wait(60)
  clock.advance(7200)
  wait(60)
  expect(wentBack).not.toHaveBeenCalled()
  clock.advance(-7200)
  wait(60)
  expect(wentBack).toHaveBeenCalledOnce()
  watch.stop()
})
