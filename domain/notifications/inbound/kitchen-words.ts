/** What a kitchen asks for in a text message; `order_id` null means the one that has waited longest. */
export type KitchenWish =
  | { kind: 'accept'; minutes: number | null; order_id: number | null }
  | { kind: 'reject'; order_id: number | null }
  | { kind: 'pause' }
  /** `all`: also what somebody paused at a screen. */
  | { kind: 'resume'; all: boolean }
  /** Nothing that we understand. */
  | { kind: 'help' }

const ACCEPT = /^1(?:\s+(\d{1,9}))?(?:\s+(\d{1,9}))?$/
const RESUME = /^8(?:\s+(all))?$/i
const REJECT = /^2(?:\s+(\d{1,9}))?$/

/**
 * "1 20" accepts with 20 minutes, "1" with the usual ones, "2" rejects, "9" pauses, "8" opens again, "8 all" all of
 * them.
 */
export function kitchenWish(text: string): KitchenWish {
  const words = text.replace(/[^\d\p{L}]+/gu, ' ').trim()
  const accept = ACCEPT.exec(words)
  if (accept) return { kind: 'accept', minutes: numberOrNull(accept[1]), order_id: numberOrNull(accept[2]) }
  const reject = REJECT.exec(words)
  if (reject) return { kind: 'reject', order_id: numberOrNull(reject[1]) }
  if (words === '9') return { kind: 'pause' }
  const resume = RESUME.exec(words)
  if (resume) return { kind: 'resume', all: resume[1] !== undefined }
  return { kind: 'help' }
}

const numberOrNull = (digits: string | undefined) => (digits === undefined ? null : Number(digits))
