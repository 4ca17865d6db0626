import { and, count, eq, gte, sql, sum } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { food, vendors } from '../../catalog/tables.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../../clock.ts'
import { type Kobo, koboFromNaira, sumKobo } from '../../money.ts'
import { daily_figures, order_history, orders } from '../tables.ts'
import { stands } from '../taken-back.ts'
import { firstOpenDay } from './close-days.ts'
import { countDays, type DayFigures } from './day-figures.ts'

const CHART_DAYS = 14
const SLOWEST_DAYS = 7
const SLOWEST_VENDORS = 5
/** With fewer orders, a vendor's figure means nothing. */
const FEWEST_ORDERS = 3

export type MarketplaceFigures = {
  vendors: number
  orders: number
  menu: number
  revenue: Kobo
  own_revenue: Kobo
  /** The last fourteen days, today last; days without events have zeros. */
  days: DayFigures[]
  slowest: { vendor_id: string; name: string | null; minutes: number; orders: number }[]
}

/**
 * The four figures of the admin's dashboard and the last two weeks. The totals are exact: past days are in
 * `daily_figures`, the rest is counted now. `countDays` defines both revenues.
 */
export async function marketplaceFigures(db: Db, now: Date): Promise<MarketplaceFigures> {
  const open_from = (await firstOpenDay(db)) ?? now
  const tomorrow = nextCampusMidnight(now)
  const chart_from = new Date(tomorrow.getTime() - CHART_DAYS * DAY_MS)
  const [all_vendors, menu, closed, closed_days, open_days, slowest] = await Promise.all([
    db.select({ count: count() }).from(vendors),
    db.select({ count: count() }).from(food),
    db
      .select({
        orders: sum(daily_figures.orders),
        revenue: sum(daily_figures.revenue),
        own_revenue: sum(daily_figures.own_revenue),
      })
      .from(daily_figures),
    db
      .select()
      .from(daily_figures)
      .where(gte(daily_figures.day, campusDate(chart_from))),
    countDays(db, open_from, tomorrow),
    slowestVendors(db, new Date(now.getTime() - SLOWEST_DAYS * DAY_MS)),
  ])
  return {
    vendors: all_vendors[0]?.count ?? 0,
    orders: Number(closed[0]?.orders ?? 0) + open_days.reduce((all, day) => all + day.orders, 0),
    menu: menu[0]?.count ?? 0,
    revenue: sumKobo([koboFromNaira(closed[0]?.revenue ?? '0'), ...open_days.map((day) => day.revenue)]),
    own_revenue: sumKobo([koboFromNaira(closed[0]?.own_revenue ?? '0'), ...open_days.map((day) => day.own_revenue)]),
    days: everyDay([...closed_days, ...open_days], chart_from),
    slowest,
  }
}

function everyDay(days: readonly DayFigures[], from: Date): DayFigures[] {
  return Array.from({ length: CHART_DAYS }, (_, place) => {
    const day = campusDate(new Date(from.getTime() + place * DAY_MS))
    const nothing: DayFigures = { day, orders: 0, revenue: 0, own_revenue: 0 }
    return days.find((one) => one.day === day) ?? nothing
  })
}

/** The vendors with the longest median time from paid to ready in the last week, in minutes. */
async function slowestVendors(db: Db, since: Date): Promise<MarketplaceFigures['slowest']> {
  const seconds = sql`extract(epoch from ${order_history.moved_at} - ${orders.created_at})`
  const median = sql<number>`(percentile_cont(0.5) within group (order by ${seconds}))::float8`
  const rows = await db
    .select({
      vendor_id: orders.vendor_id,
      name: sql<string | null>`max(${vendors.name})`,
      seconds: median,
      orders: count(),
    })
    .from(order_history)
    .innerJoin(orders, eq(orders.id, order_history.order_id))
    .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(and(gte(order_history.recorded_at, since), eq(order_history.verb, 'complete'), stands))
    .groupBy(orders.vendor_id)
    .having(sql`count(*) >= ${FEWEST_ORDERS}`)
    .orderBy(sql`3 desc`)
    .limit(SLOWEST_VENDORS)
  return rows.map(({ seconds: waited, ...row }) => ({ ...row, minutes: Math.round(waited / 60) }))
}
