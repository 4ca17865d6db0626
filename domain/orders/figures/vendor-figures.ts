import { and, count, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { food } from '../../catalog/tables.ts'
import { DAY_MS, nextCampusMidnight } from '../../clock.ts'
import { type Kobo, koboFromNaira } from '../../money.ts'
import { order_history, orders } from '../tables.ts'
import { stands } from '../taken-back.ts'

const BEST_DISHES = 5
const BEST_DISHES_DAYS = 28
const PREPARATION_DAYS = 7

type Period = { orders: number; earnings: Kobo }

/**
 * What an owner looks at first. Earnings (kobo) = sum of total_price (docs/product.md#books)
 * over the orders that were not cancelled, since cancelled ones were refunded.
 */
export async function vendorFigures(db: Db, vendor_id: string, now: Date) {
  const today = new Date(nextCampusMidnight(now).getTime() - DAY_MS)
  const week_ago = new Date(today.getTime() - 7 * DAY_MS)
  const [whole, dishes, day, day_before, hours, best_dishes, minutes_to_ready] = await Promise.all([
    period(db, vendor_id),
    db.select({ count: count() }).from(food).where(eq(food.vendor_id, vendor_id)),
    period(db, vendor_id, today, now),
    period(db, vendor_id, week_ago, new Date(now.getTime() - 7 * DAY_MS)),
    ordersByHour(db, vendor_id, today),
    bestDishes(db, vendor_id, new Date(now.getTime() - BEST_DISHES_DAYS * DAY_MS)),
    minutesToReady(db, vendor_id, new Date(now.getTime() - PREPARATION_DAYS * DAY_MS)),
  ])
  return {
    orders: whole.orders,
    menu_items: dishes[0]?.count ?? 0,
    earnings: whole.earnings,
    today: day,
    /** The same weekday a week ago, up to the same time of day. */
    week_ago: day_before,
    /** Today's orders by hour of the day on the campus, 24 numbers. */
    by_hour: hours,
    best_dishes,
    /** The median minutes to ready of the last week's orders; null when there were none. */
    minutes_to_ready,
  }
}

async function period(db: Db, vendor_id: string, from?: Date, until?: Date): Promise<Period> {
  const [row] = await db
    .select({
      orders: count(),
      earnings: sql<string>`coalesce(sum(${orders.total_price})
        filter (where ${orders.status} <> 'Cancelled'), 0)::text`,
    })
    .from(orders)
    .where(
      and(eq(orders.vendor_id, vendor_id), from && gte(orders.created_at, from), until && lt(orders.created_at, until)),
    )
  return { orders: row?.orders ?? 0, earnings: koboFromNaira(row?.earnings ?? '0') }
}

async function ordersByHour(db: Db, vendor_id: string, since: Date): Promise<number[]> {
  const hour = sql<number>`extract(hour from ${orders.created_at} at time zone interval '1 hour')::int`
  const rows = await db
    .select({ hour, orders: count() })
    .from(orders)
    .where(and(eq(orders.vendor_id, vendor_id), gte(orders.created_at, since)))
    .groupBy(sql`1`)
  return Array.from({ length: 24 }, (_, wanted) => rows.find((row) => row.hour === wanted)?.orders ?? 0)
}

/** The five dishes of which most were sold since then. */
export async function bestDishes(db: Db, vendor_id: string, since: Date) {
  const { rows } = await db.execute<{ name: string; quantity: number }>(sql`
    select item ->> 'name' as name, sum((item ->> 'quantity')::int)::int as quantity
    from ${orders}, jsonb_array_elements(${orders.items}) item
    where ${and(eq(orders.vendor_id, vendor_id), gte(orders.created_at, since), ne(orders.status, 'Cancelled'))}
    group by 1 order by 2 desc, 1 limit ${BEST_DISHES}`)
  return rows.map(({ name, quantity }) => ({ name, quantity }))
}

async function minutesToReady(db: Db, vendor_id: string, since: Date): Promise<number | null> {
  const seconds = sql`extract(epoch from ${order_history.moved_at} - ${orders.created_at})`
  const [row] = await db
    .select({
      seconds: sql<number | null>`(percentile_cont(0.5) within group (order by ${seconds}))::float8`,
    })
    .from(orders)
    .innerJoin(order_history, and(eq(order_history.order_id, orders.id), eq(order_history.verb, 'complete'), stands))
    .where(and(eq(orders.vendor_id, vendor_id), gte(orders.created_at, since)))
  return row?.seconds == null ? null : Math.round(row.seconds / 60)
}
