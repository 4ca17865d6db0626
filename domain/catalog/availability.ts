import { nextCampusMidnight } from '../clock.ts'
import { describeNextOpening, type HoursException, openState, type WeekHours } from './opening-hours.ts'

/** Stands for "until somebody changes it" where a table holds an instant. */
export const UNTIL_CHANGED = new Date('9999-12-31T00:00:00Z')

export type TakesOrders =
  | { open: true; until: Date | null }
  | { open: false; why: 'inactive' | 'paused' | 'closed'; text: string; until: Date | null }

/** Whether a vendor takes orders at `now`, in words for the customer, and the instant until which the words hold. */
export function takesOrders(
  vendor: {
    status: string
    week_hours: WeekHours | null
    hours_exceptions: readonly HoursException[]
    paused_until: Date | null
  },
  now: Date,
): TakesOrders {
  if (vendor.status !== 'Active') {
    return { open: false, why: 'inactive', text: 'Not taking orders', until: null }
  }
  const hours = openState(vendor.week_hours, now, vendor.hours_exceptions)
  if (!hours.open) {
    const text = describeNextOpening(vendor.week_hours, now, vendor.hours_exceptions)
    // At midnight "tomorrow" becomes "today", though the door stays closed.
    const until = earliest(hours.changes_at, text ? nextCampusMidnight(now) : null)
    return { open: false, why: 'closed', text: text ? `Closed. ${text}` : 'Closed', until }
  }
  if (vendor.paused_until && vendor.paused_until > now) {
    const until = earliest(vendor.paused_until, hours.changes_at)
    return { open: false, why: 'paused', text: 'Busy. Not taking orders for now', until }
  }
  return { open: true, until: hours.changes_at }
}

/** Whether a dish can be ordered at `now`, leaving its vendor aside. */
export function isSoldOut(dish: { sold_out_until: Date | null }, now: Date): boolean {
  return dish.sold_out_until !== null && dish.sold_out_until > now
}

function earliest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}
