import type { Clock } from '../domain/clock.ts'

const LOOK_EVERY_MS = 5000
/** Time services correct a clock by less than this all the time. */
const JUMP_MS = 10_000

/** By then what was begun by the old clock is written down: a batch takes its time once, and writes for a while. */
const AGAIN_MS = 120_000

/** Calls `wentBack` when the wall clock went back compared with the monotonic clock, and once more afterwards. */
export function watchClock(clock: Clock, wentBack: () => void): { stop(): void } {
  const ahead = () => clock.now().getTime() - performance.now()
  let last_ms = ahead()
  let again: NodeJS.Timeout | undefined
  const timer = setInterval(() => {
    const ahead_ms = ahead()
    if (last_ms - ahead_ms > JUMP_MS) {
      wentBack()
      clearTimeout(again)
      again = setTimeout(wentBack, AGAIN_MS)
      again.unref()
    }
    last_ms = ahead_ms
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      clearTimeout(again)
    },
  }
}
