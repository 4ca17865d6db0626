import type { RateLimited } from '../app/services.ts'
import type { Clock } from '../domain/clock.ts'

/**
 * Attempts per minute and address, or mail address where the name says so. A campus shares one address, so these are
 * what a full lecture hall may do; they stop a machine, not a crowd.
 */
const per_minute: Readonly<Record<RateLimited, number>> = {
  checkout: 300,
  payment_attempt: 1200,
  // Counted by checkout, and once for all: what is beyond is settled by webhook and by poll.
  payment_question: 20,
  payment_question_in_all: 12_000,
  address_lookup: 120,
  // Counted by account, not by address: each is one owner at one form.
  account_lookup: 20,
  picture_upload: 60,
  // A phone sends what it keeps every 15 seconds, from a page and from its worker, up to fifty steps in one.
  rider_steps: 60,
  // Each costs a tenth of a second of one core, so these also keep the machine alive; guessing one account's password
  // is held up by domain/accounts/admit-sign-in.ts long before.
  sign_in: 240,
  sign_up: 120,
  sign_up_mail: 10,
  password_reset: 120,
}

const WINDOW_MS = 60_000
const MOST_VISITORS = 50_000

/** Counts attempts in fixed windows of a minute, in memory. */
export function createRateLimit(clock: Clock): (action: RateLimited, visitor: string) => boolean {
  let window_started = 0
  const counts = new Map<string, number>()
  return (action, visitor) => {
    const now = clock.now().getTime()
    const is_over = now - window_started >= WINDOW_MS || now < window_started
    if (is_over || counts.size > MOST_VISITORS) {
      counts.clear()
      window_started = now
    }
    const key = `${action} ${visitor}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= per_minute[action]
  }
}
