import { eq, inArray } from 'drizzle-orm'
import { orders } from '../../domain/orders/tables.ts'
import { paidOrderFor } from '../paid-order.ts'
import type { TestApp } from '../start-app.ts'

/** Paid orders of a kitchen, the first and the last of them with a note. */
export async function notedOrders(
  app: TestApp,
  kitchen: { user_id: string },
  count: number,
  least = 1,
): Promise<number[]> {
  for (let placed = 0; placed < count; placed++) await paidOrderFor(app, kitchen, placed + least)
  const placed = await app.db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id)).orderBy(orders.id)
  const ids = placed.map(({ id }) => id)
  const customer_note = 'No pepper, please: it is for a child'
  await app.db
    .update(orders)
    .set({ customer_note })
    .where(inArray(orders.id, [ids[0] ?? 0, ids.at(-1) ?? 0]))
  return ids
}
