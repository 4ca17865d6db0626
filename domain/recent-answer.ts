import type { Clock } from './clock.ts'

/**
 * Remembers the answer to an expensive question and never asks it twice at the same time. A good answer is used for
 * `kept_ms`, and for `good_for_ms` more while the next question is under way. A failure is not stored; everybody who
 * waits for the answer gets it.
 */
export function recentAnswer<Answer>(clock: Clock, { kept_ms, good_for_ms }: { kept_ms: number; good_for_ms: number }) {
  let good: { at_ms: number; answer: Answer } | null = null
  let asked: Promise<Answer> | null = null
  // The absolute distance, because a clock may be set back.
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
    // This caller gets the old answer; after a failure the next one asks again.
    asked.catch(() => {})
    return Promise.resolve(good.answer)
  }
}
