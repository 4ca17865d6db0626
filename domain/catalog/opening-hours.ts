import { campusTime } from '../clock.ts'

/** One stretch of a day, 'HH:MM' to 'HH:MM' in campus time. A closing time at or before the opening one is after midnight. */
export type OpenStretch = { opens: string; closes: string }
/** Seven days, Monday first; an empty day is a closed one. */
export type WeekHours = readonly (readonly OpenStretch[])[]

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES
const day_names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Whether the kitchen is open at `now`, and when that next changes (null: never, e.g. no hours or always open). */
export function openState(hours: WeekHours | null, now: Date): { open: boolean; changes_at: Date | null } {
  const stretches = weekStretches(hours ?? [])
  const minute = minuteOfWeek(now)
  const open_until = openUntil(stretches, minute)
  if (open_until !== null) {
    const minutes_left = open_until - minute
    return { open: true, changes_at: minutes_left >= WEEK_MINUTES ? null : minutesLater(now, minutes_left) }
  }
  const waits = stretches.map((stretch) => (stretch.start - minute + WEEK_MINUTES) % WEEK_MINUTES)
  return { open: false, changes_at: waits.length === 0 ? null : minutesLater(now, Math.min(...waits)) }
}

/** `Opens today at 08:00`, `Opens tomorrow at 08:00`, `Opens Mon at 08:00`; null when no opening is planned. */
export function describeNextOpening(hours: WeekHours | null, now: Date): string | null {
  const { open, changes_at } = openState(hours, now)
  if (open || !changes_at) return null
  const today = campusTime(now)
  const then = campusTime(changes_at)
  const days_ahead = (then.weekday - today.weekday + 7) % 7
  const time = clockText(then.minute_of_day)
  if (days_ahead === 0 && changes_at.getTime() - now.getTime() < DAY_MINUTES * 60_000) {
    return `Opens today at ${time}`
  }
  return days_ahead === 1 ? `Opens tomorrow at ${time}` : `Opens ${day_names[then.weekday]} at ${time}`
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
      parts.push(
        `${first === last ? day_names[first] : `${day_names[first]}-${day_names[last]}`} ${texts[first]}`,
      )
    }
    first = last
  }
  return parts.join(', ')
}

function weekStretches(hours: WeekHours): { start: number; end: number }[] {
  return hours.flatMap((day, weekday) =>
    day.map((stretch) => {
      const start = weekday * DAY_MINUTES + minutesOf(stretch.opens)
      const length = minutesOf(stretch.closes) - minutesOf(stretch.opens)
      return { start, end: start + (length > 0 ? length : length + DAY_MINUTES) }
    }),
  )
}

/** The minute of the week (possibly beyond its end) until which it stays open, following stretches that touch. */
function openUntil(stretches: { start: number; end: number }[], minute: number): number | null {
  const unrolled = stretches.flatMap(({ start, end }) =>
    [-WEEK_MINUTES, 0, WEEK_MINUTES, 2 * WEEK_MINUTES].map((shift) => ({
      start: start + shift,
      end: end + shift,
    })),
  )
  const endOfStretchAt = (at: number) =>
    Math.max(...unrolled.filter(({ start, end }) => start <= at && at < end).map(({ end }) => end))
  let until = endOfStretchAt(minute)
  if (until === -Infinity) return null
  for (
    let next = endOfStretchAt(until);
    next > until && until - minute < WEEK_MINUTES;
    next = endOfStretchAt(until)
  ) {
    until = next
  }
  return until
}

function minuteOfWeek(now: Date): number {
  const { weekday, minute_of_day } = campusTime(now)
  return weekday * DAY_MINUTES + minute_of_day
}

/** `minutes` after `now`, on the full minute, since hours are kept in whole minutes. */
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
