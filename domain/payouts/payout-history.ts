import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { payouts } from './tables.ts'

/** Spec §9. */
export const PAYOUTS_PER_PAGE = 10

/** One page of a vendor's own payouts, newest first (spec §2). */
export async function payoutHistory(db: Db, vendor_id: string, wanted_page: number) {
  const total = await db.$count(payouts, eq(payouts.vendor_id, vendor_id))
  const pages = Math.max(1, Math.ceil(total / PAYOUTS_PER_PAGE))
  const page = Math.min(Math.max(1, Math.trunc(wanted_page) || 1), pages)
  const rows = await db
    .select({
      id: payouts.id,
      amount: payouts.amount,
      status: payouts.status,
      created_at: payouts.created_at,
    })
    .from(payouts)
    .where(eq(payouts.vendor_id, vendor_id))
    .orderBy(desc(payouts.id))
    .limit(PAYOUTS_PER_PAGE)
    .offset((page - 1) * PAYOUTS_PER_PAGE)
  return { payouts: rows, page, pages, total }
}
