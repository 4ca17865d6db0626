import { gte, max, min, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { campusDate, campusInstant, campusMonth, DAY_MS, monthAfter, nextCampusMidnight } from '../clock.ts'
import type { Deps } from '../events.ts'
import { orders } from '../orders/tables.ts'
import { cohort_days } from './tables.ts'

export type Cohort = {
  /** The month of their first order, '2026-11'. */
  month: string
  customers: number
  /** How many of them ordered in the month after, in the second after it, and so on, until this month. */
  came_back: number[]
}

const SHOWN_MONTHS = 6
/** Most orders that are called off are so within it; what is called off later counts all the same. */
const SETTLES_MS = DAY_MS

/**
 * Those who ordered for the first time in one of the last six months, and how many came back in which month. Customers
 * are told apart by their phone number, and orders that were cancelled do not count. Days that are over are read where
 * they were written down (`closeCohortDays`), the rest is counted now.
 */
export async function cohorts(db: Db, now: Date): Promise<Cohort[]> {
  const months = lastMonths(now)
  const begins = campusInstant(`${months[0]}-01`)
  const first_open = await firstOpenDay(db)
  const { rows: closed } = await db.execute<MonthOf>(sql`
    select ${cohort_days.first_month} as first_month, to_char(${cohort_days.day}, 'YYYY-MM') as month,
      sum(${cohort_days.ordered})::int as customers
    from ${cohort_days}
    where ${cohort_days.day} >= ${campusDate(begins)} and ${cohort_days.day} < ${campusDate(first_open ?? now)}
      and ${cohort_days.first_month} >= ${months[0]} group by 1, 2`)
  const open_from = new Date(Math.max(Number(begins), Number(first_open)))
  const open = await countOrderers(db, open_from, nextCampusMidnight(now))
  const rows = [...closed, ...open]
  return months.map((first_month, place) => {
    const of = (name: string) =>
      rows
        .filter((row) => row.first_month === first_month && row.month === name)
        .reduce((sum, { customers }) => sum + customers, 0)
    return { month: first_month, customers: of(first_month), came_back: months.slice(place + 1).map(of) }
  })
}

/**
 * Writes of every day that has been over for a day who ordered then for the first time in its month, oldest first, one
 * day a commit; what is written stays. Safe to repeat, also by several at once. Answers how many days it wrote.
 */
export async function closeCohortDays({ db, clock }: Deps): Promise<number> {
  const settled = clock.now().getTime() - SETTLES_MS
  let closed = 0
  while (await db.transaction((tx) => closeNextDay(tx, settled))) closed++
  return closed
}

/** Takes back what a clock that was ahead wrote: every day not over for a day at `now`. Answers how many rows. */
export async function reopenCohortDays(tx: Tx, now: Date): Promise<number> {
  await lockCohortDays(tx)
  const settled = new Date(now.getTime() - SETTLES_MS)
  const { rowCount } = await tx.delete(cohort_days).where(gte(cohort_days.day, campusDate(settled)))
  return rowCount ?? 0
}

/** Keeps a day from being counted by two, of whom one would write what the other did not. */
async function lockCohortDays(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('cohort days', 0))`)
}

async function closeNextDay(tx: Tx, settled_ms: number): Promise<boolean> {
  await lockCohortDays(tx)
  const day = await firstOpenDay(tx)
  if (!day) return false
  const until = new Date(day.getTime() + DAY_MS)
  if (until.getTime() > settled_ms) return false
  const name = campusDate(day)
  const counted = new Map((await countOrderers(tx, day, until)).map((row) => [row.first_month, row.customers]))
  const own_month = name.slice(0, 7)
  if (!counted.has(own_month)) counted.set(own_month, 0)
  const rows = [...counted].map(([first_month, ordered]) => ({ day: name, first_month, ordered }))
  await tx.insert(cohort_days).values(rows)
  return true
}

/** The start of the first day that is not written yet; null if nobody ever ordered. */
async function firstOpenDay(db: Db | Tx): Promise<Date | null> {
  const [closed] = await db.select({ day: max(cohort_days.day) }).from(cohort_days)
  if (closed?.day) return nextCampusMidnight(campusInstant(closed.day, '12:00'))
  const [first] = await db
    .select({ created_at: sql`${min(orders.created_at)}`.mapWith(orders.created_at) })
    .from(orders)
  return first?.created_at ? new Date(nextCampusMidnight(first.created_at).getTime() - DAY_MS) : null
}

type MonthOf = { first_month: string; month: string; customers: number }

/** How many ordered between two midnights for the first time in that month, by the month of their very first order. */
async function countOrderers(db: Db | Tx, from: Date, until: Date): Promise<MonthOf[]> {
  const month = (at: unknown) => sql`to_char(${at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM')`
  // One look into the index for the first order of a number, and one for the latest before these days.
  const own = sql`from ${orders} where ${orders.customer_phone} = placed.phone and ${orders.status} <> 'Cancelled'`
  const { rows } = await db.execute<MonthOf>(sql`
    with placed as materialized (
      select distinct ${orders.customer_phone} as phone, ${month(orders.created_at)} as month
      from ${orders} where ${orders.created_at} >= ${from} and ${orders.created_at} < ${until}
        and ${orders.status} <> 'Cancelled'
    ), told as (
      select month, (select ${month(orders.created_at)} ${own} order by ${orders.id} limit 1) as first_month,
        (select ${month(orders.created_at)} ${own} and ${orders.created_at} < ${from}
          order by ${orders.id} desc limit 1) as month_before
      from placed
    )
    select first_month, month, count(*)::int as customers from told
    where month_before is distinct from month group by 1, 2`)
  return rows
}

/** The names of the last six months on the campus, this one last. */
function lastMonths(now: Date): string[] {
  const month = campusMonth(campusDate(now).slice(0, 7))
  if (!month) throw new Error('This month has a name')
  return Array.from({ length: SHOWN_MONTHS }, (_, place) => monthAfter(month, place + 1 - SHOWN_MONTHS))
}
