import { and, count, eq, gt, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../../clock.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { stands } from '../../orders/taken-back.ts'
import { KEPT_PROMISES } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { deliveries, order_promises } from '../tables.ts'
import { at_door } from './at-door.ts'

/**
 * How many orders were brought or collected, or given up too late, and how many of them were there by the end of the
 * window promised first.
 */
export type KeptPromises = { delivered: number; kept: number }

export type PromiseDay = KeptPromises & {
  /** The date on the campus, 'YYYY-MM-DD'. */
  day: string
}

/** The promises of the orders that were there in a period that ends before `until`; of one kitchen, if given. */
export async function keptPromises(
  db: Db,
  period: { from: Date; until: Date },
  vendor_id?: string,
): Promise<KeptPromises> {
  const [row] = await measured(db, period, () => sql`'all'`, vendor_id)
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
  const rows = await keptPromisesIn(db, { from, until })
  return Array.from({ length: days }, (_, place) => {
    const day = campusDate(new Date(from.getTime() + place * DAY_MS))
    return rows.find((row) => row.day === day) ?? { day, delivered: 0, kept: 0 }
  })
}

/** The same for the campus days of a period, without days on which nothing was delivered. */
export async function keptPromisesIn(db: Db, period: { from: Date; until: Date }): Promise<PromiseDay[]> {
  const campusDay = (at: SQL.Aliased<Date>) => sql`to_char(${at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD')`
  const rows = await measured(db, period, campusDay)
  return rows.map(({ part, delivered, kept }) => ({ day: part, delivered, kept }))
}

/** The same for each kitchen of which something was delivered. */
export async function keptPromisesByVendor(
  db: Db,
  period: { from: Date; until: Date },
): Promise<ReadonlyMap<string, KeptPromises>> {
  const rows = await measured(db, period, () => sql`${orders.vendor_id}`)
  return new Map(rows.map(({ part, delivered, kept }) => [part, { delivered, kept }]))
}

/** Whether an order's first promise was kept, and when it was there; null while that is open, or does not count. */
export async function promiseOutcome(db: Db, order_id: number): Promise<{ at: Date; kept: boolean } | null> {
  const { judged, at } = judgedBy(db, { order_id })
  const [row] = await db
    .select({ at, kept: sql<boolean>`${isKept(judged)}` })
    .from(judged)
    .innerJoin(order_promises, eq(order_promises.order_id, judged.order_id))
  return row ?? null
}

/**
 * The orders whose promises count in a period that ends before `until`, and when each was there `at`: at the door, or
 * ready at the kitchen for the customer who collected it; or given up, where nobody but its customer ended it after the
 * window had passed, which breaks the promise (decision 176).
 */
export const judgedIn = (db: Db, period: Period) => judgedBy(db, period).judged

type Period = { from: Date; until: Date }

function judgedBy(db: Db, by: Period | { order_id: number }) {
  const { verb, from_status, to_status, role, moved_at, recorded_at } = order_history
  const history_counts =
    'order_id' in by
      ? eq(order_history.order_id, by.order_id)
      : // Nothing is recorded before it happened; this is what the index knows.
        and(gte(recorded_at, by.from), gte(moved_at, by.from), lt(moved_at, by.until))
  const delivery_counts =
    'order_id' in by
      ? eq(deliveries.order_id, by.order_id)
      : and(gte(deliveries.closed_at, by.from), lt(deliveries.closed_at, by.until))
  const brought = db
    .select({ order_id: deliveries.order_id, at: sql<Date>`${at_door}`.mapWith(deliveries.closed_at).as('at') })
    .from(deliveries)
    .where(and(eq(deliveries.status, 'Delivered').inlineParams(), delivery_counts))
  const moved = sql<Date>`${moved_at}`.mapWith(moved_at).as('at')
  const collected = db
    .select({ order_id: orders.id, at: moved })
    .from(order_history)
    .innerJoin(orders, eq(orders.id, order_history.order_id))
    .where(
      and(
        history_counts,
        or(eq(verb, 'complete'), and(eq(verb, 'deliver'), inArray(from_status, ['Pending', 'Accepted']))),
        stands,
        eq(orders.collects, true),
        eq(orders.status, 'Delivered'),
      ),
    )
  const given_up = db
    .select({ order_id: orders.id, at: moved })
    .from(order_history)
    .innerJoin(orders, eq(orders.id, order_history.order_id))
    .innerJoin(order_promises, eq(order_promises.order_id, orders.id))
    .where(
      and(
        history_counts,
        eq(to_status, 'Cancelled'),
        ne(role, 'customer'),
        stands,
        eq(orders.status, 'Cancelled'),
        gt(moved_at, order_promises.first_promised_until),
      ),
    )
  const judged = brought.unionAll(collected).unionAll(given_up).as('judged')
  return { judged, at: judged.at }
}

/** The one definition of a kept promise: everything that shows, counts or compares them uses it. */
const isKept = ({ at }: { at: SQL.Aliased<Date> }) => sql`${at} <= ${order_promises.first_promised_until}`

/** How many of them were kept. */
export const keptCount = (judged: { at: SQL.Aliased<Date> }) =>
  sql<number>`(count(*) filter (where ${isKept(judged)}))::int`

function measured(
  db: Db,
  period: { from: Date; until: Date },
  partOf: (at: SQL.Aliased<Date>) => SQL,
  vendor_id?: string,
) {
  const judged = judgedIn(db, period)
  return db
    .select({ part: sql<string>`${partOf(judged.at)}`, delivered: count(), kept: keptCount(judged) })
    .from(judged)
    .innerJoin(order_promises, eq(order_promises.order_id, judged.order_id))
    .innerJoin(orders, eq(orders.id, judged.order_id))
    .where(vendor_id === undefined ? undefined : eq(orders.vendor_id, vendor_id))
    .groupBy(sql`1`)
}
