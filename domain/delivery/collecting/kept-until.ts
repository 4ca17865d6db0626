import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { order_history } from '../../orders/tables.ts'
import { COLLECTING } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { order_promises } from '../tables.ts'

/**
 * How long a kitchen keeps food that its customer collects: so many minutes after it was ready, and not sooner than
 * after the end of the window promised first. Null while it is not ready.
 */
export async function keptUntil(db: Db | Tx, order_id: number): Promise<Date | null> {
  const [ready] = await db
    .select({ at: order_history.moved_at, promised_until: order_promises.first_promised_until })
    .from(order_history)
    .leftJoin(order_promises, eq(order_promises.order_id, order_history.order_id))
    .where(and(eq(order_history.order_id, order_id), eq(order_history.verb, 'complete')))
    .orderBy(desc(order_history.id))
    .limit(1)
  if (!ready) return null
  const { keep_minutes } = await readSetting(db, COLLECTING)
  const from_ms = Math.max(ready.at.getTime(), ready.promised_until?.getTime() ?? 0)
  return new Date(from_ms + keep_minutes * 60_000)
}
