import { campusTime, earliest, nextCampusMidnight } from '../clock.ts'
import type { promotions } from './tables.ts'

type When = Pick<typeof promotions.$inferSelect, 'starts_at' | 'ends_at' | 'days' | 'hours_from' | 'hours_until'>

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Whether it is one of a promotion's days of the week, and within its hours, on the campus at an instant. */
export function isItsHour({ days, hours_from, hours_until }: When, instant: Date): boolean {
  const { weekday, minute_of_day } = campusTime(instant)
  return (
    (days === null || days.includes(weekday)) &&
    minute_of_day >= (hours_from ?? 0) &&
    minute_of_day < (hours_until ?? DAY_MINUTES)
  )
}

/** Whether a promotion that nobody ended counts at an instant: its days, its hours, its first and its last day. */
export const countsAt = (promotion: When, instant: Date): boolean =>
  promotion.starts_at <= instant &&
  (promotion.ends_at === null || instant < promotion.ends_at) &&
  isItsHour(promotion, instant)

/** When that may change next; null where it never does. */
export function changesAt(promotion: When, now: Date): Date | null {
  const { starts_at, ends_at, days, hours_from, hours_until } = promotion
  const since_midnight = campusTime(now).minute_of_day
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const at = (minute_of_day: number | null) =>
    minute_of_day === null ? null : new Date(minute.getTime() + (minute_of_day - since_midnight) * MINUTE_MS)
  const daily = days !== null || hours_from !== null || hours_until !== null
  return [starts_at, ends_at, at(hours_from), at(hours_until), daily ? nextCampusMidnight(now) : null]
    .filter((instant) => instant !== null && instant > now)
    .reduce(earliest, null)
}
