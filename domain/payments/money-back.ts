import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Kobo } from '../money.ts'
import type { RefundStatus } from './lifecycle.ts'
import { payments, type RefundReason, refunds } from './tables.ts'

/** Money of a checkout that goes back, or went, as its customer is told of it. */
export type MoneyBack = {
  /** Null for a charge that became no order, or was more than was due. */
  order_id: number | null
  amount: Kobo
  reason: RefundReason
  explanation: string | null
  status: RefundStatus
  asked_at: Date
  done_at: Date | null
  /** Paid by transfer from our own bank, and not the way it was paid in. */
  by_bank: boolean
}

/** Every refund of a checkout's charges, oldest first. */
export async function moneyBackOf(db: Db | Tx, checkout_id: string): Promise<MoneyBack[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(payments.checkout_id, checkout_id))
    .orderBy(refunds.created_at, refunds.id)
  return rows.map(({ refund }) => ({
    order_id: refund.order_id,
    amount: refund.amount,
    reason: refund.reason,
    explanation: refund.explanation,
    status: refund.status,
    asked_at: refund.created_at,
    done_at: refund.done_at,
    by_bank: refund.bank_reference !== null,
  }))
}
