import { and, count, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { campusDate, nextCampusMidnight } from '../clock.ts'
import { deliveries, order_promises } from './tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type PromiseDay = {
  /** The date on the campus, 'YYYY-MM-DD'. */
  day: string
  delivered: number
  kept: number
}

/**
 * Day by day, today last, how many orders were handed over and how many of them by the end of the first window that their
 * customer was told at payment. A quiet day is there with zeros.
 */
export async function keptPromisesByDay(db: Db, now: Date, days: number): Promise<PromiseDay[]> {
  const until = nextCampusMidnight(now)
  const from = new Date(until.getTime() - days * DAY_MS)
  const day = sql<string>`to_char(${deliveries.closed_at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD')`
  const in_time = sql`${deliveries.closed_at} <= ${order_promises.first_promised_until}`
  const rows = await db
    .select({
      day,
      delivered: count(),
      kept: sql<number>`(count(*) filter (where ${in_time}))::int`,
    })
    .from(deliveries)
    .innerJoin(order_promises, eq(order_promises.order_id, deliveries.order_id))
    .where(
      and(
        eq(deliveries.status, 'Delivered'),
        gte(deliveries.closed_at, from),
        lt(deliveries.closed_at, until),
      ),
    )
    .groupBy(sql`1`)
  return Array.from({ length: days }, (_, place) => {
    const date = campusDate(new Date(from.getTime() + place * DAY_MS))
    return rows.find((row) => row.day === date) ?? { day: date, delivered: 0, kept: 0 }
  })
}
