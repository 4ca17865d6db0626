import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { AnnouncingDeps } from '../events.ts'
import { lockOrdersOfCheckout } from '../orders/refunds/refundable.ts'
import { orders } from '../orders/tables.ts'
import { chat_lines } from './tables.ts'

/**
 * The tracking page shows its customer what was written to them: none of it goes by text message any more that had not
 * gone by then. Answers how many lines that were new; safe to repeat.
 */
export async function readAsCustomer({ db, clock, announce }: AnnouncingDeps, checkout_id: string): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockOrdersOfCheckout(tx, checkout_id)
    const read = await tx
      .update(chat_lines)
      .set({
        read_at: now,
        sms_at: sql`case when ${chat_lines.sms_at} <= ${now.toISOString()} then ${chat_lines.sms_at} end`,
      })
      .where(
        and(
          inArray(
            chat_lines.order_id,
            tx.select({ id: orders.id }).from(orders).where(eq(orders.checkout_id, checkout_id)),
          ),
          ne(chat_lines.from_role, 'customer'),
          isNull(chat_lines.read_at),
        ),
      )
      .returning({ id: chat_lines.id })
    const line_ids = read.map(({ id }) => id)
    if (line_ids.length > 0) await announce(tx, { kind: 'lines_read', line_ids }, now)
    return line_ids.length
  })
}
