import { and, desc, eq, or } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { payout_history, payouts } from './tables.ts'

/** See docs/product.md#page-sizes. */
export const PAYOUTS_PER_PAGE = 10

/** One page of a vendor's or a rider's own payouts, newest first, with how each one ended. */
export async function payoutHistory(db: Db, payee_id: string, wanted_page: number) {
  const own = or(eq(payouts.vendor_id, payee_id), eq(payouts.rider_id, payee_id))
  const total = await db.$count(payouts, own)
  const pages = Math.max(1, Math.ceil(total / PAYOUTS_PER_PAGE))
  const page = Math.min(Math.max(1, Math.trunc(wanted_page) || 1), pages)
  const rows = await db
    .select({
      id: payouts.id,
      amount: payouts.amount,
      status: payouts.status,
      created_at: payouts.created_at,
      paid_by: payouts.paid_by,
      paid_on: payouts.paid_on,
      bank_reference: payouts.bank_reference,
      closed_at: payouts.closed_at,
      /** Why it was cancelled. */
      reason: payout_history.reason,
    })
    .from(payouts)
    .leftJoin(payout_history, and(eq(payout_history.payout_id, payouts.id), eq(payout_history.verb, 'cancel')))
    .where(own)
    .orderBy(desc(payouts.id))
    .limit(PAYOUTS_PER_PAGE)
    .offset((page - 1) * PAYOUTS_PER_PAGE)
  return { payouts: rows, page, pages, total }
}
