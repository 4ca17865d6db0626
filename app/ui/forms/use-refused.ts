import type { ActionAnswer, Refused } from './action-answer.ts'
import { usePageAnswer } from './use-page-answer.ts'

/** What a form is about, sent under this name; tells several forms of one intent apart. */
export type Subject = { name: string; value: string | number }

/**
 * The refusal of this form that came with the page, as it does without script; null where it was another form's, or
 * nothing was refused.
 */
export function useRefused(intents: string | readonly string[], subject?: Subject): Refused | null {
  const answer = usePageAnswer<ActionAnswer>()
  if (!answer || answer.ok || ![intents].flat().includes(answer.intent)) return null
  return !subject || answer.typed[subject.name] === String(subject.value) ? answer : null
}
