import type { Clock } from './clock.ts'

/**
 * Remembers what was answered to a question that costs something. It is never asked twice at the same time, however
 * often somebody wants to know. A good answer counts for `kept_ms`, and for `good_for_ms` more while the next one is
 * under way; a failure is not kept, and whoever waits for the answer is told of it.
 */
export function recentAnswer<Answer>(clock: Clock, { kept_ms, good_for_ms }: { kept_ms: number; good_for_ms: number }) {
  let good: { at_ms: number; answer: Answer } | null = null
  let asked: Promise<Answer> | null = null
  // By its distance: a clock may be set back.
  const isYounger = (milliseconds: number) =>
    good !== null && Math.abs(clock.now().getTime() - good.at_ms) < milliseconds

  return (ask: () => Promise<Answer>): Promise<Answer> => {
    if (good && isYounger(kept_ms)) return Promise.resolve(good.answer)
    asked ??= ask().then(
      (answer) => {
        good = { at_ms: clock.now().getTime(), answer }
        asked = null
        return answer
      },
      (error) => {
        good = null
        asked = null
        throw error
      },
    )
    if (!good || !isYounger(kept_ms + good_for_ms)) return asked
    // Who asks next is told of a failure.
    asked.catch(() => {})
    return Promise.resolve(good.answer)
  }
}
