import { campusInstant, DAY_MS } from '../../clock.ts'

/** A calendar day so many days later, or earlier if negative: '2026-03-10' and 7 is '2026-03-17'. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The Monday of a calendar day's week. */
export const mondayOf = (day: string): string => daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7))

/** From the first midnight of a week on the campus, by its Monday, to that of the next. */
export const weekBounds = (monday: string): { from: Date; until: Date } => ({
  from: campusInstant(monday),
  until: campusInstant(daysAfter(monday, 7)),
})
