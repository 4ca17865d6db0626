import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { brand } from '../../brand.ts'
import { chat_lines } from '../../chat/tables.ts'
import { deliveries, order_keys, riders } from '../../delivery/tables.ts'
import type { EventOf, Reaction } from '../../events.ts'
import { ringForAdmins } from '../bell/admins.ts'
import { notifyUsers } from '../bell/bell.ts'
import { phonesOf, ringsWith } from '../outbox/customer-pushes.ts'
import { dropMessages, queueMessages } from '../outbox/queue-message.ts'
import { chatSms, chatToRiderSms } from '../words/customer-templates.ts'
import { phoneOfUnrung } from './delivery-news.ts'
import { trackUrl } from './order-news.ts'

const keyOf = (line_id: number) => `chat_sms:${line_id}`

/**
 * Tells whoever a line is for. The customer's phones ring at once, and the text message goes at the line's `sms_at`,
 * unless it is read before (`dropReadLines`). A rider has the bell and devices, and a text message where nothing rings;
 * the desk has the bell, once until it has answered.
 */
export const tellOfLine: Reaction<'line_written'> = async (tx, event, now, settings) => {
  if (event.line.from_role !== 'customer') return tellCustomer(tx, event, now, settings.public_url)
  if (event.line.partner === 'desk') return tellDesk(tx, event, now)
  return tellRider(tx, event, now, settings.public_url)
}

/** What the page has shown goes by no text message, and rings no phone any more. */
export const dropReadLines: Reaction<'lines_read'> = (tx, { line_ids }) => dropMessages(tx, line_ids.map(keyOf))

/** A rider who is no longer on the way, and whoever they wrote to, hear no more of what was not read by then. */
export const dropLinesOfEndedWay: Reaction<'delivery_moved'> = async (tx, { delivery }, now) => {
  if (delivery.rider_id !== null && delivery.closed_at === null) return
  const waiting = await tx
    .update(chat_lines)
    .set({ sms_at: null })
    .where(and(eq(chat_lines.order_id, delivery.order_id), eq(chat_lines.partner, 'rider'), gt(chat_lines.sms_at, now)))
    .returning({ id: chat_lines.id })
  await dropMessages(
    tx,
    waiting.map(({ id }) => keyOf(id)),
  )
}

type Written = EventOf<'line_written'>

async function tellCustomer(tx: Tx, { line, order, instead_of }: Written, now: Date, public_url: string) {
  const [facts] = await tx
    .select({ track_token: order_keys.track_token, devices: phonesOf(tx, order.checkout_id) })
    .from(order_keys)
    .where(eq(order_keys.order_id, order.id))
  if (instead_of !== null) await dropMessages(tx, [keyOf(instead_of)])
  if (!facts || line.sms_at === null) return
  const [rider] = line.from_id
    ? await tx.select({ name: riders.name }).from(riders).where(eq(riders.user_id, line.from_id))
    : []
  const who = line.from_role === 'admin' ? brand.name : (rider?.name?.split(' ')[0] ?? 'Your rider')
  const text = chatSms({ id: order.id, who, words: line.text }, trackUrl(public_url, facts.track_token))
  const rings = { ...ringsWith(facts, order.id), at: now }
  await queueMessages(
    tx,
    [{ channel: 'sms', dedupe_key: keyOf(line.id), to: order.customer_phone, text, send_at: line.sms_at, rings }],
    now,
  )
}

async function tellRider(tx: Tx, { line, order, instead_of }: Written, now: Date, public_url: string) {
  const [delivery] = await tx
    .select({ rider_id: deliveries.rider_id })
    .from(deliveries)
    .where(eq(deliveries.order_id, order.id))
  if (!delivery?.rider_id) return
  const customer = order.customer_name.split(' ')[0] ?? 'The customer'
  const text = `Order ${order.id}: ${customer} writes “${line.text}”`
  await notifyUsers(tx, [{ user_id: delivery.rider_id, kind: 'chat', text, order_id: order.id }], now)
  if (instead_of !== null) await dropMessages(tx, [keyOf(instead_of)])
  const phone = await phoneOfUnrung(tx, delivery.rider_id, now)
  if (!phone || line.sms_at === null) return
  const sms = chatToRiderSms({ id: order.id, customer, words: line.text }, `${public_url}/rider-dashboard`)
  const message = { channel: 'sms', dedupe_key: keyOf(line.id), to: phone, text: sms, send_at: line.sms_at } as const
  await queueMessages(tx, [message], now)
}

async function tellDesk(tx: Tx, { line, order }: Written, now: Date) {
  const waiting = await tx.$count(
    chat_lines,
    and(
      eq(chat_lines.order_id, order.id),
      eq(chat_lines.partner, 'desk'),
      eq(chat_lines.from_role, 'customer'),
      isNull(chat_lines.read_at),
      ne(chat_lines.id, line.id),
    ),
  )
  if (waiting > 0) return
  const text = `Order ${order.id}: its customer writes “${line.text}”`
  await ringForAdmins(tx, 'help_customers', { kind: 'chat', text, order_id: order.id }, now)
}
