import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { workingDaysAfter } from '../clock.ts'
import type { Kobo } from '../money.ts'
import type { RefundStatus } from './lifecycle.ts'
import { payments, type RefundReason, refunds } from './tables.ts'

/** How long a bank takes to show a refund to a customer; the messages say so too. */
const BANK_WORKING_DAYS = 5

/** By when money is there that was asked for, or sent, at this instant. */
export const backBy = (at: Date): Date => workingDaysAfter(at, BANK_WORKING_DAYS)

/** Whether a refund should be there by now, and the provider has neither made nor refused its last sending. */
export function isSlowRefund(
  { status, created_at, round_at }: Pick<typeof refunds.$inferSelect, 'status' | 'created_at' | 'round_at'>,
  now: Date,
): boolean {
  return (status === 'Asked' || status === 'Sent') && backBy(round_at ?? created_at) < now
}

/** The same in SQL: five working days are a week, and less from a weekend on. */
export function isSlowRefundAt(now: Date) {
  const last_sent = sql`coalesce(${refunds.round_at}, ${refunds.created_at})`
  const weekday = sql`extract(isodow from ${last_sent} at time zone 'UTC' + interval '1 hour')`
  const days = sql`case ${weekday} when 6 then 6 when 7 then 5 else 7 end`
  return and(
    inArray(refunds.status, ['Asked', 'Sent']).inlineParams(),
    sql`${last_sent} < ${now.toISOString()}::timestamptz - ${days} * interval '24 hours'`,
  )
}

/** By what the provider knows a refund, for whoever asks its support about it: "its refund 8612". */
export const theirRefund = (of: {
  refund: Pick<typeof refunds.$inferSelect, 'provider_refund_id'>
  provider_transaction_id: string
}): string =>
  of.refund.provider_refund_id
    ? `its refund ${of.refund.provider_refund_id}`
    : `the refund of its transaction ${of.provider_transaction_id}`

/** A refund of a checkout, with what its customer is told. */
export type MoneyBack = {
  /** Null for a charge without an order, or the excess of one. */
  order_id: number | null
  amount: Kobo
  /** What of it is the checkout's delivery fee, and what the order's tip; the rest is food. */
  delivery_fee: Kobo
  tip: Kobo
  reason: RefundReason
  explanation: string | null
  status: RefundStatus
  asked_at: Date
  done_at: Date | null
  /** Sent by transfer from our own bank, not back the way it was paid. */
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
    delivery_fee: refund.delivery_fee,
    tip: refund.tip,
    reason: refund.reason,
    explanation: refund.explanation,
    status: refund.status,
    asked_at: refund.created_at,
    done_at: refund.done_at,
    by_bank: refund.bank_reference !== null,
  }))
}
