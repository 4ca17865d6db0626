import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { campusDate, nextCampusMidnight } from '../../clock.ts'
import { orders } from '../../orders/tables.ts'
import { KEPT_PROMISES } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { deliveries, order_promises } from '../tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many orders were handed over, and how many of them by the end of the window promised first. */
export type KeptPromises = { delivered: number; kept: number }

export type PromiseDay = KeptPromises & {
  /** The date on the campus, 'YYYY-MM-DD'. */
  day: string
}

/** The promises of the orders handed over in a period that ends before `until`; of one kitchen, if given. */
export async function keptPromises(
  db: Db,
  period: { from: Date; until: Date },
  vendor_id?: string,
): Promise<KeptPromises> {
  const [row] = await measured(db, period, sql`'all'`, vendor_id)
  return { delivered: row?.delivered ?? 0, kept: row?.kept ?? 0 }
}

const SHOWN_DAYS = 28
const FEWEST_SHOWN = 20

/**
 * The share of promises kept in the four weeks before today that customers may see, in whole percent, never rounded up;
 * of one kitchen, if given. Null when admins do not show it, it is below what they show, or there are fewer than twenty
 * orders. It stays the same until `until`, the campus's midnight.
 */
export async function shownPromises(
  db: Db,
  now: Date,
  vendor_id?: string,
): Promise<{ kept_percent: number; until: Date } | null> {
  const { shown_from_percent } = await readSetting(db, KEPT_PROMISES)
  if (shown_from_percent === null) return null
  const until = nextCampusMidnight(now)
  const today = until.getTime() - DAY_MS
  const period = { from: new Date(today - SHOWN_DAYS * DAY_MS), until: new Date(today) }
  const { delivered, kept } = await keptPromises(db, period, vendor_id)
  const kept_percent = Math.floor((kept * 100) / Math.max(delivered, 1))
  return delivered >= FEWEST_SHOWN && kept_percent >= shown_from_percent ? { kept_percent, until } : null
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
export const kept_count = sql<number>`(count(*) filter (
  where ${deliveries.closed_at} <= ${order_promises.first_promised_until}))::int`

/** The orders whose promises count in a period that ends before `until`. */
export const handedOver = ({ from, until }: { from: Date; until: Date }) =>
  and(
    eq(deliveries.status, 'Delivered').inlineParams(),
    gte(deliveries.closed_at, from),
    lt(deliveries.closed_at, until),
  )

function measured(db: Db, period: { from: Date; until: Date }, part: SQL, vendor_id?: string) {
  return db
    .select({ part: sql<string>`${part}`, delivered: count(), kept: kept_count })
    .from(deliveries)
    .innerJoin(order_promises, eq(order_promises.order_id, deliveries.order_id))
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .where(and(handedOver(period), vendor_id === undefined ? undefined : eq(orders.vendor_id, vendor_id)))
    .groupBy(sql`1`)
}
