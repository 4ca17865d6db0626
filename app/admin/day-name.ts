import { formatCampusDateTime } from '../../domain/clock.ts'

/** '2026-03-10' as `10 Mar`. */
export function dayName(day: string): string {
  return formatCampusDateTime(new Date(`${day}T12:00:00+01:00`))
    .split(' ')
    .slice(0, 2)
    .join(' ')
}
