import { PAYABLE_MINUTES } from '../payment/poll-schedule.ts'

/** When a customer agreed to wait for a rider, and when the link was made by which somebody else pays. */
export type WaitAgreed = { wait_accepted_at: Date | null; link_made_at: Date | null }

/**
 * Whether a customer agrees at this moment to wait though nobody is on duty: they agreed for the try that they made
 * then, so it counts for as long as its payment can be open; who comes back later is asked again. With a link that was
 * made by then it counts as long as the link, since whoever is asked to pay cannot agree for somebody else.
 */
export function agreesToWait({ wait_accepted_at, link_made_at }: WaitAgreed, now: Date): boolean {
  if (wait_accepted_at === null) return false
  const until = new Date(wait_accepted_at.getTime() + PAYABLE_MINUTES * 60_000)
  return now <= until || (link_made_at !== null && link_made_at <= until)
}
