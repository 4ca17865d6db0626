/** What a kitchen asks for in a text message; `order_id` null means the one that has waited longest. */
export type KitchenWish =
  | { kind: 'accept'; minutes: number | null; order_id: number | null }
  /** Without numbers the one that has waited longest; else its number, its code, or both. */
  | { kind: 'reject'; numbers: readonly string[] }
  /** `code` is that of an order, null where it does not say one. */
  | { kind: 'pause'; code: string | null }
  /** `all`: also what somebody paused at a screen. */
  | { kind: 'resume'; all: boolean }
  /** Nothing that we understand. */
  | { kind: 'help' }

const ACCEPT = /^1(?:\s+(\d{1,9}))?(?:\s+(\d{1,9}))?$/
const RESUME = /^8(?:\s+(all))?$/i
const REJECT = /^2(?:\s+(\d{1,9}))?(?:\s+(\d{3}))?$/
const PAUSE = /^9(?:\s+(\d{3}))?$/
/** What our answer tells, by which a kitchen says that it was not somebody else who wrote. */
export const LOOKS_LIKE_A_CODE = /^\d{3}$/

/**
 * "1 20" accepts with 20 minutes, "1" with the usual ones, "2" rejects, "9" pauses, both with the code of our answer,
 * "8" opens again, "8 all" all of them.
 */
export function kitchenWish(text: string): KitchenWish {
  const words = text.replace(/[^\d\p{L}]+/gu, ' ').trim()
  const accept = ACCEPT.exec(words)
  if (accept) return { kind: 'accept', minutes: numberOrNull(accept[1]), order_id: numberOrNull(accept[2]) }
  const reject = REJECT.exec(words)
  if (reject) return { kind: 'reject', numbers: reject.slice(1).filter((digits) => digits !== undefined) }
  const pause = PAUSE.exec(words)
  if (pause) return { kind: 'pause', code: pause[1] ?? null }
  const resume = RESUME.exec(words)
  if (resume) return { kind: 'resume', all: resume[1] !== undefined }
  return { kind: 'help' }
}

const numberOrNull = (digits: string | undefined) => (digits === undefined ? null : Number(digits))
