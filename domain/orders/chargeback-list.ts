import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { chargebacks } from '../payments/chargebacks/tables.ts'
import { payments } from '../payments/tables.ts'
import { orders } from './tables.ts'

/** The first of the orders that a payment paid for, in a question for payments; its page names the others. */
export const first_order_of_payment = sql<number | null>`(select min(o.id) from ${orders} o
  where o.checkout_id = ${payments}.checkout_id)`.mapWith(orders.id)

/** The newest chargebacks, each with its order, and the currency of its payment where we know one. */
export function newestChargebacks(db: Db, most: number) {
  return db
    .select({ chargeback: chargebacks, currency: payments.currency, order_id: first_order_of_payment })
    .from(chargebacks)
    .leftJoin(payments, eq(payments.id, chargebacks.payment_id))
    .orderBy(desc(chargebacks.raised_at), desc(chargebacks.id))
    .limit(most)
}
