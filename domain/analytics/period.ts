import { z } from 'zod'
import { calendarDay } from '../calendar-day.ts'
import { campusDate, campusInstant, DAY_MS, nextCampusMidnight } from '../clock.ts'

/** Whole days on the campus, from the beginning of the first to the end of the last. */
export type Period = { from: Date; until: Date }

/** With what a period is compared; a year before is the same days of the week, 52 weeks earlier. */
export const comparisons = ['before', 'year', 'none'] as const
export type Comparison = (typeof comparisons)[number]

export const MOST_DAYS = 366
const USUAL_DAYS = 28
const YEAR_DAYS = 364

const asked = z.object({
  from: calendarDay().nullish().catch(null),
  to: calendarDay().nullish().catch(null),
  against: z.enum(comparisons).catch('before'),
})

/**
 * The days that an address asks for ('2026-11-01', both included), and those that they are compared with. Without them
 * it is the four weeks until today; a period that ends before it begins is its last day, one of more than 366 days its
 * last 366, and nothing ends after today.
 */
export function askedPeriod(
  query: Readonly<Record<string, string | undefined>>,
  now: Date,
): { period: Period; compared: Period | null; against: Comparison } {
  const { from, to, against } = asked.parse(query)
  const tomorrow = nextCampusMidnight(now).getTime()
  const last = to ? nextCampusMidnight(campusInstant(to, '12:00')).getTime() : tomorrow
  const until = Math.min(last, tomorrow)
  const first = from ? campusInstant(from).getTime() : until - USUAL_DAYS * DAY_MS
  const begins = Math.max(Math.min(first, until - DAY_MS), until - MOST_DAYS * DAY_MS)
  const period = { from: new Date(begins), until: new Date(until) }
  const back = against === 'before' ? until - begins : YEAR_DAYS * DAY_MS
  return { period, against, compared: against === 'none' ? null : earlier(period, back) }
}

const earlier = ({ from, until }: Period, by_ms: number): Period => ({
  from: new Date(from.getTime() - by_ms),
  until: new Date(until.getTime() - by_ms),
})

/** The days of a period as '2026-11-01', the first one first. */
export function daysOf({ from, until }: Period): string[] {
  const days = Math.round((until.getTime() - from.getTime()) / DAY_MS)
  return Array.from({ length: days }, (_, place) => campusDate(new Date(from.getTime() + place * DAY_MS)))
}
