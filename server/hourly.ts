import { type Clock, HOUR_MS, MINUTE_MS } from '../domain/clock.ts'
import type { Task } from './worker.ts'

/** What failed for an hour's work fails mostly again at once, and may have cost a lot. */
const AFTER_FAILURE_MS = 5 * MINUTE_MS

/** A task that has work only once an hour; after a failure, in five minutes. */
export function hourly(clock: Clock, work: () => Promise<unknown>): Pick<Task, 'run'> {
  let next_ms = 0
  return {
    async run() {
      const now_ms = clock.now().getTime()
      // It is more than an hour ahead only if the clock was set back.
      if (now_ms < next_ms && next_ms - now_ms <= HOUR_MS) return 0
      next_ms = now_ms + AFTER_FAILURE_MS
      await work()
      next_ms = now_ms + HOUR_MS
      return 0
    },
  }
}
