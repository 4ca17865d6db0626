import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { orders } from '../../orders/tables.ts'
import { payments } from '../../payments/tables.ts'
import { isUuid } from '../../plain-text.ts'
import { checkouts } from '../tables.ts'

/** Who gets a refund, and by what they paid ("card", "bank transfer"): it goes back the same way. */
export type RefundRecipient = { name: string; payment_type: string }

const recipient = {
  name: sql<string>`coalesce(${checkouts.first_name} || ' ' || ${checkouts.last_name}, '')`,
  payment_type: sql<string>`replace(${payments.payment_type}, '_', ' ')`,
}

/** Who gets what goes back of an order; null when there is no such order. */
export async function recipientOfOrder(db: Db, order_id: number): Promise<RefundRecipient | null> {
  const [found] = await db
    .select(recipient)
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .innerJoin(payments, and(eq(payments.checkout_id, checkouts.id), eq(payments.purpose, 'orders')))
    .where(eq(orders.id, order_id))
    .orderBy(desc(payments.recorded_at))
    .limit(1)
  return found ?? null
}

/** Who gets what goes back of a payment, with an empty name where it fits no checkout; null when there is none. */
export async function recipientOfPayment(db: Db, payment_id: string): Promise<RefundRecipient | null> {
  if (!isUuid(payment_id)) return null
  const [found] = await db
    .select(recipient)
    .from(payments)
    .leftJoin(checkouts, eq(checkouts.id, payments.checkout_id))
    .where(eq(payments.id, payment_id))
  return found ?? null
}
