import { z } from 'zod'
import { calendarDay } from '../../calendar-day.ts'
import { campusInstant } from '../../clock.ts'
import { MOST_PLACES, MOST_SHIFT_HOURS } from './lifecycle.ts'
import { daysAfter } from './week.ts'

const timeOfDay = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please write a time, like 12:00.')

/** The form of new shifts: the same hours on one or more days. What ends no later than it begins ends the next day. */
export const shift_form = z
  .object({
    days: z.array(calendarDay('Please choose a day.')).min(1, 'Please choose a day.').max(7),
    from: timeOfDay,
    until: timeOfDay,
    places: z
      .string()
      .trim()
      .regex(/^[1-9]\d?$/, 'Please write a whole number, like 3.')
      .transform(Number)
      .refine((places) => places <= MOST_PLACES, `At most ${MOST_PLACES} riders.`),
  })
  .transform(({ days, from, until, places }) => ({
    places,
    hours: days.map((day) => ({
      begins_at: campusInstant(day, from),
      ends_at: campusInstant(until > from ? day : daysAfter(day, 1), until),
    })),
  }))
  .superRefine(({ hours }, context) => {
    const [first] = hours
    const long = first && first.ends_at.getTime() - first.begins_at.getTime() > MOST_SHIFT_HOURS * 3_600_000
    if (long) context.addIssue({ code: 'custom', path: ['until'], message: `At most ${MOST_SHIFT_HOURS} hours.` })
  })
export type ShiftField = keyof z.input<typeof shift_form>

/** A week by its Monday, or by any of its days. */
export const week_day = calendarDay()
