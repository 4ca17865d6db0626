import { eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { riders } from '../delivery/tables.ts'
import { order_number } from '../orders/forms.ts'
import { orders } from '../orders/tables.ts'
import { payments } from '../payments/tables.ts'
import { parsePhone } from '../phone.ts'
import { isUuid } from '../plain-text.ts'
import { type CaseSubject, type SubjectKind, subject_kinds } from './lifecycle.ts'

/** A subject as an address or a form names it (`order:12`), well formed or null; a phone number in any spelling. */
export function readSubject(text: string): CaseSubject | null {
  const [, word = '', typed = ''] = /^([a-z]+):(.{1,80})$/.exec(text.trim()) ?? []
  const kind = subject_kinds.find((one) => one === word)
  const id = kind && wellFormed[kind](typed.trim())
  return kind && id ? { kind, id } : null
}

const asUuid = (text: string) => (isUuid(text) ? text.toLowerCase() : null)

const wellFormed: Readonly<Record<SubjectKind, (typed: string) => string | null>> = {
  order(typed) {
    const parsed = order_number.safeParse(typed.replace(/^#/, ''))
    return parsed.success ? String(parsed.data) : null
  },
  payment: asUuid,
  rider: asUuid,
  kitchen: asUuid,
  customer: parsePhone,
}

/** What to call some subjects, by `kind:id`; those that are not there any more, or never were, are missing. */
export async function subjectNames(
  db: Db | Tx,
  subjects: readonly CaseSubject[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: SubjectKind) => [...new Set(subjects.filter((one) => one.kind === kind).map(({ id }) => id))]
  const [order_ids, payment_ids, rider_ids, kitchen_ids] = [
    idsOf('order').map(Number),
    ...(['payment', 'rider', 'kitchen'] as const).map(idsOf),
  ] as [number[], string[], string[], string[]]
  const found = await Promise.all([
    order_ids.length === 0
      ? []
      : db
          .select({ id: orders.id })
          .from(orders)
          .where(inArray(orders.id, order_ids))
          .then((rows) => rows.map(({ id }) => [`order:${id}`, `order ${id}`] as const)),
    payment_ids.length === 0
      ? []
      : db
          .select({ id: payments.id, tx_ref: payments.tx_ref })
          .from(payments)
          .where(inArray(payments.id, payment_ids))
          .then((rows) => rows.map(({ id, tx_ref }) => [`payment:${id}`, `the payment ${tx_ref}`] as const)),
    rider_ids.length === 0
      ? []
      : db
          .select({ id: riders.user_id, name: riders.name, email: riders.email })
          .from(riders)
          .where(inArray(riders.user_id, rider_ids))
          .then((rows) => rows.map(({ id, name, email }) => [`rider:${id}`, name || email] as const)),
    kitchen_ids.length === 0
      ? []
      : db
          .select({ id: vendors.user_id, name: vendors.name, email: vendors.email })
          .from(vendors)
          .where(inArray(vendors.user_id, kitchen_ids))
          .then((rows) => rows.map(({ id, name, email }) => [`kitchen:${id}`, name || email] as const)),
  ])
  return new Map([...found.flat(), ...idsOf('customer').map((phone) => [`customer:${phone}`, phone] as const)])
}

/** The order that a payment was for, one of them; null where it was for none. */
export async function orderOfPayment(db: Db, payment_id: string): Promise<number | null> {
  const [found] = await db
    .select({ order_id: orders.id })
    .from(payments)
    .innerJoin(orders, eq(orders.checkout_id, payments.checkout_id))
    .where(eq(payments.id, payment_id))
    .orderBy(orders.id)
    .limit(1)
  return found?.order_id ?? null
}
