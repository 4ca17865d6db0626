import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { riders } from '../delivery/tables.ts'
import { readRange, type Taken } from '../keyset.ts'
import type { PayoutStatus } from './lifecycle.ts'
import { payouts } from './tables.ts'

/**
 * All payouts of vendors and riders of a status (null: all), requested from `since` until before `before`, oldest
 * first, in portions.
 */
export function exportPayouts(db: Db, range: { status: PayoutStatus | null } & Taken) {
  const { status } = range
  return readRange({ id: payouts.id, at: payouts.created_at }, range, (where, limit) =>
    db
      .select({
        id: payouts.id,
        created_at: payouts.created_at,
        closed_at: payouts.closed_at,
        status: payouts.status,
        payee_name: sql<string | null>`coalesce(${vendors.name}, ${riders.name})`,
        amount: payouts.amount,
        bank_name: payouts.bank_name,
        account_number: payouts.account_number,
        account_name: payouts.account_name,
        paid_by: payouts.paid_by,
        bank_reference: payouts.bank_reference,
      })
      .from(payouts)
      .leftJoin(vendors, eq(vendors.user_id, payouts.vendor_id))
      .leftJoin(riders, eq(riders.user_id, payouts.rider_id))
      .where(and(where, status === null ? undefined : eq(payouts.status, status)))
      .orderBy(payouts.id)
      .limit(limit),
  )
}
