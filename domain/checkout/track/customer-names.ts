import { and, desc, max, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { holdsWords } from '../../orders/order-words.ts'
import { orders } from '../../orders/tables.ts'
import { holdsEveryWord, isIndexed, readSearch } from '../../search.ts'

const CUSTOMERS_SHOWN = 25
/** For a common name, the newest orders must do. */
const ORDERS_LOOKED_THROUGH = 200

export type NamedCustomer = { customer_name: string; customer_phone: string; last_order: Date }

/** Words of a name, to look customers up by; null if too short, with a digit or without a letter. */
export function readName(text: string): string | null {
  const name = readSearch(text).toLowerCase()
  return isIndexed(name) && /\p{L}/u.test(name) && !name.includes('@') ? name : null
}

/**
 * Customers whose name holds every one of these words, latest order first, one row per name and phone number; at most
 * 25 of them, from the newest two hundred orders with that name.
 */
export async function customersNamed(db: Db, name: string): Promise<NamedCustomer[]> {
  const newest = db
    .select({
      id: orders.id,
      customer_name: orders.customer_name,
      customer_phone: orders.customer_phone,
      created_at: orders.created_at,
    })
    .from(orders)
    // The first condition uses the index; the second leaves out those who only ordered something of that name.
    .where(and(await holdsWords(db, name), holdsEveryWord(sql`split_part(${orders.words}, E'\\n', -1)`, name)))
    .orderBy(desc(orders.id))
    .limit(ORDERS_LOOKED_THROUGH)
    .as('newest')
  const { customer_name, customer_phone, created_at } = newest
  return db
    .select({ customer_name, customer_phone, last_order: max(created_at).mapWith(orders.created_at) })
    .from(newest)
    .groupBy(customer_name, customer_phone)
    .orderBy(desc(max(newest.id)))
    .limit(CUSTOMERS_SHOWN) as Promise<NamedCustomer[]>
}
