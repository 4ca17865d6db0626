export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** "Now" as an argument, so that a test can move it. */
export type Clock = { now(): Date }

export const system_clock: Clock = { now: () => new Date() }

/** A clock for tests and simulations: stands still until it is moved. */
export function movableClock(start: Date): Clock & { advance(seconds: number): void; set(now: Date): void } {
  let current = start
  return {
    now: () => current,
    advance: (seconds) => {
      current = new Date(current.getTime() + seconds * 1000)
    },
    set: (now) => {
      current = now
    },
  }
}

/** Africa/Lagos is UTC+1 all year (docs/providers.md#time-and-money), so campus time needs no time zone database. */
const LAGOS_OFFSET_MS = HOUR_MS

/** Weekday (0 = Monday) and minutes since midnight on the campus at an instant. */
export function campusTime(instant: Date): { weekday: number; minute_of_day: number } {
  const local = new Date(instant.getTime() + LAGOS_OFFSET_MS)
  return {
    weekday: (local.getUTCDay() + 6) % 7,
    minute_of_day: local.getUTCHours() * 60 + local.getUTCMinutes(),
  }
}

/** The date on the campus at an instant, 'YYYY-MM-DD'. */
export function campusDate(instant: Date): string {
  return new Date(instant.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** The next midnight on the campus, when "tomorrow" becomes "today". */
export function nextCampusMidnight(instant: Date): Date {
  const days = Math.floor((instant.getTime() + LAGOS_OFFSET_MS) / DAY_MS) + 1
  return new Date(days * DAY_MS - LAGOS_OFFSET_MS)
}

/** When a time of day, 'HH:MM', is on a day of the campus, 'YYYY-MM-DD'; without a time, when the day begins. */
export const campusInstant = (day: string, time = '00:00'): Date => new Date(`${day}T${time}:00+01:00`)

export type CampusMonth = { name: string; from: Date; until: Date }

/** A calendar month on the campus by its name, 'YYYY-MM': its start and the start of the next. Null if not a month. */
export function campusMonth(name: string): CampusMonth | null {
  const match = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(name)
  if (!match) return null
  const [year, month] = [Number(match[1]), Number(match[2])]
  const begins = (months: number) => new Date(Date.UTC(year, months, 1) - LAGOS_OFFSET_MS)
  return { name, from: begins(month - 1), until: begins(month) }
}

/** The name of the month `months` after this one, or before it if negative. */
export function monthAfter(month: CampusMonth, months: number): string {
  const local = new Date(month.from.getTime() + LAGOS_OFFSET_MS)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

const month_and_year = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  month: 'long',
  year: 'numeric',
})

/** `March 2026`. */
export function formatCampusMonth(month: CampusMonth): string {
  return month_and_year.format(month.from)
}

/** Made once: a formatter costs a thousand times what it formats. */
const campus_date_time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** `2 Jan 2025, 14:04` in campus time. */
export function formatCampusDateTime(instant: Date): string {
  return campus_date_time.format(instant)
}

const campus_time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** `14:04` in campus time. */
export function formatCampusTime(instant: Date): string {
  return campus_time.format(instant)
}

/** `14:04` for an instant of the same campus day, `2 Jan 2025, 14:04` for another. */
export function formatTimeOrDate(instant: Date, now: Date): string {
  return campusDate(instant) === campusDate(now) ? formatCampusTime(instant) : formatCampusDateTime(instant)
}

const campus_day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `Tuesday 17 March` on the campus. */
export function formatCampusDay(instant: Date): string {
  return campus_day.format(instant).replace(',', '')
}

/** A calendar day has no time zone: '2026-03-10' is read as midnight UTC, and written in UTC too. */
const day_and_month = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const whole_date = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' })

/** '2026-03-10' as `10 Mar`. */
export function formatDay(day: string): string {
  return day_and_month.format(new Date(day))
}

/** '2026-03-10' as `10 Mar 2026`. */
export function formatDate(day: string): string {
  return whole_date.format(new Date(day))
}

/** The same time of day this many working days later; Saturdays and Sundays are skipped, holidays are not. */
export function workingDaysAfter(instant: Date, days: number): Date {
  let later = instant
  for (let left = days; left > 0; ) {
    later = new Date(later.getTime() + 24 * 60 * 60 * 1000)
    if (campusTime(later).weekday < 5) left--
  }
  return later
}

/** The earlier of two instants; one that is missing never comes. */
export function earliest(left: Date | null, right: Date | null): Date | null {
  if (!left || !right) return left ?? right
  return left < right ? left : right
}
