import type { Clock } from '../domain/clock.ts'

const LOOK_EVERY_MS = 5000
/** Time services correct a clock by less than this all the time. */
const JUMP_MS = 10_000

/** Calls `wentBack` when the wall clock went back compared with the monotonic clock. */
export function watchClock(clock: Clock, wentBack: () => void): { stop(): void } {
  const ahead = () => clock.now().getTime() - performance.now()
  let last_ms = ahead()
  const timer = setInterval(() => {
    const ahead_ms = ahead()
    if (last_ms - ahead_ms > JUMP_MS) wentBack()
    last_ms = ahead_ms
  }, LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
