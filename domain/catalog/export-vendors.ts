import { and, inArray } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { readRange, type Taken } from '../keyset.ts'
import { type VendorStatusFilter, vendor_status_filters } from './lifecycle.ts'
import { vendors } from './tables.ts'

/** All vendors of a status registered from `since` until before `before`, oldest first, in portions. */
export function exportVendors(db: Db, range: { filter: VendorStatusFilter } & Taken) {
  const { filter } = range
  return readRange({ id: vendors.id, at: vendors.created_at }, range, (where, limit) =>
    db
      .select({
        id: vendors.id,
        name: vendors.name,
        email: vendors.email,
        phone: vendors.phone,
        landmark: vendors.landmark,
        address: vendors.address,
        category: vendors.category,
        status: vendors.status,
        rating: vendors.rating,
        commission_percent: vendors.commission_percent,
        bank_name: vendors.bank_name,
        account_number: vendors.account_number,
        account_name: vendors.account_name,
        created_at: vendors.created_at,
      })
      .from(vendors)
      .where(and(where, filter === 'All' ? undefined : inArray(vendors.status, vendor_status_filters[filter])))
      .orderBy(vendors.id)
      .limit(limit),
  )
}
