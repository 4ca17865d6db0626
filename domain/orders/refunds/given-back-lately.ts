import { and, eq, gt, inArray, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { DAY_MS } from '../../clock.ts'
import { type Kobo, koboFromNaira } from '../../money.ts'
import { payments, refunds } from '../../payments/tables.ts'
import { orders } from '../tables.ts'

/**
 * How much of what was paid for an order, with the others of its checkout, admins gave back in the last 24 hours, in
 * kobo; failed refunds count too. 0 where there is no such order (docs/product.md#money-that-leaves).
 */
export async function givenBackLately(db: Db | Tx, order_id: number, now: Date): Promise<Kobo> {
  if (!Number.isSafeInteger(order_id)) return koboFromNaira('0')
  const paid = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.checkout_id, payments.checkout_id))
    .where(eq(orders.id, order_id))
  const [row] = await db
    .select({ total: sum(refunds.amount) })
    .from(refunds)
    .where(
      and(
        inArray(refunds.payment_id, paid),
        eq(refunds.asked_role, 'admin'),
        gt(refunds.created_at, new Date(now.getTime() - DAY_MS)),
      ),
    )
  return koboFromNaira(row?.total ?? '0')
}
