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

/** Africa/Lagos is UTC+1 all year (providers.md 5.4), so campus time needs no time zone database. */
const LAGOS_OFFSET_MS = 60 * 60 * 1000

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
  const day_ms = 24 * 60 * 60 * 1000
  const days = Math.floor((instant.getTime() + LAGOS_OFFSET_MS) / day_ms) + 1
  return new Date(days * day_ms - LAGOS_OFFSET_MS)
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
