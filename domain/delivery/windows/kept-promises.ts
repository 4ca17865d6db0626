import { and, count, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../../clock.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { stands } from '../../orders/taken-back.ts'
import { KEPT_PROMISES } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { deliveries, order_promises } from '../tables.ts'
import { at_door } from './at-door.ts'

/**
 * How many orders were brought or collected, and how many of them were there by the end of the window promised first.
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

/**
 * The orders whose promises count in a period that ends before `until`, and when each was there `at`: at the door, or
 * ready at the kitchen for the customer who collected it.
 */
export function thereIn(db: Db, { from, until }: { from: Date; until: Date }) {
  const { verb, from_status, moved_at, recorded_at } = order_history
  const brought = db
    .select({ order_id: deliveries.order_id, at: sql<Date>`${at_door}`.as('at') })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.status, 'Delivered').inlineParams(),
        gte(deliveries.closed_at, from),
        lt(deliveries.closed_at, until),
      ),
    )
  const collected = db
    .select({ order_id: orders.id, at: sql<Date>`${moved_at}`.as('at') })
    .from(order_history)
    .innerJoin(orders, eq(orders.id, order_history.order_id))
    .where(
      and(
        // Nothing is recorded before it happened; this is what the index knows.
        gte(recorded_at, from),
        gte(moved_at, from),
        lt(moved_at, until),
        or(eq(verb, 'complete'), and(eq(verb, 'deliver'), inArray(from_status, ['Pending', 'Accepted']))),
        stands,
        eq(orders.collects, true),
        eq(orders.status, 'Delivered'),
      ),
    )
  return brought.unionAll(collected).as('there')
}

/** The one definition of kept promises: everything that shows or compares a share of them uses it. */
export const keptCount = ({ at }: { at: SQL.Aliased<Date> }) =>
  sql<number>`(count(*) filter (where ${at} <= ${order_promises.first_promised_until}))::int`

function measured(
  db: Db,
  period: { from: Date; until: Date },
  partOf: (at: SQL.Aliased<Date>) => SQL,
  vendor_id?: string,
) {
  const there = thereIn(db, period)
  return db
    .select({ part: sql<string>`${partOf(there.at)}`, delivered: count(), kept: keptCount(there) })
    .from(there)
    .innerJoin(order_promises, eq(order_promises.order_id, there.order_id))
    .innerJoin(orders, eq(orders.id, there.order_id))
    .where(vendor_id === undefined ? undefined : eq(orders.vendor_id, vendor_id))
    .groupBy(sql`1`)
}
