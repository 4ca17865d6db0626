import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Kobo, koboFromNaira } from '../../money.ts'
import { accounts, paid_kinds } from '../../payments/ledger.ts'
import { journal_entries, journals } from '../../payments/tables.ts'
import { order_history } from '../tables.ts'

export type DayFigures = {
  /** The date on the campus, 'YYYY-MM-DD'. */
  day: string
  orders: number
  revenue: Kobo
  own_revenue: Kobo
}

/**
 * The figures of the days between two instants, counted from append-only tables: the orders' history and the books.
 * Revenue (kobo) is what customers paid for orders, with the delivery fee once per checkout (docs/product.md#books) and
 * without tips, less what was refunded on that day; a short payment counts on the day on which it was accepted. Own
 * revenue is the platform's part of it: commission and delivery fees, less the riders' pay and what promotions cost.
 * Days without events are left out.
 */
export async function countDays(db: Db | Tx, from: Date, until: Date): Promise<DayFigures[]> {
  const campusDay = (instant: unknown) => sql`to_char(${instant} at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD')`
  const { rows } = await db.execute<{
    day: string
    orders: number
    revenue: string
    own_revenue: string
  }>(sql`
    with moves as (
      select ${campusDay(order_history.recorded_at)} as day,
        (count(*) filter (where ${order_history.verb} = 'place'))::int as orders
      from ${order_history}
      where ${order_history.recorded_at} >= ${from} and ${order_history.recorded_at} < ${until}
      group by 1
    ), money as (
      select ${campusDay(journals.recorded_at)} as day,
        sum(case
          when ${journals.kind} in ${paid_kinds} and (${journal_entries.account} like 'vendor:%'
            or ${journal_entries.account}
              in (${accounts.delivery_fees}, ${accounts.commission}, ${accounts.promotions}, ${accounts.shortfalls}))
            then -${journal_entries.amount}
          when ${journals.kind} in ('order_refunded', 'order_given_back')
            and ${journal_entries.account} in (${accounts.refunds_due}, ${accounts.tips}) then ${journal_entries.amount}
          else 0 end) as revenue,
        sum(case when ${journal_entries.account} in (
          ${accounts.delivery_fees}, ${accounts.commission}, ${accounts.rider_top_ups}, ${accounts.promotions})
          then -${journal_entries.amount} else 0 end) as own_revenue
      from ${journals} join ${journal_entries} on ${journal_entries.journal_id} = ${journals.id}
      where ${journals.recorded_at} >= ${from} and ${journals.recorded_at} < ${until}
      group by 1
    )
    select coalesce(moves.day, money.day) as day, coalesce(orders, 0) as orders,
      coalesce(revenue, 0)::numeric(14,2)::text as revenue,
      coalesce(own_revenue, 0)::numeric(14,2)::text as own_revenue
    from moves full join money on money.day = moves.day order by 1`)
  return rows.map((row) => ({
    ...row,
    revenue: koboFromNaira(row.revenue),
    own_revenue: koboFromNaira(row.own_revenue),
  }))
}
