import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { decisionsAbout } from '../audit/decisions-about.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../list-view.ts'
import { phoneDigits } from '../phone.ts'
import { holdsEveryWord, readSearch } from '../search.ts'
import { type VendorStatusFilter, vendor_status_filters } from './lifecycle.ts'
import { isLocked } from './registration/own-profile.ts'
import { vendors } from './tables.ts'

/** See docs/product.md#page-sizes. */
export const ADMIN_VENDORS_PER_PAGE = 25

const row = {
  id: vendors.id,
  user_id: vendors.user_id,
  name: vendors.name,
  email: vendors.email,
  phone: vendors.phone,
  landmark: vendors.landmark,
  category: vendors.category,
  status: vendors.status,
  suspended_reason: vendors.suspended_reason,
  created_at: vendors.created_at,
}

export type AdminVendorRow = Pick<typeof vendors.$inferSelect, keyof typeof row>

/**
 * A page of all vendors, the newest first unless the view says otherwise; `search` is part of a name, a mail address or
 * a phone number.
 */
export async function listVendors(
  db: Db,
  request: {
    search: string
    filter: VendorStatusFilter
    /** The only ones wanted; all of them where nothing is said. */
    among?: readonly string[] | null
    place: Place | null
    view?: ListView
  },
): Promise<Page<AdminVendorRow>> {
  const search = readSearch(request.search)
  const view = request.view ?? plainView(ADMIN_VENDORS_PER_PAGE)
  const walk = keyset<AdminVendorRow>(
    [{ column: vendors.id, kind: 'number', of: (vendor) => vendor.id }],
    request.place,
    view.size,
    view.rising,
  )
  const found = await db
    .select(row)
    .from(vendors)
    .where(
      and(
        filtered(request.filter),
        request.among ? inArray(vendors.user_id, [...request.among]) : undefined,
        search ? matches(search) : undefined,
        onDays(vendors.created_at, view),
        walk.where,
      ),
    )
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

/** The filters of the list, and how many vendors each has. */
export const vendor_filters = Object.keys(vendor_status_filters) as VendorStatusFilter[]
export const countVendors = (db: Db) => countsOf(db, vendors, vendor_filters, filtered)

const filtered = (filter: VendorStatusFilter) =>
  filter === 'All' ? undefined : inArray(vendors.status, [...vendor_status_filters[filter]])

function matches(search: string): SQL | undefined {
  const digits = phoneDigits(search)
  return or(
    holdsEveryWord(sql`search_text(${vendors.name})`, search),
    holdsEveryWord(sql`search_text(${vendors.email})`, search),
    digits ? sql`regexp_replace(${vendors.phone}, '\\D', '', 'g') like ${`%${digits}%`}` : undefined,
  )
}

/**
 * One vendor for an admin, with what admins decided about it, newest first. Of the bank account it shows the last four
 * digits. Null when there is no such vendor.
 */
export async function vendorFile(db: Db, vendor_id: string) {
  if (!z.uuid().safeParse(vendor_id).success) return null
  const [found] = await db
    .select({ vendor: vendors, suspended_at: users.suspended_at })
    .from(vendors)
    .leftJoin(users, eq(users.id, vendors.user_id))
    .where(eq(vendors.user_id, vendor_id))
  if (!found) return null
  const decisions = await decisionsAbout(db, `vendor:${vendor_id}`)
  const { account_number, ...vendor } = found.vendor
  return {
    vendor: { ...vendor, account_number: account_number && `••••••${account_number.slice(-4)}` },
    locked: isLocked(found.vendor),
    signed_out: found.suspended_at !== null,
    decisions,
  }
}

export type VendorFile = NonNullable<Awaited<ReturnType<typeof vendorFile>>>

/** A vendor's name, for a list that is filtered by it. Null when there is no such vendor. */
export async function vendorName(db: Db, vendor_id: string | null) {
  if (!z.uuid().safeParse(vendor_id).success || vendor_id === null) return null
  const [found] = await db
    .select({ user_id: vendors.user_id, name: vendors.name, email: vendors.email })
    .from(vendors)
    .where(eq(vendors.user_id, vendor_id))
  return found ?? null
}
