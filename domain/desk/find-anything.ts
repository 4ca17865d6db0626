import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may, readsContacts } from '../admin-roles.ts'
import { searchCases } from '../cases/case-lists.ts'
import { listVendors } from '../catalog/admin-vendors.ts'
import { food, vendors } from '../catalog/tables.ts'
import { listRiders } from '../delivery/riders/list-riders.ts'
import { masked } from '../notifications/outbox/list-messages.ts'
import { listOrders } from '../orders/admin-orders.ts'
import { listTransactions } from '../reconciliation/transaction-list.ts'
import { holdsEveryWord, isIndexed, readSearch } from '../search.ts'

/** Of each kind; the lists have the rest. */
const MOST_OF_A_KIND = 5
/** One letter is everywhere; one figure may be an order. */
const SHORTEST_WORD = 2

export type FoundKind = 'orders' | 'vendors' | 'dishes' | 'riders' | 'cases' | 'transactions'

/** What was found: the row that its screen opens, and enough to recognise it. */
export type Found = { kind: FoundKind; id: number | string; title: string; about: string; status: string | null }

/**
 * What a search means anywhere: an order by its number, its customer's name, phone number in any spelling, mail
 * address, its dishes or its payment's reference; kitchens, riders and dishes by name; cases by number, or words of
 * their titles and notes; charges by reference or the provider's number, for who may see the money. At most five of
 * each kind, the newest first, found as quickly over a million orders.
 */
export async function findAnything(db: Db, actor: Pick<Actor, 'role' | 'admin_role'>, text: string): Promise<Found[]> {
  const search = readSearch(text)
  if (search.length < SHORTEST_WORD && !/^\d$/.test(search)) return []
  const found = await Promise.all([
    foundOrders(db, search, !readsContacts(actor)),
    foundVendors(db, search),
    foundRiders(db, search),
    foundDishes(db, search),
    foundCases(db, search),
    may(actor, 'see_money') && isReference(search) ? foundTransactions(db, search, readsContacts(actor)) : [],
  ])
  return found.flatMap((kind) => kind.slice(0, MOST_OF_A_KIND))
}

async function foundOrders(db: Db, search: string, hides_contacts: boolean): Promise<Found[]> {
  const { rows } = await listOrders(db, { search, filter: 'All', vendor_id: null, place: null, hides_contacts })
  return rows.map(({ id, customer_name, vendor_name, items, status }) => ({
    kind: 'orders',
    id,
    title: `Order ${id}`,
    about: `${customer_name}, ${vendor_name ?? 'N/A'}: ${items.map(({ name }) => name).join(', ')}`,
    status,
  }))
}

async function foundVendors(db: Db, search: string): Promise<Found[]> {
  const { rows } = await listVendors(db, { search, filter: 'All', place: null })
  return rows.map(({ user_id, name, email, landmark, status }) => ({
    kind: 'vendors',
    id: user_id,
    title: name ?? email,
    about: landmark ?? email,
    status,
  }))
}

async function foundRiders(db: Db, search: string): Promise<Found[]> {
  const { rows } = await listRiders(db, { search, filter: 'All', place: null })
  return rows.map(({ user_id, name, email, status }) => ({
    kind: 'riders',
    id: user_id,
    title: name ?? email,
    about: email,
    status,
  }))
}

/** Dishes on menus; the row that is opened is their kitchen. */
async function foundDishes(db: Db, search: string): Promise<Found[]> {
  if (!isIndexed(search)) return []
  const rows = await db
    .select({ id: food.vendor_id, dish: food.name, kitchen: vendors.name })
    .from(food)
    .innerJoin(vendors, eq(vendors.user_id, food.vendor_id))
    .where(holdsEveryWord(sql`search_text(${food.name})`, search))
    .orderBy(desc(food.id))
    .limit(MOST_OF_A_KIND)
  return rows.map(({ id, dish, kitchen }) => ({
    kind: 'dishes',
    id,
    title: dish,
    about: kitchen ?? 'N/A',
    status: null,
  }))
}

async function foundCases(db: Db, search: string): Promise<Found[]> {
  const rows = await searchCases(db, search, MOST_OF_A_KIND)
  return rows.map(({ of, has_it }) => ({
    kind: 'cases',
    id: of.id,
    title: `Case ${of.id}: ${of.title}`,
    about: has_it ? `${has_it} has it` : 'Nobody has it',
    status: of.status,
  }))
}

/** "CHOW-1700000304939-…", or the provider's number of a charge. */
const isReference = (search: string) => /^[a-z]+-\d/i.test(search) || /^\d{6,}$/.test(search)

async function foundTransactions(db: Db, search: string, contacts: boolean): Promise<Found[]> {
  const { rows } = await listTransactions(db, { search, place: null })
  return rows.map(({ id, tx_ref, customer_email, provider_transaction_id, status }) => ({
    kind: 'transactions',
    id,
    title: tx_ref,
    about:
      (contacts ? customer_email : customer_email && masked(customer_email)) || `number ${provider_transaction_id}`,
    status,
  }))
}
