import type { z } from 'zod'
import type { hours_form } from '../../../domain/catalog/forms.ts'

/** What was typed, whether or not it makes sense. */
export type Hours = z.input<typeof hours_form>

const DAYS = 7
/** Times of a day: lunch and dinner at most. */
export const STRETCHES = 2
export const MOST_EXCEPTIONS = 60

/**
 * The hours form: `opens-<day>-<n>` and `closes-<day>-<n>`, and per date `date-<n>` with its own times,
 * blank for closed.
 */
export function readHours(fields: Readonly<Record<string, string>>): Hours {
  const text = (name: string) => fields[name]?.trim() ?? ''
  const stretchesOf = (prefix: string) =>
    Array.from({ length: STRETCHES }, (_, n) => ({
      opens: text(`opens-${prefix}-${n}`),
      closes: text(`closes-${prefix}-${n}`),
    })).filter(({ opens, closes }) => opens !== '' || closes !== '')
  return {
    week_hours: Array.from({ length: DAYS }, (_, day) => stretchesOf(String(day))),
    hours_exceptions: Array.from({ length: MOST_EXCEPTIONS }, (_, n) => ({
      date: text(`date-${n}`),
      stretches: stretchesOf(`date-${n}`),
    })).filter(({ date }) => date !== ''),
  }
}
