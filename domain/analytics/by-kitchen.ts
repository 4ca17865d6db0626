import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { keptPromisesByVendor } from '../delivery/windows/kept-promises.ts'
import { type Kobo, kobo, koboFromNaira } from '../money.ts'
import { begun_at } from '../orders/acceptance/begun-at.ts'
import { movedAt } from '../orders/moved-at.ts'
import { order_history, orders } from '../orders/tables.ts'
import { own_accounts } from '../payments/ledger.ts'
import { journal_entries } from '../payments/tables.ts'
import { ratings } from '../ratings/tables.ts'
import type { Period } from './period.ts'

/** How orders that were placed in a period went. Whatever became of one counts for the day on which it was placed. */
export type Went = {
  orders: number
  /** What those that were not cancelled sold for, without delivery fee and tip. */
  sold_kobo: Kobo
  /** Rejected by their kitchen, or not taken in time. */
  lost: number
  /** Minutes from when the kitchen had to do with them to ready: of the middle one, and of nine in ten at most. */
  ready_minutes: { p50: number; p90: number } | null
  /** The mean of the stars for the food, and how many gave some. */
  stars: number | null
  rated: number
  /** What they left the platform so far. */
  margin_kobo: Kobo
}

export type Kitchen = Went & {
  vendor_id: string
  name: string
  delivered: number
  kept: number
}

/** The kitchens to which orders came in a period, the one with the most first, and all of them together. */
export async function figuresByKitchen(db: Db, period: Period): Promise<{ all: Went; kitchens: Kitchen[] }> {
  const [rows, promises] = await Promise.all([countKitchens(db, period), keptPromisesByVendor(db, period)])
  const kitchens = rows.flatMap(({ vendor_id, name, went }) => {
    if (vendor_id === null) return []
    return { ...went, vendor_id, name: name ?? 'N/A', ...(promises.get(vendor_id) ?? { delivered: 0, kept: 0 }) }
  })
  const nothing: Went = {
    ...{ orders: 0, sold_kobo: kobo(0), lost: 0, ready_minutes: null },
    ...{ stars: null, rated: 0, margin_kobo: kobo(0) },
  }
  return { all: rows.find(({ vendor_id }) => vendor_id === null)?.went ?? nothing, kitchens }
}

async function countKitchens(db: Db, { from, until }: Period) {
  const { rows } = await db.execute<{
    vendor_id: string | null
    name: string | null
    orders: number
    sold: string
    lost: number
    p50: number | null
    p90: number | null
    stars: number | null
    rated: number
    margin: string
  }>(sql`
    with placed as materialized (
      select ${orders.id} as id, ${orders.vendor_id} as vendor_id, ${ratings.food} as stars,
        case when ${orders.status} <> 'Cancelled' then ${orders.total_price} end as sold_for,
        ${orders.status} = 'Cancelled' and exists (select from ${order_history} as ended
          where ended.order_id = ${orders.id} and ended.verb in ('reject', 'lapse')) as is_lost,
        extract(epoch from ${movedAt('complete')} - ${begun_at}) / 60 as ready_minutes
      from ${order_history} join ${orders} on ${orders.id} = ${order_history.order_id}
        left join ${ratings} on ${ratings.order_id} = ${orders.id}
      where ${and(
        eq(order_history.verb, 'place'),
        gte(order_history.recorded_at, from),
        lt(order_history.recorded_at, until),
      )}
    ), margins as (
      select ${journal_entries.order_id} as id, -sum(${journal_entries.amount}) as margin
      from ${journal_entries} join placed on placed.id = ${journal_entries.order_id}
      where ${journal_entries.account} in ${[...own_accounts]} group by 1
    )
    select placed.vendor_id, max(${vendors.name}) as name, count(*)::int as orders,
      coalesce(sum(sold_for), 0)::numeric(14,2)::text as sold, (count(*) filter (where is_lost))::int as lost,
      (percentile_cont(0.5) within group (order by ready_minutes))::float8 as p50,
      (percentile_cont(0.9) within group (order by ready_minutes))::float8 as p90,
      avg(stars)::float8 as stars, count(stars)::int as rated,
      coalesce(sum(margin), 0)::numeric(14,2)::text as margin
    from placed left join margins on margins.id = placed.id
      left join ${vendors} on ${vendors.user_id} = placed.vendor_id
    group by grouping sets ((placed.vendor_id), ())
    order by count(*) desc, placed.vendor_id`)
  return rows.map(({ vendor_id, name, sold, p50, p90, margin, ...counts }) => ({
    vendor_id,
    name,
    went: {
      ...counts,
      sold_kobo: koboFromNaira(sold),
      margin_kobo: koboFromNaira(margin),
      ready_minutes: p50 === null || p90 === null ? null : { p50, p90 },
    },
  }))
}
