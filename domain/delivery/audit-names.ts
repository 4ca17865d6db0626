import { eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { vendors } from '../catalog/tables.ts'
import { places, ways } from '../places/tables.ts'
import { isUuid } from '../plain-text.ts'
import { deliveries, offers, riders } from './tables.ts'

const [from, to] = [alias(places, 'from_place'), alias(places, 'to_place')]

/** The names of subjects of audit entries (`vendor:<user_id>`, `delivery:12`, `user:<id>` …), by subject. */
export type AuditNames = ReadonlyMap<string, string>

/**
 * The names of these subjects: vendors, riders and users have their own, a delivery has its order's number, an offer
 * its rider's name, a way its two places. Subjects without a name, or deleted ones, are missing.
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
  ])
  return new Map(found.flat())
}
