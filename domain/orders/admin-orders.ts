import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { hasDays } from '../list-sizes.ts'
import { countsOf, type ListView, onDays, plainView } from '../list-view.ts'
import type { Kobo } from '../money.ts'
import { margin_of_order } from '../payments/margin.ts'
import { payments } from '../payments/tables.ts'
import { holdsEveryWord, isIndexed, readSearch } from '../search.ts'
import { order_number } from './forms.ts'
import { type AdminFilter, admin_filters } from './lifecycle.ts'
import { matchesContact, readContact } from './match-contact.ts'
import { holdsWords } from './order-words.ts'
import { orders } from './tables.ts'

/** See docs/product.md#page-sizes. */
export const ADMIN_ORDERS_PER_PAGE = 5
/** A search that no index can narrow only covers this many of the newest orders. */
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
  collects: orders.collects,
  created_at: orders.created_at,
  margin_kobo: margin_of_order,
}

export type AdminOrderRow = Pick<
  typeof orders.$inferSelect,
  Exclude<keyof typeof row, 'vendor_name' | 'margin_kobo'>
> & {
  vendor_name: string | null
  /** What it left the platform so far; null where the books do not know. */
  margin_kobo: Kobo | null
}

/**
 * A page of all orders, newest first unless the view is rising. `search` is words from the names
 * of dishes and of the customer, or from the vendor's name, with or without accents; an order's number, a payment
 * reference, a phone number or a mail address is recognised and looked for as such. `among` are the only ones wanted.
 * Who reads no contacts (`hides_contacts`) finds nothing by one: a number that is shown in part could be tried out.
 */
export async function listOrders(
  db: Db,
  request: {
    search: string
    filter: AdminFilter
    vendor_id: string | null
    hides_contacts?: boolean
    among?: readonly number[] | null
    place: Place | null
    view?: ListView
  },
): Promise<Page<AdminOrderRow>> {
  const search = readSearch(request.search)
  return page(
    db,
    [
      request.vendor_id === null ? undefined : eq(orders.vendor_id, request.vendor_id),
      filtered(request.filter),
      request.among ? inArray(orders.id, [...request.among]) : undefined,
      search ? await matches(db, search, request.hides_contacts) : undefined,
      request.view && onDays(orders.created_at, request.view),
    ],
    request.place,
    request.view ?? plainView(ADMIN_ORDERS_PER_PAGE),
  )
}

/** The filters of the list, and how many orders each has. */
export const order_filters = Object.keys(admin_filters) as AdminFilter[]
export const countOrders = (db: Db) => countsOf(db, orders, order_filters, filtered)

const filtered = (filter: AdminFilter) =>
  filter === 'All' ? undefined : inArray(orders.status, [...admin_filters[filter]]).inlineParams()

async function page(db: Db, conditions: (SQL | undefined)[], place: Place | null, view: ListView) {
  const by_id = { column: orders.id, kind: 'number', of: (order: AdminOrderRow) => order.id } as const
  const by_time = {
    column: orders.created_at,
    kind: 'instant',
    of: (order: AdminOrderRow) => order.created_at,
  } as const
  // Days that are long ago are found in the index, not behind all that came since.
  const walk = keyset(hasDays(view) ? [by_time, by_id] : [by_id], place, view.size, view.rising)
  const found = await db
    .select(row)
    .from(orders)
    .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(and(...conditions, walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

async function matches(db: Db, search: string, hides_contacts = false): Promise<SQL | undefined> {
  const number = order_number.safeParse(search.replace(/^#/, ''))
  if (number.success && String(number.data).length < 10) {
    const by_number = eq(orders.id, number.data)
    return isIndexed(search) ? or(by_number, await matchesWords(db, search)) : by_number
  }
  const contact = readContact(search)
  if (contact) return hides_contacts ? sql`false` : matchesContact(contact)
  if (/^[A-Z]+-\d+-\w+$/i.test(search)) return eq(orders.checkout_id, checkoutPaidAs(search))
  return matchesWords(db, search)
}

async function matchesWords(db: Db, search: string): Promise<SQL | undefined> {
  if (!isIndexed(search)) {
    return sql`${orders.id} in (select newest.id from
      (select id, words from orders order by id desc limit ${LOOKED_THROUGH}) newest
      where ${holdsEveryWord(sql`newest.words`, search)})`
  }
  // A query of its own: vendors are few, and the plan for the orders depends on how many match.
  const named = await db
    .select({ user_id: vendors.user_id })
    .from(vendors)
    .where(holdsEveryWord(sql`search_text(${vendors.name})`, search))
  const ids = named.map(({ user_id }) => user_id)
  return or(await holdsWords(db, search), ids.length > 0 ? inArray(orders.vendor_id, ids) : undefined)
}

function checkoutPaidAs(tx_ref: string): SQL {
  return sql`(select ${payments.checkout_id} from ${payments}
    where ${payments.tx_ref} = ${tx_ref} and ${payments.purpose} = 'orders' limit 1)`
}
