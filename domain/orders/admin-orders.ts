import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { vendors } from '../catalog/tables.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { payments } from '../payments/tables.ts'
import { order_number } from './forms.ts'
import { type AdminFilter, admin_filters } from './lifecycle.ts'
import { matchesContact, readContact } from './match-contact.ts'
import { orders } from './tables.ts'

/** Spec §9. */
export const ADMIN_ORDERS_PER_PAGE = 5
const SHORTEST_INDEXED = 3
const LOOKED_THROUGH = 5000

const row = {
  id: orders.id,
  customer_name: orders.customer_name,
  vendor_id: orders.vendor_id,
  vendor_name: vendors.name,
  items: orders.items,
  total_price: orders.total_price,
  grand_total: orders.grand_total,
  status: orders.status,
  created_at: orders.created_at,
}

export type AdminOrderRow = Pick<typeof orders.$inferSelect, Exclude<keyof typeof row, 'vendor_name'>> & {
  vendor_name: string | null
}

/**
 * A page of all orders, newest first (spec §2). `search` is part of a dish's name, with or without its accents; what looks
 * like an order's number, a payment reference, a phone number or a mail address is looked for as one.
 */
export async function listOrders(
  db: Db,
  request: { search: string; filter: AdminFilter; vendor_id: string | null; place: Place | null },
): Promise<Page<AdminOrderRow>> {
  const search = request.search.trim().slice(0, 80)
  return page(
    db,
    [
      request.vendor_id === null ? undefined : eq(orders.vendor_id, request.vendor_id),
      request.filter === 'All' ? undefined : inArray(orders.status, admin_filters[request.filter]),
      search ? matches(search) : undefined,
    ],
    request.place,
    ADMIN_ORDERS_PER_PAGE,
  )
}

async function page(db: Db, conditions: (SQL | undefined)[], place: Place | null, size: number) {
  const walk = keyset<AdminOrderRow>(
    [{ column: orders.id, kind: 'number', of: (order) => order.id }],
    place,
    size,
  )
  const found = await db
    .select(row)
    .from(orders)
    .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(and(...conditions, walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

function matches(search: string): SQL | undefined {
  const number = order_number.safeParse(search.replace(/^#/, ''))
  if (number.success && String(number.data).length < 10) {
    const by_number = eq(orders.id, number.data)
    return search.length < SHORTEST_INDEXED ? by_number : or(by_number, matchesDish(search))
  }
  const contact = readContact(search)
  if (contact) return matchesContact(contact)
  if (/^[A-Z]+-\d+-\w+$/i.test(search)) return eq(orders.checkout_id, checkoutPaidAs(search))
  return matchesDish(search)
}

/** One or two letters are in no index of trigrams: they are looked for in the newest orders only. */
function matchesDish(search: string): SQL | undefined {
  const pattern = sql`search_text(${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`
  if (search.length >= SHORTEST_INDEXED) return sql`dish_names(${orders.items}) like ${pattern}`
  return sql`${orders.id} in (select newest.id from
    (select id, items from orders order by id desc limit ${LOOKED_THROUGH}) newest
    where dish_names(newest.items) like ${pattern})`
}

function checkoutPaidAs(tx_ref: string): SQL {
  return sql`(select ${payments.checkout_id} from ${payments}
    where ${payments.tx_ref} = ${tx_ref} and ${payments.purpose} = 'orders' limit 1)`
}
