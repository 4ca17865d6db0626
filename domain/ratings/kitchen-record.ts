import { and, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { campusDate, campusMonth, campusTime, DAY_MS, monthAfter, nextCampusMidnight } from '../clock.ts'
import { type Kobo, kobo, koboFromNaira } from '../money.ts'
import { begun_at } from '../orders/acceptance/begun-at.ts'
import { said_ready_by } from '../orders/acceptance/said-ready-by.ts'
import { bestDishes } from '../orders/figures/vendor-figures.ts'
import { movedAt } from '../orders/moved-at.ts'
import { order_history, orders } from '../orders/tables.ts'
import { ratings } from './tables.ts'

/** By what a kitchen compares its figures, and how many of each it sees. */
const shown = { day: 14, week: 12, month: 12 } as const
export type RecordUnit = keyof typeof shown

export type RecordFigures = {
  orders: number
  /** What those that were not cancelled sold for, as the earnings of `vendorFigures`. */
  takings: Kobo
  rejected: number
  lapsed: number
  /** How many became ready, and how many of those by the time that the kitchen first said. */
  ready: number
  in_time: number
  /** The median minutes that they took, and that the kitchen had said; null for none. */
  took_minutes: number | null
  said_minutes: number | null
  /** What customers thought of the food: the mean of their stars, null for none. */
  stars: number | null
  rated: number
}

export type KitchenRecord = {
  /** The latest last, each with its first day on the campus, 'YYYY-MM-DD'. */
  periods: (RecordFigures & { begins: string })[]
  /** All of them together. */
  all: RecordFigures
  best_dishes: { name: string; quantity: number }[]
}

const nothing: RecordFigures = {
  ...{ orders: 0, takings: kobo(0), rejected: 0, lapsed: 0, ready: 0, in_time: 0 },
  ...{ took_minutes: null, said_minutes: null, stars: null, rated: 0 },
}

/**
 * How a kitchen did in its last days, weeks (from Monday) or months. Whatever became of an order counts for the time
 * in which it was placed.
 */
export async function kitchenRecord(db: Db, vendor_id: string, unit: RecordUnit, now: Date): Promise<KitchenRecord> {
  const { from, begins } = lastPeriods(unit, now)
  const [counted, best_dishes] = await Promise.all([
    countPeriods(db, vendor_id, unit, from),
    bestDishes(db, vendor_id, from),
  ])
  const figuresOf = (first_day: string | null) => counted.find((row) => row.begins === first_day)?.figures ?? nothing
  return {
    periods: begins.map((first_day) => ({ begins: first_day, ...figuresOf(first_day) })),
    all: figuresOf(null),
    best_dishes,
  }
}

/** The first days of the periods that are shown, and when the first of them began. */
function lastPeriods(unit: RecordUnit, now: Date): { from: Date; begins: string[] } {
  const places = Array.from({ length: shown[unit] }, (_, place) => place - shown[unit] + 1)
  if (unit === 'month') {
    const month = campusMonth(campusDate(now).slice(0, 7))
    const names = places.map((place) => (month ? monthAfter(month, place) : ''))
    return { from: campusMonth(names[0] ?? '')?.from ?? now, begins: names.map((name) => `${name}-01`) }
  }
  const today = nextCampusMidnight(now).getTime() - DAY_MS
  const latest = unit === 'day' ? today : today - campusTime(now).weekday * DAY_MS
  const days = places.map((place) => new Date(latest + place * (unit === 'day' ? 1 : 7) * DAY_MS))
  return { from: days[0] ?? now, begins: days.map(campusDate) }
}

/** The figures by the first day of each period, and of all of them by null. */
async function countPeriods(db: Db, vendor_id: string, unit: RecordUnit, from: Date) {
  const { rows } = await db.execute<{
    begins: string | null
    orders: number
    takings: string
    rejected: number
    lapsed: number
    ready: number
    in_time: number
    took_seconds: number | null
    said_seconds: number | null
    stars: number | null
    rated: number
  }>(sql`
    with each as materialized (
      select to_char(date_trunc(${unit}, ${orders.created_at} at time zone 'UTC' + interval '1 hour'), 'YYYY-MM-DD')
          as begins,
        case when ${orders.status} <> 'Cancelled' then ${orders.total_price} end as sold_for,
        case when ${orders.status} = 'Cancelled' then (
          select ${order_history.verb} from ${order_history}
          where ${order_history.order_id} = ${orders.id} and ${order_history.to_status} = 'Cancelled'
          order by ${order_history.id} desc limit 1) end as ended_by,
        ${begun_at} as begun_at, ${movedAt('complete')} as ready_at, ${said_ready_by} as said_at,
        ${ratings.food} as stars
      from ${orders} left join ${ratings} on ${ratings.order_id} = ${orders.id}
      where ${and(eq(orders.vendor_id, vendor_id), gte(orders.created_at, from))}
    )
    select begins, count(*)::int as orders, coalesce(sum(sold_for), 0)::text as takings,
      (count(*) filter (where ended_by = 'reject'))::int as rejected,
      (count(*) filter (where ended_by = 'lapse'))::int as lapsed,
      (count(*) filter (where ready_at is not null and said_at is not null))::int as ready,
      (count(*) filter (where ready_at <= said_at))::int as in_time,
      (percentile_cont(0.5) within group (order by extract(epoch from ready_at - begun_at))
        filter (where said_at is not null))::float8 as took_seconds,
      (percentile_cont(0.5) within group (order by extract(epoch from said_at - begun_at))
        filter (where ready_at is not null))::float8 as said_seconds,
      avg(stars)::float8 as stars, count(stars)::int as rated
    from each group by grouping sets ((begins), ())`)
  return rows.map(({ begins, takings, took_seconds, said_seconds, ...counts }) => ({
    begins,
    figures: {
      ...counts,
      takings: koboFromNaira(takings),
      took_minutes: inMinutes(took_seconds),
      said_minutes: inMinutes(said_seconds),
    } satisfies RecordFigures,
  }))
}

const inMinutes = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 60))
