import { and } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { readRange, type Taken } from '../../keyset.ts'
import type { RiderFilter } from '../lifecycle.ts'
import { riders } from '../tables.ts'
import { filtered } from './list-riders.ts'

/** All riders of a status registered from `since` until before `before`, oldest first, in portions. */
export function exportRiders(db: Db, range: { filter: RiderFilter } & Taken) {
  const { filter } = range
  return readRange({ id: riders.id, at: riders.created_at }, range, (where, limit) =>
    db
      .select({
        id: riders.id,
        name: riders.name,
        email: riders.email,
        phone: riders.phone,
        vehicle: riders.vehicle,
        landmark: riders.landmark,
        status: riders.status,
        bank_name: riders.bank_name,
        account_number: riders.account_number,
        account_name: riders.account_name,
        created_at: riders.created_at,
      })
      .from(riders)
      .where(and(where, filtered(filter)))
      .orderBy(riders.id)
      .limit(limit),
  )
}
