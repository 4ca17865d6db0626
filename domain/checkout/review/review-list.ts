import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { users } from '../../accounts/tables.ts'
import { keyset, type Page, type Place } from '../../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../../list-view.ts'
import type { Kobo } from '../../money.ts'
import { orders } from '../../orders/tables.ts'
import { payments, type RefundReason, refunds, review_cases } from '../../payments/tables.ts'
import { isUuid } from '../../plain-text.ts'
import { checkouts } from '../tables.ts'
import type { RefundRecipient } from './refund-recipient.ts'

export const REVIEWS_PER_PAGE = 25

/** What the system sent back by itself, because it never became an order or was too much. */
const sent_back_reasons: RefundReason[] = ['excess', 'late', 'duplicate', 'kitchen_unavailable']

export type ReviewRow = {
  id: string
  kind: 'short' | 'currency' | 'unknown'
  status: 'Open' | 'Closed'
  decision: 'refunded' | 'accepted' | 'closed' | null
  decided_by: string | null
  reason: string | null
  created_at: Date
  closed_at: Date | null
  amount: Kobo
  currency: string
  tx_ref: string
  /** What was asked for; null for a reference that is not ours. */
  expected: Kobo | null
  customer: string | null
}

const row = {
  id: review_cases.id,
  kind: review_cases.kind,
  status: review_cases.status,
  decision: review_cases.decision,
  decided_by: users.email,
  reason: review_cases.reason,
  created_at: review_cases.created_at,
  closed_at: review_cases.closed_at,
  amount: payments.amount,
  currency: payments.currency,
  tx_ref: payments.tx_ref,
  expected: checkouts.total,
  first_name: checkouts.first_name,
  last_name: checkouts.last_name,
}

type Found = Omit<ReviewRow, 'customer'> & { first_name: string | null; last_name: string | null }

function reviewRow({ first_name, last_name, ...found }: Found): ReviewRow {
  return { ...found, customer: first_name === null ? null : `${first_name} ${last_name}` }
}

/**
 * A page of the cases of one status, newest first unless the view is rising: money that waits for an admin, or past
 * decisions.
 */
export async function listReviews(
  db: Db,
  {
    status,
    place,
    view = plainView(REVIEWS_PER_PAGE),
  }: { status: ReviewRow['status']; place: Place | null; view?: ListView },
): Promise<Page<ReviewRow>> {
  const walk = keyset<ReviewRow>(
    [
      { column: review_cases.created_at, kind: 'instant', of: (one) => one.created_at },
      { column: review_cases.id, kind: 'uuid', of: (one) => one.id },
    ],
    place,
    view.size,
    view.rising,
  )
  const found = await db
    .select(row)
    .from(review_cases)
    .innerJoin(payments, eq(payments.id, review_cases.payment_id))
    .leftJoin(checkouts, eq(checkouts.id, payments.checkout_id))
    .leftJoin(users, eq(users.id, review_cases.decided_by))
    .where(and(has(status), onDays(review_cases.created_at, view), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found.map(reviewRow))
}

const has = (status: ReviewRow['status']) => eq(review_cases.status, status)

/** How many cases wait, and how many are decided. */
export const countReviews = (db: Db) => countsOf(db, review_cases, ['Open', 'Closed'] as const, has)

/** One case with everything that helps to decide it: customer, checkout, orders, refunds. Null when there is none. */
export async function findReview(db: Db, case_id: string) {
  if (!isUuid(case_id)) return null
  const [found] = await db
    .select({
      ...row,
      payment_id: payments.id,
      payment_type: payments.payment_type,
      provider_transaction_id: payments.provider_transaction_id,
      checkout_id: checkouts.id,
      checkout_status: checkouts.status,
      link_token: checkouts.link_token,
      phone: checkouts.phone,
      email: checkouts.email,
    })
    .from(review_cases)
    .innerJoin(payments, eq(payments.id, review_cases.payment_id))
    .leftJoin(checkouts, eq(checkouts.id, payments.checkout_id))
    .leftJoin(users, eq(users.id, review_cases.decided_by))
    .where(eq(review_cases.id, case_id))
  if (!found) return null
  const { payment_id, payment_type, provider_transaction_id, checkout_id, ...rest } = found
  const { checkout_status, link_token, phone, email, ...plain } = rest
  const own_orders = checkout_id
    ? await db
        .select({ id: orders.id, status: orders.status })
        .from(orders)
        .where(eq(orders.checkout_id, checkout_id))
        .orderBy(orders.id)
    : []
  const own_refunds = await db
    .select({ id: refunds.id, amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .where(eq(refunds.payment_id, payment_id))
  return {
    ...reviewRow(plain),
    payment_type,
    provider_transaction_id,
    checkout_status,
    link_token,
    phone,
    email,
    orders: own_orders,
    refunds: own_refunds,
  }
}

/** Who gets the money of a case, if it is sent back. */
export const recipientOfReview = (found: { customer: string | null; payment_type: string }): RefundRecipient => ({
  name: found.customer ?? '',
  payment_type: found.payment_type.replaceAll('_', ' '),
})

export type SentBackRow = {
  id: string
  amount: Kobo
  reason: RefundReason
  status: string
  created_at: Date
  tx_ref: string
}

/**
 * Charges that the system sent back: too much, too late, paid twice, or for a closed vendor; with the refund's status.
 */
export async function listSentBack(
  db: Db,
  { place, view = plainView(REVIEWS_PER_PAGE) }: { place: Place | null; view?: ListView },
): Promise<Page<SentBackRow>> {
  const walk = keyset<SentBackRow>(
    [
      { column: refunds.created_at, kind: 'instant', of: (one) => one.created_at },
      { column: refunds.id, kind: 'uuid', of: (one) => one.id },
    ],
    place,
    view.size,
    view.rising,
  )
  const found = await db
    .select({
      id: refunds.id,
      amount: refunds.amount,
      reason: refunds.reason,
      status: refunds.status,
      created_at: refunds.created_at,
      tx_ref: payments.tx_ref,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(and(inArray(refunds.reason, sent_back_reasons), onDays(refunds.created_at, view), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}
