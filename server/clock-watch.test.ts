import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { watchClock } from './clock-watch.ts'

const faked = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...faked] }))
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

test('what was begun by the old clock may still write its times: so it is noticed once more, later', () => {
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  const wentBack = vi.fn()
  const watch = watchClock(clock, wentBack)
  clock.advance(-7200)
  for (let minutes = 0; minutes < 10; minutes++) {
    clock.advance(60)
    vi.advanceTimersByTime(60_000)
  }
  expect(wentBack).toHaveBeenCalledTimes(2)
  watch.stop()
})
