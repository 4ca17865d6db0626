import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { audit_log } from '../audit/tables.ts'
import { delivery_history, riders } from '../delivery/tables.ts'
import { order_history } from '../orders/tables.ts'
import { journals } from '../payments/tables.ts'
import { payout_history } from '../payouts/tables.ts'

/**
 * A text that differs from the one before whenever an order, a delivery or a payout has moved, a rider came or went, an admin
 * has acted or money was booked. Looks at the end of an index, and at the riders on duty: an admin's open screen asks every few seconds, and nobody who makes a move has to tell
 * the admins.
 */
export async function deskPulse(db: Db): Promise<string> {
  const newest = (
    table:
      | typeof order_history
      | typeof delivery_history
      | typeof payout_history
      | typeof audit_log
      | typeof journals,
  ) => sql`coalesce((select max(${table.id}) from ${table}), 0)`
  const { rows } = await db.execute<{ pulse: string }>(
    sql`select concat_ws('.', ${newest(order_history)}, ${newest(delivery_history)}, ${newest(payout_history)},
      ${newest(audit_log)}, ${newest(journals)},
      (select concat_ws('-', count(*), max(${riders.on_duty_since})) from ${riders}
        where ${riders.on_duty_since} is not null)) as pulse`,
  )
  return rows[0]?.pulse ?? ''
}
