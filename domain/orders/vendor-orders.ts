import { and, desc, eq, inArray, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { order_number } from './forms.ts'
import { type VendorFilter, vendor_filters } from './lifecycle.ts'
import { missingOfOrders } from './missing-dish/missing-of-orders.ts'
import { leftOfOrders } from './refunds/left-of-orders.ts'
import { order_history, orders } from './tables.ts'
import { ticket_columns } from './ticket-columns.ts'
import { undoables } from './undo-window.ts'

/** See docs/product.md#page-sizes. */
export const VENDOR_ORDERS_PER_PAGE = 25
/** Of two days; what is beyond them shows as the first ones are begun. */
const MOST_FOR_LATER = 100

const row = { ...ticket_columns, vendor_promotion: orders.vendor_promotion }

/**
 * One page of a vendor's own orders, newest first. `search` is an order id or part of a dish's name, with or without
 * its accents. There is no count, so that the page stays as cheap in ten years.
 */
export async function listVendorOrders(
  db: Db,
  vendor_id: string,
  request: { search: string; filter: VendorFilter; page: number; now: Date },
) {
  const search = request.search.trim().slice(0, 80)
  const page = Math.min(Math.max(1, Math.trunc(request.page) || 1), 10_000)
  const found = await db
    .select(row)
    .from(orders)
    .where(
      and(
        eq(orders.vendor_id, vendor_id),
        request.filter === 'All' ? undefined : inArray(orders.status, vendor_filters[request.filter]),
        search ? matches(search) : not(isForLater(request.now)),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(VENDOR_ORDERS_PER_PAGE + 1)
    .offset((page - 1) * VENDOR_ORDERS_PER_PAGE)
  return {
    orders: await asShown(db, found.slice(0, VENDOR_ORDERS_PER_PAGE), request.now),
    page,
    has_more: found.length > VENDOR_ORDERS_PER_PAGE,
  }
}

/** Ordered for later, and not yet to be begun: it stands in a list of its own. */
export const isForLater = (now: Date) =>
  sql`(${orders.begin_at} is not null and ${orders.begin_at} > ${now} and ${orders.status} in ('Pending', 'Accepted'))`

/** What this vendor has to cook later, the first one first. */
export async function ordersForLater(db: Db, vendor_id: string, now: Date) {
  const found = await db
    .select(row)
    .from(orders)
    .where(and(eq(orders.vendor_id, vendor_id), isForLater(now)))
    .orderBy(orders.begin_at, orders.id)
    .limit(MOST_FOR_LATER)
  return asShown(db, found, now)
}

type Found = Parameters<typeof leftOfOrders>[1][number] & { reject_at: Date | null }

/** What is left of these orders, what was out of them, and what can be taken back. */
async function asShown<Order extends Found>(db: Db, found: readonly Order[], now: Date) {
  const left = await leftOfOrders(db, found)
  const undo = await undoables(db, found, now)
  const missing = await missingOfOrders(
    db,
    found.map(({ id }) => id),
  )
  return left.map((order) => ({
    ...order,
    undo: undo.get(order.id) ?? null,
    missing: missing.filter(({ order_id }) => order_id === order.id),
  }))
}

function matches(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const by_dish = sql`exists (
    select 1 from jsonb_array_elements(${orders.items}) item
    where search_text(item ->> 'name') like search_text(${pattern}))`
  const id = order_number.safeParse(search.replace(/^#/, ''))
  return id.success ? or(eq(orders.id, id.data), by_dish) : by_dish
}

/** One of the vendor's orders with everything needed to cook it, and its history; null when it is another vendor's. */
export async function findVendorOrder(db: Db, vendor_id: string, order_id: number, now: Date) {
  if (!order_number.safeParse(order_id).success) return null
  const found = await db
    .select({
      ...row,
      customer_phone: orders.customer_phone,
      customer_address: orders.customer_address,
      meet_at: orders.meet_at,
    })
    .from(orders)
    .where(and(eq(orders.id, order_id), eq(orders.vendor_id, vendor_id)))
  const [order] = await asShown(db, found, now)
  if (!order) return null
  const history = await db
    .select({
      id: order_history.id,
      to_status: order_history.to_status,
      verb: order_history.verb,
      role: order_history.role,
      user_id: order_history.user_id,
      reason: order_history.reason,
      moved_at: order_history.moved_at,
    })
    .from(order_history)
    .where(eq(order_history.order_id, order_id))
    .orderBy(order_history.id)
  return { ...order, history }
}
