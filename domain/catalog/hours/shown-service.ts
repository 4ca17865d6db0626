import { formatDay } from '../../clock.ts'
import { type Refused, refused } from '../../refusal.ts'
import type { Vendor } from '../own-vendor.ts'
import { describeWeek, type HoursException, type OpenStretch, type WeekHours } from './opening-hours.ts'

/** A colleague saved something else meanwhile: what stands there now, in words, and its version. */
export type StaleService = Refused<'stale', { now: string; version: string }>

type Hours = { week_hours: WeekHours | null; hours_exceptions: readonly HoursException[] }
type Times = Pick<Vendor, 'preparation_minutes' | 'delivery_time' | 'slot_orders'>
type AutoAccept = Pick<Vendor, 'auto_accept_orders' | 'auto_accept_hours'>

/** Opening hours when their form was shown, to notice that a colleague changed them meanwhile. */
export function hoursVersion({ week_hours, hours_exceptions }: Hours): string {
  const dates = hours_exceptions.map(({ date, stretches }) => [date, timesIn(stretches)])
  return JSON.stringify([(week_hours ?? []).map(timesIn), dates])
}

/** The same for how long a kitchen cooks, and how much it takes for later. */
export function timesVersion({ preparation_minutes, delivery_time, slot_orders }: Times): string {
  return JSON.stringify([preparation_minutes, delivery_time, slot_orders])
}

/** The same for when orders are accepted by themselves. */
export function autoAcceptVersion({ auto_accept_orders, auto_accept_hours: hours }: AutoAccept): string {
  return JSON.stringify([auto_accept_orders, hours && timesIn([hours])])
}

/** "Mon-Fri 08:00-20:00; other hours on 24 Dec", for the kitchen's own people. */
export function hoursText({ week_hours, hours_exceptions }: Hours): string {
  const dates = hours_exceptions.map(({ date }) => formatDay(date)).join(', ')
  return `${describeWeek(week_hours ?? []) || 'closed'}${dates && `; other hours on ${dates}`}`
}

/** "25 minutes, “20-35 minutes”, 3 at once for later". */
export function timesText({ preparation_minutes, delivery_time, slot_orders }: Times): string {
  const for_later = slot_orders === null ? '' : `, ${slot_orders} at once for later`
  return `${preparation_minutes} minutes, “${delivery_time ?? ''}”${for_later}`
}

/** "up to 3, 11:00 to 15:00", or "never". */
export function autoAcceptText({ auto_accept_orders, auto_accept_hours: hours }: AutoAccept): string {
  if (auto_accept_orders === null) return 'never'
  return `up to ${auto_accept_orders}${hours ? `, ${hours.opens} to ${hours.closes}` : ''}`
}

/**
 * The refusal of a form that was shown with the version `seen`: null where that stands there still, where what is
 * wanted does already, and where no version was said.
 */
export function staleSince(
  seen: string | undefined,
  now: { version: string; words: string },
  wanted: string,
): StaleService | null {
  if (seen === undefined || seen === now.version || wanted === now.version) return null
  return refused('stale', { now: now.words, version: now.version })
}

/** As the database keeps them, whatever the order of their fields. */
const timesIn = (stretches: readonly OpenStretch[]) => stretches.map(({ opens, closes }) => [opens, closes])
