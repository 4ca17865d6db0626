import { sql } from 'drizzle-orm'
import { deliveries, incidents } from '../tables.ts'

/**
 * When a delivery was at its customer's door: once it is closed, or earlier, where its rider waited there and nobody
 * came (decision 106). Null for one that is still on its way.
 */
export const at_door = sql<Date | null>`least(${deliveries}.closed_at, (
    select min(waited.happened_at) from ${incidents} as waited
    where waited.delivery_id = ${deliveries}.id
      and (waited.reason = 'customer_absent' or waited.waits_until is not null)
  ))`.mapWith(deliveries.closed_at)
