import type { z } from 'zod'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { hours_form } from '../forms.ts'
import type { HoursException, OpenStretch, WeekHours } from './opening-hours.ts'

/** What is wrong with hours, in words, naming the day. */
export type WrongHours = Refused<'hours', string>
type Hours = { week_hours: WeekHours; hours_exceptions: HoursException[] }

const day_names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/**
 * Hours as they were typed, with their dates sorted and without those before `today` ('YYYY-MM-DD' on the campus).
 * Refuses an invalid time, overlapping times on one day, and a repeated date.
 */
export function checkHours(input: z.input<typeof hours_form>, today: string): Accepted<Hours> | WrongHours {
  const parsed = hours_form.safeParse(input)
  if (!parsed.success) return refused('hours', parsed.error.issues[0]?.message ?? 'Please check the hours.')
  const { week_hours, hours_exceptions } = parsed.data
  for (const [day, stretches] of week_hours.entries()) {
    if (overlap(stretches)) return refused('hours', `The times of ${day_names[day]} overlap.`)
  }
  const dates = hours_exceptions.map(({ date }) => date)
  if (new Set(dates).size < dates.length) return refused('hours', 'The same date is there twice.')
  const coming = hours_exceptions.filter(({ date }) => date >= today)
  for (const { date, stretches } of coming) {
    if (overlap(stretches)) return refused('hours', `The times of ${date} overlap.`)
  }
  return accepted({
    week_hours,
    hours_exceptions: coming.sort((one, other) => one.date.localeCompare(other.date)),
  })
}

/** Whether stretches of one day overlap; one that closes at or before its opening time ends after midnight. */
function overlap(stretches: readonly OpenStretch[]): boolean {
  const ordered = [...stretches].sort((one, other) => one.opens.localeCompare(other.opens))
  return ordered.some((stretch, index) => {
    const next = ordered[index + 1]
    return next !== undefined && (stretch.closes <= stretch.opens || stretch.closes > next.opens)
  })
}
