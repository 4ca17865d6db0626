import { brand } from '../../brand.ts'
import { earliest, nextCampusMidnight } from '../../clock.ts'
import { describeOpening, type HoursException, openState, type WeekHours } from './opening-hours.ts'
import type { ServiceHours } from './service-hours.ts'

/** Means "until somebody changes it" where a table holds an instant. */
export const UNTIL_CHANGED = new Date('9999-12-31T00:00:00Z')

export type TakesOrders =
  | { open: true; until: Date | null }
  | { open: false; why: 'inactive' | 'paused' | 'closed'; text: string; until: Date | null }

/**
 * Whether a vendor takes orders at `now`, in words for the customer, and until when those words hold. It takes orders
 * while both its own hours and the marketplace's are open.
 */
export function takesOrders(
  vendor: {
    status: string
    week_hours: WeekHours | null
    hours_exceptions: readonly HoursException[]
    paused_until: Date | null
  },
  service: ServiceHours,
  now: Date,
): TakesOrders {
  if (vendor.status !== 'Active') {
    return { open: false, why: 'inactive', text: 'Not taking orders', until: null }
  }
  const own = openState(vendor.week_hours, now, vendor.hours_exceptions)
  const ours = openState(service.week_hours, now, service.hours_exceptions)
  const changes_at = earliest(own.changes_at, ours.changes_at)
  if (!own.open || !ours.open) {
    const opens_at = nextOpening([vendor, service], now)
    // At midnight "tomorrow" becomes "today", though the vendor stays closed.
    const until = earliest(changes_at, opens_at ? nextCampusMidnight(now) : null)
    // The vendor itself is open then: it waits for the marketplace to open.
    const waits_for_us = own.open && opens_at?.getTime() === ours.changes_at?.getTime()
    const who = waits_for_us ? `${brand.name} is resting` : 'Closed'
    const text = opens_at ? `${who}. ${describeOpening(opens_at, now)}` : who
    return { open: false, why: 'closed', text, until }
  }
  if (vendor.paused_until && vendor.paused_until > now) {
    const until = earliest(vendor.paused_until, changes_at)
    return { open: false, why: 'paused', text: 'Busy. Not taking orders for now', until }
  }
  return { open: true, until: changes_at }
}

/** Hours that never overlap with the marketplace's must not be searched for ever. */
const MOST_STEPS = 200

/** The first instant from `now` on at which all of them are open; null when none is planned. */
function nextOpening(
  all: readonly { week_hours: WeekHours | null; hours_exceptions: readonly HoursException[] }[],
  now: Date,
): Date | null {
  let at = now
  for (let step = 0; step < MOST_STEPS; step++) {
    const states = all.map(({ week_hours, hours_exceptions }) => openState(week_hours, at, hours_exceptions))
    const closed = states.filter(({ open }) => !open)
    if (closed.length === 0) return at
    const waits = closed.map(({ changes_at }) => changes_at?.getTime() ?? Number.POSITIVE_INFINITY)
    const next = Math.max(...waits)
    if (next === Number.POSITIVE_INFINITY) return null
    at = new Date(next)
  }
  return null
}

/** Whether a dish is sold out at `now`, whatever its vendor's hours. */
export function isSoldOut(dish: { sold_out_until: Date | null }, now: Date): boolean {
  return dish.sold_out_until !== null && dish.sold_out_until > now
}
