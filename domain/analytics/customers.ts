import { sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { campusDate, campusMonth, DAY_MS, monthAfter } from '../clock.ts'
import { order_history, orders } from '../orders/tables.ts'
import type { Period } from './period.ts'

/** Customers are told apart by their phone number. Orders that were cancelled do not count. */
export type Customers = {
  orders: number
  /** How many of them came from a number that had ordered before. */
  repeated: number
  customers: number
  /** How many of these had not ordered before the period. */
  first_timers: number
}

/** Who ordered in a period, and how many of them not for the first time. */
export async function customersIn(db: Db, { from, until }: Period): Promise<Customers> {
  const { rows } = await db.execute<Customers>(sql`
    with placed as materialized (
      select ${orders.id} as id, ${orders.customer_phone} as phone
      from ${order_history} join ${orders} on ${orders.id} = ${order_history.order_id}
      where ${order_history.verb} = 'place' and ${order_history.recorded_at} >= ${from}
        and ${order_history.recorded_at} < ${until} and ${orders.status} <> 'Cancelled'
    ), first_of as (
      select phone, min(id) as id from placed group by phone
    ), told as (
      select not exists (select from ${orders} where ${orders.customer_phone} = first_of.phone
        and ${orders.id} < first_of.id and ${orders.status} <> 'Cancelled') as is_new
      from first_of
    )
    select (select count(*) from placed)::int as orders,
      ((select count(*) from placed) - count(*) filter (where is_new))::int as repeated,
      count(*)::int as customers, (count(*) filter (where is_new))::int as first_timers
    from told`)
  return rows[0] ?? { orders: 0, repeated: 0, customers: 0, first_timers: 0 }
}

export type Cohort = {
  /** The month of their first order, '2026-11'. */
  month: string
  customers: number
  /** How many of them ordered in the month after, in the second after it, and so on, until this month. */
  came_back: number[]
}

const SHOWN_MONTHS = 6
const LONGEST_MONTH_DAYS = 31

/** Those who ordered for the first time in one of the last six months, and how many came back in which month. */
export async function cohorts(db: Db, now: Date): Promise<Cohort[]> {
  const month = (at: unknown) => sql`to_char(${at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM')`
  const since = new Date(now.getTime() - SHOWN_MONTHS * LONGEST_MONTH_DAYS * DAY_MS)
  const { rows } = await db.execute<{ first_month: string; month: string; customers: number }>(sql`
    with lately as materialized (
      select distinct ${orders.customer_phone} as phone, ${month(orders.created_at)} as month
      from ${orders} where ${orders.created_at} >= ${since} and ${orders.status} <> 'Cancelled'
    ), first_of as (
      select phone, min(month) as first_month from lately
      where not exists (select from ${orders} where ${orders.customer_phone} = phone
        and ${orders.created_at} < ${since} and ${orders.status} <> 'Cancelled')
      group by phone
    )
    select first_month, month, count(*)::int as customers
    from first_of join lately using (phone) group by 1, 2 order by 1, 2`)
  const months = lastMonths(now)
  return months.map((first_month, place) => {
    const of = (name: string) =>
      rows.find((row) => row.first_month === first_month && row.month === name)?.customers ?? 0
    return { month: first_month, customers: of(first_month), came_back: months.slice(place + 1).map(of) }
  })
}

/** The names of the last six months on the campus, this one last. */
function lastMonths(now: Date): string[] {
  const month = campusMonth(campusDate(now).slice(0, 7))
  if (!month) throw new Error('This month has a name')
  return Array.from({ length: SHOWN_MONTHS }, (_, place) => monthAfter(month, place + 1 - SHOWN_MONTHS))
}
