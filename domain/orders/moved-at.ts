import { type SQL, sql } from 'drizzle-orm'
import type { OrderVerb } from './lifecycle.ts'
import { order_history, orders } from './tables.ts'
import { stands } from './taken-back.ts'

/** When an order was last moved so; null if it was not, or that was taken back. */
export function movedAt(verb: OrderVerb): SQL<Date | null> {
  return sql`(select ${order_history.moved_at} from ${order_history}
    where ${order_history.order_id} = ${orders.id} and ${order_history.verb} = ${verb} and ${stands}
    order by ${order_history.id} desc limit 1)`.mapWith(order_history.moved_at) as SQL<Date | null>
}
