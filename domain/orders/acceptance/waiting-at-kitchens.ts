import { and, count, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { orders } from '../tables.ts'

/** How many new orders wait for an answer in each of these kitchens now, by its id; none where one is missing. */
export async function waitingAtKitchens(
  db: Db,
  vendor_ids: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ vendor_id: orders.vendor_id, waiting: count() })
    .from(orders)
    .where(
      and(
        inArray(orders.vendor_id, [...vendor_ids]),
        eq(orders.status, 'Pending'),
        isNull(orders.reject_at),
        or(isNull(orders.begin_at), lte(orders.begin_at, now)),
      ),
    )
    .groupBy(orders.vendor_id)
  return new Map(rows.map(({ vendor_id, waiting }) => [vendor_id, waiting]))
}
