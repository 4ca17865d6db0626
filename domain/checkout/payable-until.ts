import { inArray } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { PAYABLE_MINUTES } from './poll-schedule.ts'
import type { CheckoutLine } from './tables.ts'

/** How long after closing time a vendor still takes an order whose payment had begun. */
const GRACE_MINUTES = 15

/**
 * Until when a window that opens at `now` can be paid: an hour, or 15 minutes after `closes_at`, when the first of its
 * vendors, or the marketplace, closes (docs/product.md#payment). A later payment goes back.
 */
export function payableUntil(closes_at: Date | null, now: Date): Date {
  const limit = closes_at ? minutesAfter(closes_at, GRACE_MINUTES) : Number.POSITIVE_INFINITY
  return new Date(Math.min(minutesAfter(now, PAYABLE_MINUTES), limit))
}

/** Whether every vendor of these lines is Active, so that money can still become their orders. */
export async function vendorsActive(tx: Tx, lines: readonly CheckoutLine[]): Promise<boolean> {
  const vendor_ids = [...new Set(lines.map(({ vendor_id }) => vendor_id))]
  const rows = await tx.select({ status: vendors.status }).from(vendors).where(inArray(vendors.user_id, vendor_ids))
  return rows.filter(({ status }) => status === 'Active').length === vendor_ids.length
}

const minutesAfter = (instant: Date, minutes: number) => instant.getTime() + minutes * 60_000
