/** What is known of an order when its window is estimated. Times are instants. */
export type EstimateFacts = {
  now: Date
  placed_at: Date
  /** `cooking` until the vendor says that it is ready. */
  stage: 'pending' | 'cooking' | 'ready' | 'picked_up'
  /** When the vendor promised to be ready; null if it has not yet. */
  ready_by: Date | null
  preparation_minutes: number
  /** Orders that this vendor has before this one. */
  queue: number
  /** From the vendor to the customer; null when a place is not known. */
  way_minutes: number | null
  /** When the rider set out for the vendor; null while there is no rider. */
  rider_since: Date | null
  at_vendor: boolean
  /** Riders on duty who carry nothing, and deliveries that wait for one. */
  riders_free: number
  riders_on_duty: number
  waiting: number
}

const QUEUE_MINUTES = 3
const TO_VENDOR_MINUTES = 6
const FINDING_MINUTES = 3
const PICKUP_MINUTES = 2
const DROP_MINUTES = 3
/** With it, a usual vendor and a free rider, the window is the 20 to 35 minutes on the home page. */
const USUAL_WAY_MINUTES = 4
/** How far the window reaches before and after the expected time: the later the stage, the narrower. */
const margins = {
  pending: { before: 4, after: 11 },
  cooking: { before: 4, after: 9 },
  ready: { before: 3, after: 7 },
  picked_up: { before: 2, after: 4 },
} as const

/**
 * The window in which a customer may expect the food, from: when it will be ready, when a rider can be there, and the
 * way. In whole minutes, never in the past. An unknown way counts as a usual one.
 */
export function estimateWindow(facts: EstimateFacts): { from: Date; until: Date } {
  const { now, stage } = facts
  const way_minutes = Math.ceil(facts.way_minutes ?? USUAL_WAY_MINUTES) + DROP_MINUTES
  const leaves = stage === 'picked_up' ? now : later(latest(readyAt(facts), riderAt(facts)), PICKUP_MINUTES)
  const expected = later(latest(leaves, now), way_minutes)
  const { before, after } = margins[stage]
  return {
    from: wholeMinute(latest(later(expected, -before), now)),
    until: wholeMinute(later(expected, after)),
  }
}

function readyAt({ stage, ready_by, placed_at, preparation_minutes, queue, now }: EstimateFacts): Date {
  if (stage === 'ready') return now
  const guess = later(placed_at, preparation_minutes + queue * QUEUE_MINUTES)
  return latest(ready_by ?? guess, now)
}

/** When a rider can be at the vendor: already there, on the way, or still to be found among those on duty. */
function riderAt(facts: EstimateFacts): Date {
  const { now, at_vendor, rider_since, riders_free, riders_on_duty, waiting } = facts
  if (at_vendor) return now
  if (rider_since) return latest(later(rider_since, TO_VENDOR_MINUTES), now)
  const before_us = Math.max(waiting - riders_free, 0)
  // Each rider delivers about one order in the time that one takes.
  const rounds = Math.ceil(before_us / Math.max(riders_on_duty, 1))
  const nobody = riders_on_duty === 0 ? 10 : 0
  return later(now, FINDING_MINUTES + TO_VENDOR_MINUTES + rounds * 15 + nobody)
}

const later = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000)
const latest = (left: Date, right: Date) => (left > right ? left : right)
const wholeMinute = (instant: Date) => new Date(Math.ceil(instant.getTime() / 60_000) * 60_000)
