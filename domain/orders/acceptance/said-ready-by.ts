import { sql } from 'drizzle-orm'
import { order_history, orders } from '../tables.ts'
import { stands } from '../taken-back.ts'
import { begun_at } from './begun-at.ts'

/**
 * By when a kitchen said that an order is ready when it took it: the minutes with which the reason of that move begins,
 * from then or from when it was to be begun. More time that it asked for later does not change it. Null if it said
 * nothing.
 */
export const said_ready_by = sql<Date | null>`coalesce((
    select greatest(${order_history.moved_at}, ${begun_at})
      + substring(${order_history.reason} from '^[0-9]+')::int * interval '1 minute'
    from ${order_history}
    where ${order_history.order_id} = ${orders.id} and ${order_history.verb} = 'accept' and ${stands}
    order by ${order_history.id} desc limit 1
  ), ${orders.ready_by})`.mapWith(orders.ready_by)
