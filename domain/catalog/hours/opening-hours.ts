import { campusDate, campusTime } from '../../clock.ts'

/** One stretch of a day, 'HH:MM' to 'HH:MM' in campus time. It ends the next day unless it closes after it opens. */
export type OpenStretch = { opens: string; closes: string }
/** Seven days, Monday first; an empty day is a closed one. */
export type WeekHours = readonly (readonly OpenStretch[])[]
/** Other hours on one campus date, 'YYYY-MM-DD'; no stretches: closed that day. */
export type HoursException = { date: string; stretches: readonly OpenStretch[] }

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES
const day_names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/**
 * Whether the vendor is open at `now`, and when that next changes (null: never, e.g. no hours or always open). The
 * hours of a date count before those of its weekday.
 */
export function openState(
  hours: WeekHours | null,
  now: Date,
  exceptions: readonly HoursException[] = [],
): { open: boolean; changes_at: Date | null } {
  const current = exceptions.filter(({ date }) => dayNumber(date) >= campusDay(now) - 1)
  if (current.length > 0) return openStateByDate(hours ?? [], current, now)
  const stretches = weekStretches(hours ?? [])
  const minute = minuteOfWeek(now)
  const open_until = openUntil(unrollWeek(stretches), minute, WEEK_MINUTES)
  if (open_until !== null) {
    const minutes_left = open_until - minute
    return { open: true, changes_at: minutes_left >= WEEK_MINUTES ? null : minutesLater(now, minutes_left) }
  }
  const waits = stretches.map((stretch) => (stretch.start - minute + WEEK_MINUTES) % WEEK_MINUTES)
  return { open: false, changes_at: waits.length === 0 ? null : minutesLater(now, Math.min(...waits)) }
}

/** `Opens today at 08:00`, `Opens tomorrow at 08:00`, `Opens Mon at 08:00`. */
export function describeOpening(opens_at: Date, now: Date): string {
  const then = campusTime(opens_at)
  const days_ahead = campusDay(opens_at) - campusDay(now)
  const time = clockText(then.minute_of_day)
  if (days_ahead === 0) return `Opens today at ${time}`
  if (days_ahead === 1) return `Opens tomorrow at ${time}`
  if (days_ahead < 8) return `Opens ${day_names[then.weekday]} at ${time}`
  const date = new Date(campusDay(opens_at) * DAY_MINUTES * 60_000)
  return `Opens ${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })} at ${time}`
}

/** The week in words, equal days folded: `Mon-Fri 08:00-20:00, Sat 10:00-18:00`; closed days are left out. */
export function describeWeek(hours: WeekHours): string {
  const texts = day_names.map((_, day) =>
    (hours[day] ?? []).map((stretch) => `${stretch.opens}-${stretch.closes}`).join(' and '),
  )
  if (texts.every((text) => text === '00:00-24:00' || text === '00:00-00:00')) return 'Open 24 hours'
  const parts: string[] = []
  for (let first = 0; first < 7; first++) {
    let last = first
    while (last < 6 && texts[last + 1] === texts[first]) last++
    if (texts[first]) {
      parts.push(`${first === last ? day_names[first] : `${day_names[first]}-${day_names[last]}`} ${texts[first]}`)
    }
    first = last
  }
  return parts.join(', ')
}

type Stretch = { start: number; end: number }

function weekStretches(hours: WeekHours): Stretch[] {
  return hours.flatMap(dayStretches)
}

function dayStretches(stretches: readonly OpenStretch[], day: number): Stretch[] {
  return stretches.map((stretch) => {
    const start = day * DAY_MINUTES + minutesOf(stretch.opens)
    const length = minutesOf(stretch.closes) - minutesOf(stretch.opens)
    return { start, end: start + (length > 0 ? length : length + DAY_MINUTES) }
  })
}

/** `openState` with dates: in minutes since 1970 on the campus, from yesterday to a week after the last exception. */
function openStateByDate(hours: WeekHours, exceptions: readonly HoursException[], now: Date) {
  const today = campusDay(now)
  const last = Math.max(...exceptions.map(({ date }) => dayNumber(date)), today) + 8
  const stretches: Stretch[] = []
  for (let day = today - 1; day <= last; day++) {
    // Day 0 was a Thursday.
    const usual = hours[(day + 3) % 7] ?? []
    const known = exceptions.find(({ date }) => dayNumber(date) === day)
    stretches.push(...dayStretches(known?.stretches ?? usual, day))
  }
  const minute = today * DAY_MINUTES + campusTime(now).minute_of_day
  const until = openUntil(stretches, minute, Number.POSITIVE_INFINITY)
  if (until !== null) return { open: true, changes_at: minutesLater(now, until - minute) }
  const starts = stretches.map(({ start }) => start).filter((start) => start > minute)
  return {
    open: false,
    changes_at: starts.length === 0 ? null : minutesLater(now, Math.min(...starts) - minute),
  }
}

function unrollWeek(stretches: readonly Stretch[]): Stretch[] {
  return stretches.flatMap(({ start, end }) =>
    [-WEEK_MINUTES, 0, WEEK_MINUTES, 2 * WEEK_MINUTES].map((shift) => ({
      start: start + shift,
      end: end + shift,
    })),
  )
}

/** The minute until which it stays open, following stretches that touch, for at most `longest` minutes. */
function openUntil(stretches: readonly Stretch[], minute: number, longest: number): number | null {
  const endOfStretchAt = (at: number) =>
    Math.max(...stretches.filter(({ start, end }) => start <= at && at < end).map(({ end }) => end))
  let until = endOfStretchAt(minute)
  if (until === -Infinity) return null
  for (let next = endOfStretchAt(until); next > until && until - minute < longest; next = endOfStretchAt(until)) {
    until = next
  }
  return until
}

/** Days since 1970 on the campus. */
function campusDay(instant: Date): number {
  return dayNumber(campusDate(instant))
}

function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / (DAY_MINUTES * 60_000))
}

function minuteOfWeek(now: Date): number {
  const { weekday, minute_of_day } = campusTime(now)
  return weekday * DAY_MINUTES + minute_of_day
}

/** `minutes` after `now`, without seconds, since hours are kept in whole minutes. */
function minutesLater(now: Date, minutes: number): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + minutes * 60_000)
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

function clockText(minute_of_day: number): string {
  return `${String(Math.floor(minute_of_day / 60)).padStart(2, '0')}:${String(minute_of_day % 60).padStart(2, '0')}`
}
