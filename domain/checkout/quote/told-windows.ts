import { MINUTE_MS } from '../../clock.ts'
import type { PromisedWindow } from '../../delivery/delivery-facts.ts'
import type { checkouts } from '../tables.ts'

/** The window of a kitchen's order, as a page told it before it was paid. */
export type ToldWindow = { vendor_id: string } & PromisedWindow

/** What comes this much later than the page says is told before anybody pays; less is within the window's margin. */
const LATER_MINUTES = 5
/** What comes this much sooner is promised so: nobody minds. */
const SOONER_MINUTES = 10
/** A payment that takes longer is promised what is expected by then. */
const HELD_MINUTES = 15

/**
 * The windows that a payment by what was `told` will promise, where now others are `expected`; null where one of them
 * comes so much later that it has to be told first. What a browser says was told is worth these minutes and no more.
 */
export function windowsToHold(told: readonly ToldWindow[], expected: readonly ToldWindow[]): ToldWindow[] | null {
  const held = expected.map((window) => {
    const known = told.find(({ vendor_id }) => vendor_id === window.vendor_id)
    if (!known) return null
    const later_minutes = (window.until.getTime() - known.until.getTime()) / MINUTE_MS
    if (later_minutes >= LATER_MINUTES) return null
    const earlier_minutes = (window.from.getTime() - known.from.getTime()) / MINUTE_MS
    const is_same = later_minutes > -SOONER_MINUTES && earlier_minutes < SOONER_MINUTES && known.from < known.until
    return is_same ? { ...window, from: known.from, until: known.until } : window
  })
  return held.every((window) => window !== null) ? held : null
}

/** What a payment that began a short while ago still promises, by vendor; what is over by now is promised anew. */
export function stillHeld(
  { told_windows, payment_started_at }: Pick<typeof checkouts.$inferSelect, 'told_windows' | 'payment_started_at'>,
  now: Date,
): ToldWindow[] {
  const minutes = payment_started_at ? (now.getTime() - payment_started_at.getTime()) / MINUTE_MS : HELD_MINUTES
  if (!told_windows || minutes >= HELD_MINUTES) return []
  return told_windows
    .map(({ vendor_id, from, until }) => ({ vendor_id, from: new Date(from), until: new Date(until) }))
    .filter(({ until }) => until > now)
}
