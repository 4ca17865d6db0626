import { type CampusMonth, campusDate, campusMonth, formatCampusMonth, monthAfter } from '../../../domain/clock.ts'
import type { MonthChoice } from './month-steps.tsx'

/** The month that an address names by `?month=2026-03`; the current one where it names none, or an invalid one. */
export function chosenMonth(query: URLSearchParams, now: Date): { month: CampusMonth; choice: MonthChoice } {
  const running = campusDate(now).slice(0, 7)
  const wanted = campusMonth(query.get('month') ?? '')
  const month = wanted && wanted.name <= running ? wanted : campusMonth(running)
  if (!month) throw new Error(`The running month is not one: ${running}`)
  const next = monthAfter(month, 1)
  return {
    month,
    choice: {
      name: month.name,
      title: formatCampusMonth(month),
      previous: monthAfter(month, -1),
      next: next <= running ? next : null,
    },
  }
}
