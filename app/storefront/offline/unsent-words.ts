import { isWaiting } from './send-unsent.ts'
import type { Unsent } from './unsent-store.ts'

/** What a page says about something that was not sent. */
export function unsentWords(unsent: Unsent, now: number): string {
  const { name, text, refused } = unsent
  const what = name + (text ? `: “${text}”` : '')
  if (refused !== null) return `Not taken: ${what}. ${refused}`
  if (isWaiting(unsent, now)) {
    const goes = 'It is kept on this phone, and goes by itself once you are online again.'
    return `Not sent, you were offline: ${what}. ${goes}`
  }
  // Where only the answer was lost, a cancellation is done.
  if (unsent.goes_for_ms === null) {
    return `Perhaps not sent, you were offline: ${what}. We do not know whether it arrived: look at the order first.`
  }
  const how =
    unsent.sent_at + unsent.goes_for_ms <= now
      ? 'It is too old now to go by itself: please send it again if it still holds.'
      : 'Please press it again once you are online, if you still want it.'
  return `Not sent, you were offline: ${what}. ${how}`
}
