import { SpanKind } from '@opentelemetry/api'
import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/handle.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import type { Announce, DomainEvent } from '../domain/events.ts'
import { orders } from '../domain/orders/tables.ts'
import { payments } from '../domain/payments/tables.ts'
import { isUuid } from '../domain/plain-text.ts'
import { traced, tracedPiece } from '../domain/trace.ts'

/** A step of the worker, in the trace of the checkout that its row is about. */
export async function tracedStep(db: Db, task: string, row: unknown, work: () => Promise<void>): Promise<void> {
  return tracedPiece(task, { kind: SpanKind.CONSUMER, about: await referenceOf(db, row) }, work)
}

/** What is announced, with what follows from it, in the trace of the checkout whose order it is about. */
export function tracedAnnounce(announce: Announce): Announce {
  return async (tx, event, now) => {
    const about = await referenceOf(tx, subjectOf(event))
    const name = 'verb' in event ? `${event.kind}: ${event.verb}` : event.kind
    return traced(name, { about }, () => announce(tx, event, now))
  }
}

function subjectOf(event: DomainEvent): unknown {
  if ('checkout' in event) return event.checkout
  if ('order' in event) return event.order
  if ('refund' in event) return event.refund
  return 'delivery' in event ? event.delivery : event
}

type Subject = { tx_ref: string; checkout_id: string; order_id: number; payment_id: string; dedupe_key: string }

/** The tx_ref of the checkout that a row belongs to; null where it belongs to none. */
async function referenceOf(db: Db | Tx, row: unknown): Promise<string | null> {
  const { tx_ref, checkout_id, payment_id, order_id, dedupe_key } = (row ?? {}) as Partial<Subject>
  if (tx_ref) return tx_ref
  if (checkout_id) return ofCheckout(db, checkout_id)
  if (payment_id) {
    const [payment] = await db.select({ tx_ref: payments.tx_ref }).from(payments).where(eq(payments.id, payment_id))
    return payment?.tx_ref ?? null
  }
  if (order_id) return ofOrder(db, order_id)
  // What a message is about stands in what makes it one (domain/notifications/news).
  const [, about = ''] = dedupe_key?.match(/^(?:paid_sms|receipt|new_order|\w+_sms):([\w-]+)$/) ?? []
  if (isUuid(about)) return ofCheckout(db, about)
  return /^\d+$/.test(about) ? ofOrder(db, Number(about)) : null
}

async function ofCheckout(db: Db | Tx, id: string): Promise<string | null> {
  const [checkout] = await db.select({ tx_ref: checkouts.tx_ref }).from(checkouts).where(eq(checkouts.id, id))
  return checkout?.tx_ref ?? null
}

async function ofOrder(db: Db | Tx, id: number): Promise<string | null> {
  const [found] = await db
    .select({ tx_ref: checkouts.tx_ref })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .where(eq(orders.id, id))
  return found?.tx_ref ?? null
}
