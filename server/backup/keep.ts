import { campusDate, DAY_MS } from '../../domain/clock.ts'
import type { Found } from './manifest.ts'

/** The newest of so many days, and the newest of so many weeks; days and weeks without a backup do not count. */
export type Keep = { readonly days: number; readonly weeks: number }

/**
 * Which backups are no longer needed, by the rule of what is kept. One that does not count stays until a newer one
 * does; the newest that counts stays always, and with it all of the day before: what was lost at noon is still in that
 * of the morning.
 */
export function dispensable(found: readonly Found[], { days, weeks }: Keep): string[] {
  const good = found.filter(({ is_good }) => is_good).map(({ name }) => name)
  const newest_good = good.toSorted().at(-1)
  if (newest_good === undefined) return []
  const of_the_day = good.filter((name) => timeOf(newest_good).getTime() - timeOf(name).getTime() < DAY_MS)
  const kept = new Set([...of_the_day, ...newestOf(good, dayOf, days), ...newestOf(good, weekOf, weeks)])
  return found.flatMap(({ name, is_good }) => {
    const needed = is_good ? kept.has(name) : name > newest_good
    return needed ? [] : [name]
  })
}

/** The newest name of each group, of the newest `count` groups. */
function newestOf(names: readonly string[], groupOf: (name: string) => string, count: number): string[] {
  const newest = new Map(names.toSorted().map((name) => [groupOf(name), name]))
  return [...newest.values()].toSorted().toReversed().slice(0, count)
}

function dayOf(name: string): string {
  return campusDate(timeOf(name))
}

/** The Monday that a backup's week began with. */
function weekOf(name: string): string {
  const day = new Date(dayOf(name))
  const weekday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - weekday * DAY_MS).toISOString().slice(0, 10)
}

/** `2026-11-22T02-00-03Z` as the instant that it stands for. */
function timeOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z'))
}
