import { sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
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
