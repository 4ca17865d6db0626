import { gte, max, min, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../../clock.ts'
import type { Deps } from '../../events.ts'
import { daily_figures, order_history } from '../tables.ts'
import { countDays, type DayFigures } from './day-figures.ts'

/** Longer than any transaction may last: after this, no commit can belong to the day before. */
const LAST_COMMITS_MS = 10 * 60 * 1000

/**
 * Writes the figures of every past day that has none yet, oldest first, one day a commit. A day is counted once its
 * last commits are in, and its figures never change after that: their sources are append-only, and a rider's step that
 * a phone sends the day after counts for the day on which it arrives. Answers how many days it wrote.
 */
export async function closeDays({ db, clock }: Deps): Promise<number> {
  const last_commits = new Date(clock.now().getTime() - LAST_COMMITS_MS)
  let closed = 0
  for (let day = await firstOpenDay(db); day !== null; day = new Date(day.getTime() + DAY_MS)) {
    const until = new Date(day.getTime() + DAY_MS)
    if (until > last_commits) return closed
    const [counted] = await countDays(db, day, until)
    const nothing: Omit<DayFigures, 'day'> = { orders: 0, revenue: 0, own_revenue: 0 }
    await db
      .insert(daily_figures)
      .values({ ...nothing, ...counted, day: campusDate(day) })
      .onConflictDoNothing()
    closed++
  }
  return closed
}

/** Takes back what a clock that was ahead closed: every day that is not over at `now`. Answers how many. */
export async function reopenDays(tx: Tx, now: Date): Promise<number> {
  const last_commits = new Date(now.getTime() - LAST_COMMITS_MS)
  const { rowCount } = await tx.delete(daily_figures).where(gte(daily_figures.day, campusDate(last_commits)))
  return rowCount ?? 0
}

/** The start of the first day without figures; null if nothing ever happened. */
export async function firstOpenDay(db: Db): Promise<Date | null> {
  const [closed] = await db.select({ day: max(daily_figures.day) }).from(daily_figures)
  if (closed?.day) return nextCampusMidnight(new Date(`${closed.day}T12:00:00+01:00`))
  const [first] = await db
    .select({ recorded_at: sql`${min(order_history.recorded_at)}`.mapWith(order_history.recorded_at) })
    .from(order_history)
  return first?.recorded_at ? new Date(nextCampusMidnight(first.recorded_at).getTime() - DAY_MS) : null
}
