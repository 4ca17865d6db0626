import type { DayHours, WeekHours } from './demo-vendor.ts'

const day = (opens: string, closes: string): DayHours => [{ opens, closes }]

export const around_the_clock: WeekHours = everyDay('00:00', '24:00')

/** The same hours on all seven days, 'HH:MM' in campus time. */
export function everyDay(opens: string, closes: string): WeekHours {
  return weekHours(day(opens, closes), day(opens, closes), day(opens, closes))
}

/** The same hours from Monday to Saturday, closed on Sunday. */
export function closedOnSunday(opens: string, closes: string): WeekHours {
  return weekHours(day(opens, closes), day(opens, closes), [])
}

/** Hours that stay longer on Friday and Saturday nights. */
export function lateWeekend(opens: string, closes: string, closes_at_weekend: string): WeekHours {
  const usual = day(opens, closes)
  const late = day(opens, closes_at_weekend)
  return [usual, usual, usual, usual, late, late, usual]
}

/** One set of hours for Monday to Friday, one for Saturday, one for Sunday. */
export function weekHours(weekday: DayHours, saturday: DayHours, sunday: DayHours): WeekHours {
  return [weekday, weekday, weekday, weekday, weekday, saturday, sunday]
}
