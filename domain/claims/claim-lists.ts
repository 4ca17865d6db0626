import { and, asc, desc, eq, inArray, ne, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { moverNames } from '../accounts/mover-names.ts'
import { vendors } from '../catalog/tables.ts'
import { keyset, type Page, type Place } from '../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../list-view.ts'
import { refundable } from '../orders/refunds/refundable.ts'
import { orders } from '../orders/tables.ts'
import { refunds } from '../payments/tables.ts'
import { isUuid } from '../plain-text.ts'
import { claimRoom, likelyBearer } from './claim-room.ts'
import { isOfSameCustomer } from './same-customer.ts'
import { claim_words, claims } from './tables.ts'

export const CLAIMS_PER_PAGE = 25

const row = { claim: claims, order: orders, vendor_name: vendors.name, refund: refunds }
export type ClaimRow = {
  claim: typeof claims.$inferSelect
  order: typeof orders.$inferSelect
  vendor_name: string | null
  refund: typeof refunds.$inferSelect | null
}

const rows = (db: Db, where: SQL | undefined) =>
  db
    .select(row)
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.order_id))
    .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(refunds, eq(refunds.id, claims.refund_id))
    .where(where)

/** A page of the claims that wait for an admin, or of those that are decided, newest first. */
export async function listClaims(
  db: Db,
  { open, place, view = plainView(CLAIMS_PER_PAGE) }: { open: boolean; place: Place | null; view?: ListView },
): Promise<Page<ClaimRow>> {
  const walk = keyset<ClaimRow>(
    [
      { column: claims.created_at, kind: 'instant', of: ({ claim }) => claim.created_at },
      { column: claims.id, kind: 'uuid', of: ({ claim }) => claim.id },
    ],
    place,
    view.size,
    view.rising,
  )
  const found = await rows(db, and(waits(open), onDays(claims.created_at, view), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

const waits = (open: boolean) => (open ? eq(claims.status, 'Open') : ne(claims.status, 'Open'))

/** The filters of the list, and how many claims each has. */
export const claim_filters = ['Open', 'Decided'] as const
export const countClaims = (db: Db) => countsOf(db, claims, claim_filters, (filter) => waits(filter === 'Open'))

/**
 * One claim with what helps to decide it: its words, other claims of its phone or customer, what can go back for it,
 * and who probably bears that, where its kind says so. Null when there is none.
 */
export async function findClaim(db: Db, claim_id: string) {
  if (!isUuid(claim_id)) return null
  const [found] = await rows(db, eq(claims.id, claim_id))
  if (!found) return null
  const { claim, order } = found
  const [words, others, room, nameOf] = await Promise.all([
    wordsOf(db, [claim.id]),
    db
      .select({ id: claims.id, status: claims.status, order_id: claims.order_id })
      .from(claims)
      .innerJoin(orders, eq(orders.id, claims.order_id))
      .where(and(or(eq(orders.customer_phone, order.customer_phone), isOfSameCustomer(order)), ne(claims.id, claim.id)))
      .orderBy(desc(claims.created_at))
      .limit(10),
    refundable(db, order.checkout_id),
    moverNames(db, claim.decided_role ? [{ role: claim.decided_role, user_id: claim.decided_by }] : []),
  ])
  return {
    ...found,
    words,
    others,
    most: await claimRoom(db, room, claim),
    likely_bearer: likelyBearer(claim.kind),
    decided_by: claim.decided_role && nameOf({ role: claim.decided_role, user_id: claim.decided_by }),
  }
}

export type OrderClaim = Pick<
  typeof claims.$inferSelect,
  'order_id' | 'kind' | 'status' | 'lines' | 'photo' | 'reason' | 'created_at' | 'decided_at'
> & { gave_back: boolean; words: readonly { text: string; said_at: Date }[] }

/** What customers wrote in some claims, oldest first. */
export function wordsOf(db: Db, claim_ids: readonly string[]) {
  return db
    .select()
    .from(claim_words)
    .where(inArray(claim_words.claim_id, [...claim_ids]))
    .orderBy(asc(claim_words.id))
}

/** The claims of some orders as their customer sees them, oldest first. */
export async function claimsOfOrders(db: Db, order_ids: readonly number[]): Promise<OrderClaim[]> {
  const found = await db
    .select()
    .from(claims)
    .where(inArray(claims.order_id, [...order_ids]))
    .orderBy(asc(claims.created_at), asc(claims.id))
  if (found.length === 0) return []
  const said = await wordsOf(
    db,
    found.map(({ id }) => id),
  )
  return found.map(({ id, order_id, kind, status, lines, photo, reason, created_at, decided_at, refund_id }) => ({
    ...{ order_id, kind, status, lines, photo, reason, created_at, decided_at },
    gave_back: refund_id !== null,
    words: said.filter(({ claim_id }) => claim_id === id).map(({ text, said_at }) => ({ text, said_at })),
  }))
}
