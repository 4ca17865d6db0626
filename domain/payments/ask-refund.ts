import type { Tx } from '../../db/open.ts'
import type { Kobo } from '../money.ts'
import { type RefundReason, refunds } from './tables.ts'

/**
 * Writes down that an amount of a payment goes back to the customer; the worker sends it (`sendRefund`). Part of the
 * commit that decided it, whose journal must credit the amount to `refunds_due`.
 */
export async function askRefund(
  tx: Tx,
  ask: { payment_id: string; amount: Kobo; reason: RefundReason; order_id?: number; now: Date },
): Promise<typeof refunds.$inferSelect> {
  const [refund] = await tx
    .insert(refunds)
    .values({
      payment_id: ask.payment_id,
      order_id: ask.order_id ?? null,
      amount: ask.amount,
      reason: ask.reason,
      created_at: ask.now,
      next_attempt_at: ask.now,
    })
    .returning()
  if (!refund) throw new Error('The refund was not stored')
  return refund
}
