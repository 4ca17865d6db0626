import { eq, sql } from 'drizzle-orm'
import { noteDue } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import { type Mover, the_system } from '../lifecycle.ts'
import { type Kobo, koboFromNaira } from '../money.ts'
import type { RefundBearer } from './lifecycle.ts'
import { payments, type RefundLine, type RefundReason, refunds } from './tables.ts'

/**
 * Writes down that an amount of a payment must be refunded; the worker sends it (`sendRefund`). Part of the commit that
 * decided it, whose journal must credit the amount to `refunds_due`. Locks the payment. Throws a RangeError when more
 * would be refunded than was paid: callers check that first, so it would be a bug.
 */
export async function askRefund(
  tx: Tx,
  ask: {
    payment_id: string
    amount: Kobo
    reason: RefundReason
    order_id?: number
    /** The part of the amount that is the delivery fee; none when left out. */
    delivery_fee?: Kobo
    /** The part of it that is the order's tip; none when left out. */
    tip?: Kobo
    /** What a promotion had paid of the food and of the fee, and has again, besides the amount; none when left out. */
    promotion?: Kobo
    free_fee?: Kobo
    borne_by?: RefundBearer
    lines?: readonly RefundLine[]
    explanation?: string
    /** Who decided it: the system when left out. */
    by?: Mover
    request_key?: string
    now: Date
  },
): Promise<typeof refunds.$inferSelect> {
  const { by = the_system, now, ...values } = ask
  await refuseMoreThanPaid(tx, ask)
  const [refund] = await tx
    .insert(refunds)
    .values({ ...values, asked_role: by.role, asked_by: by.user_id, created_at: now, next_attempt_at: now })
    .returning()
  if (!refund) throw new Error('The refund was not stored')
  noteDue(tx, 'refund')
  return refund
}

async function refuseMoreThanPaid(tx: Tx, ask: { payment_id: string; amount: Kobo }): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, ask.payment_id)).for('no key update')
  const [asked] = await tx
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)::text` })
    .from(refunds)
    .where(eq(refunds.payment_id, ask.payment_id))
  const left = (payment?.amount ?? 0) - koboFromNaira(asked?.sum ?? '0')
  if (ask.amount > left) {
    throw new RangeError(`Payment ${ask.payment_id} cannot give ${ask.amount} of ${left} kobo back`)
  }
}
