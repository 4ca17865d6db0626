import { PAYABLE_MINUTES } from './poll-schedule.ts'

/** How long after closing time a vendor still takes an order whose payment had begun. */
const GRACE_MINUTES = 15

/**
 * Until when a window that opens at `now` can be paid: an hour, or 15 minutes after `closes_at`, when the first of its
 * vendors, or the marketplace, closes (docs/product.md#payment). A later payment goes back.
 */
export function payableUntil(closes_at: Date | null, now: Date): Date {
  const limit = closes_at ? minutesAfter(closes_at, GRACE_MINUTES) : Number.POSITIVE_INFINITY
  return new Date(Math.min(minutesAfter(now, PAYABLE_MINUTES), limit))
}

const minutesAfter = (instant: Date, minutes: number) => instant.getTime() + minutes * 60_000
