import { eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { vendors } from '../catalog/tables.ts'
import { claims } from '../claims/tables.ts'
import { deliveries, offers, riders } from '../delivery/tables.ts'
import { formatNaira } from '../money.ts'
import { masked } from '../notifications/outbox/list-messages.ts'
import { messages } from '../notifications/tables.ts'
import { payments, refunds, review_cases } from '../payments/tables.ts'
import { places, ways } from '../places/tables.ts'
import { isUuid } from '../plain-text.ts'

const [from, to] = [alias(places, 'from_place'), alias(places, 'to_place')]

/** The names of subjects of audit entries (`vendor:<user_id>`, `delivery:12`, `user:<id>` …), by subject. */
export type AuditNames = ReadonlyMap<string, string>

/**
 * The names of these subjects: vendors, riders and users have their own, a delivery has its order's number, an offer
 * its rider's name, a way its two places, a refund its amount and order, a claim its order, a charge on review its
 * reference, a message the end of where it went. Subjects without a name, or deleted ones, are missing.
 */
export async function auditNames(db: Db, subjects: readonly string[]): Promise<AuditNames> {
  const idsOf = (kind: string) => [
    ...new Set(subjects.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1))),
  ]
  const people = (kind: string) => idsOf(kind).filter(isUuid)
  const numbers = (kind: string) => idsOf(kind).map(Number).filter(Number.isSafeInteger)
  const found = await Promise.all([
    db
      .select({ id: vendors.user_id, name: vendors.name, email: vendors.email })
      .from(vendors)
      .where(inArray(vendors.user_id, people('vendor')))
      .then((rows) => rows.map((row) => [`vendor:${row.id}`, row.name || row.email] as const)),
    db
      .select({ id: riders.user_id, name: riders.name, email: riders.email })
      .from(riders)
      .where(inArray(riders.user_id, people('rider')))
      .then((rows) => rows.map((row) => [`rider:${row.id}`, row.name || row.email] as const)),
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(inArray(users.id, people('user')))
      .then((rows) => rows.map((row) => [`user:${row.id}`, row.name || row.email] as const)),
    db
      .select({ id: deliveries.id, order_id: deliveries.order_id })
      .from(deliveries)
      .where(inArray(deliveries.id, numbers('delivery')))
      .then((rows) => rows.map((row) => [`delivery:${row.id}`, String(row.order_id)] as const)),
    db
      .select({ id: offers.id, name: riders.name, email: riders.email })
      .from(offers)
      .innerJoin(riders, eq(riders.user_id, offers.rider_id))
      .where(inArray(offers.id, numbers('offer')))
      .then((rows) => rows.map((row) => [`offer:${row.id}`, row.name || row.email] as const)),
    db
      .select({ id: places.id, name: places.name })
      .from(places)
      .where(inArray(places.id, numbers('place')))
      .then((rows) => rows.map((row) => [`place:${row.id}`, row.name] as const)),
    db
      .select({ id: ways.id, from: from.name, to: to.name })
      .from(ways)
      .innerJoin(from, eq(from.id, ways.from_place_id))
      .innerJoin(to, eq(to.id, ways.to_place_id))
      .where(inArray(ways.id, numbers('way')))
      .then((rows) => rows.map((row) => [`way:${row.id}`, `${row.from} and ${row.to}`] as const)),
    db
      .select({ id: refunds.id, amount: refunds.amount, order_id: refunds.order_id })
      .from(refunds)
      .where(inArray(refunds.id, people('refund')))
      .then((rows) => rows.map((row) => [`refund:${row.id}`, refundName(row)] as const)),
    db
      .select({ id: claims.id, order_id: claims.order_id })
      .from(claims)
      .where(inArray(claims.id, people('claim')))
      .then((rows) => rows.map((row) => [`claim:${row.id}`, String(row.order_id)] as const)),
    db
      .select({ id: review_cases.id, tx_ref: payments.tx_ref })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(inArray(review_cases.id, people('review')))
      .then((rows) => rows.map((row) => [`review:${row.id}`, row.tx_ref] as const)),
    db
      .select({ id: messages.id, recipient: messages.recipient })
      .from(messages)
      .where(inArray(messages.id, people('message')))
      .then((rows) => rows.map((row) => [`message:${row.id}`, masked(row.recipient)] as const)),
  ])
  return new Map(found.flat())
}

const refundName = ({ amount, order_id }: Pick<typeof refunds.$inferSelect, 'amount' | 'order_id'>) =>
  `${formatNaira(amount)}${order_id === null ? '' : ` for order ${order_id}`}`
