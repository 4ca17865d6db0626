import type { StepAnswer } from '../../../domain/delivery/steps/record-steps.ts'
import { isWaiting, type PhoneStep } from './step-store.ts'

/** Under this tag a browser wakes the worker once it is online, even when the page is closed. */
export const STEPS_SYNC = 'rider-steps'
/** As many as our server takes at once. */
const MOST_AT_ONCE = 50

/**
 * Sends what waits and is signed, oldest first: a hand-over never goes without the pick-up before it. Answers each with
 * what became of it, nothing where our server refuses to take them; throws where it cannot be reached.
 */
export async function postSteps(kept: readonly PhoneStep[]): Promise<PhoneStep[]> {
  const ready = kept.filter((one) => isWaiting(one) && !one.unsigned).slice(0, MOST_AT_ONCE)
  if (!ready[0]) return []
  const body = new FormData()
  body.set('sent_at', new Date().toISOString())
  body.set('steps', JSON.stringify(ready.map(({ step }) => step)))
  const response = await fetch('/rider/steps' satisfies Address, { method: 'POST', body })
  if (!response.ok || response.redirected) return []
  const { answers, at } = (await response.json()) as { answers: StepAnswer[]; at: number }
  return ready.map((one) => ({ ...one, ...answers.find(({ id }) => id === one.id), answered_at: at }))
}
