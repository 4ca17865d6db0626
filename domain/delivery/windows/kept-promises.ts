import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { campusDate, nextCampusMidnight } from '../../clock.ts'
import { deliveries, order_promises } from '../tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many orders were handed over, and how many of them by the end of the window promised first. */
export type KeptPromises = { delivered: number; kept: number }

export type PromiseDay = KeptPromises & {
  /** The date on the campus, 'YYYY-MM-DD'. */
  day: string
}

/** The promises of the orders handed over in a period that ends before `until`. */
export async function keptPromises(db: Db, period: { from: Date; until: Date }): Promise<KeptPromises> {
  const [row] = await measured(db, period, sql`'all'`)
  return { delivered: row?.delivered ?? 0, kept: row?.kept ?? 0 }
}

/** The same day by day, today last. Days without orders have zeros. */
export async function keptPromisesByDay(db: Db, now: Date, days: number): Promise<PromiseDay[]> {
  const until = nextCampusMidnight(now)
  const from = new Date(until.getTime() - days * DAY_MS)
  const campus_day = sql`to_char(${deliveries.closed_at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD')`
  const rows = await measured(db, { from, until }, campus_day)
  return Array.from({ length: days }, (_, place) => {
    const day = campusDate(new Date(from.getTime() + place * DAY_MS))
    const { delivered, kept } = rows.find((row) => row.part === day) ?? { delivered: 0, kept: 0 }
    return { day, delivered, kept }
  })
}

/** The one definition of kept promises: everything that shows or compares a share of them uses it. */
function measured(db: Db, { from, until }: { from: Date; until: Date }, part: SQL) {
  const in_time = sql`${deliveries.closed_at} <= ${order_promises.first_promised_until}`
  return db
    .select({
      part: sql<string>`${part}`,
      delivered: count(),
      kept: sql<number>`(count(*) filter (where ${in_time}))::int`,
    })
    .from(deliveries)
    .innerJoin(order_promises, eq(order_promises.order_id, deliveries.order_id))
    .where(
      and(
        eq(deliveries.status, 'Delivered').inlineParams(),
        gte(deliveries.closed_at, from),
        lt(deliveries.closed_at, until),
      ),
    )
    .groupBy(sql`1`)
}
