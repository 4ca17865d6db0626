import { GRACE_MINUTES } from '../../promotions/hold-use.ts'

/** How long after opening the payment window a charge still becomes an order, at most. Later money goes back. */
export const PAYABLE_MINUTES = 60

/** How long the provider is asked about a checkout without an answer. */
const ASKED_HOURS = 24

const early_seconds = [5, 10, 15, 30, 60, 120] as const
/** Paid money is recorded within five minutes, even if somebody pays at the last moment and closes the page. */
const PAYABLE_WAIT_SECONDS = 180
const AFTER_PAYABLE_SECONDS = 3600
/** If the provider did not answer, it is asked again soon. */
const UNANSWERED_WAIT_SECONDS = 60

/**
 * When to ask the provider next, after `checks` questions: within seconds at first, then every three minutes while it
 * can be paid, then hourly for a day, then never (null). `answered`: whether the provider answered the last question.
 */
export function nextCheckAt(
  payment_started_at: Date,
  checks: number,
  now: Date,
  { answered = true } = {},
): Date | null {
  const age_minutes = (now.getTime() - payment_started_at.getTime()) / 60_000
  const payable = age_minutes < PAYABLE_MINUTES + GRACE_MINUTES
  const patience_seconds = early_seconds[checks] ?? (payable ? PAYABLE_WAIT_SECONDS : AFTER_PAYABLE_SECONDS)
  const wait_seconds = payable && !answered ? Math.min(patience_seconds, UNANSWERED_WAIT_SECONDS) : patience_seconds
  const next = new Date(now.getTime() + wait_seconds * 1000)
  return next.getTime() - payment_started_at.getTime() > ASKED_HOURS * 3_600_000 ? null : next
}

/** When the provider is asked whether a paid checkout was paid a second time, e.g. by a slow transfer. */
const after_paid_minutes = [10, 120] as const

/** When to ask next about a checkout that was paid at `paid_at`; null when both questions were answered. */
export function nextCheckAfterPaid(paid_at: Date, now: Date): Date | null {
  const moments = after_paid_minutes.map((minutes) => new Date(paid_at.getTime() + minutes * 60_000))
  return moments.find((moment) => moment > now) ?? null
}
