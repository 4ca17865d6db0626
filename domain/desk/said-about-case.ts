import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { CaseSubject } from '../cases/lifecycle.ts'
import { orderOfPayment } from '../cases/subjects.ts'
import { vendors } from '../catalog/tables.ts'
import { order_keys, riders } from '../delivery/tables.ts'
import { messages } from '../notifications/tables.ts'
import { orders } from '../orders/tables.ts'
import { withoutKeys } from './order-story/message-story.ts'

/** The latest that are read. */
const MOST_MESSAGES = 20
/** Of a customer the PINs of so many orders are kept out of what is shown: those that a kept message can name. */
const MOST_ORDERS = 200

export type SaidMessage = Pick<
  typeof messages.$inferSelect,
  'id' | 'channel' | 'dedupe_key' | 'subject' | 'body' | 'status' | 'created_at'
>

/**
 * The latest text messages and mails to who a case is about, newest first: the customer, also of an order or a payment,
 * the kitchen or the rider. Without what opens a door (`withoutKeys`).
 */
export async function saidAboutCase(db: Db, subject: CaseSubject): Promise<SaidMessage[]> {
  const recipients = await recipientsOf(db, subject)
  if (recipients.length === 0) return []
  const rows = await db
    .select({
      id: messages.id,
      channel: messages.channel,
      dedupe_key: messages.dedupe_key,
      subject: messages.subject,
      body: messages.body,
      status: messages.status,
      created_at: messages.created_at,
    })
    .from(messages)
    .where(and(inArray(messages.recipient, recipients), inArray(messages.channel, ['sms', 'mail'])))
    .orderBy(desc(messages.created_at), desc(messages.id))
    .limit(MOST_MESSAGES)
  const pins = await pinsOf(db, recipients)
  return rows.map((row) => ({ ...row, body: pins.reduce(withoutKeys, withoutKeys(row.body, null)) }))
}

async function recipientsOf(db: Db, { kind, id }: CaseSubject): Promise<string[]> {
  switch (kind) {
    case 'customer':
      return id === '' ? [] : [id]
    case 'order':
      return ofOrder(db, Number(id))
    case 'payment': {
      const order_id = await orderOfPayment(db, id)
      return order_id === null ? [] : ofOrder(db, order_id)
    }
    case 'kitchen': {
      const { phone, email, user_id } = vendors
      return named(await db.select({ phone, email }).from(vendors).where(eq(user_id, id)))
    }
    case 'rider': {
      const { phone, email, user_id } = riders
      return named(await db.select({ phone, email }).from(riders).where(eq(user_id, id)))
    }
  }
}

async function ofOrder(db: Db, order_id: number): Promise<string[]> {
  const contacts = { phone: orders.customer_phone, email: orders.user_email }
  return named(await db.select(contacts).from(orders).where(eq(orders.id, order_id)))
}

const named = (rows: readonly { phone: string | null; email: string | null }[]): string[] =>
  rows.flatMap(({ phone, email }) => [phone, email]).flatMap((one) => one || [])

async function pinsOf(db: Db, recipients: readonly string[]): Promise<string[]> {
  const mails = recipients.map((one) => one.toLowerCase())
  const is_theirs = or(
    inArray(orders.customer_phone, [...recipients]),
    inArray(sql`lower(${orders.user_email})`, mails),
  )
  const rows = await db
    .select({ pin: order_keys.pin })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .where(is_theirs)
    .orderBy(desc(orders.id))
    .limit(MOST_ORDERS)
  return [...new Set(rows.map(({ pin }) => pin))]
}
