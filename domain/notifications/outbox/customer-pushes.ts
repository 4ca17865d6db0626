import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { order_keys } from '../../delivery/tables.ts'
import { orders } from '../../orders/tables.ts'
import { type TemplateKey, templateOf } from '../forms.ts'
import { checkout_devices } from '../tables.ts'
import type { Filling } from '../words/sms-text.ts'
import type { NewMessage, Phone, Rings } from './new-message.ts'

type Push = {
  title: string
  /** Placeholders as in the text message (../forms.ts). No PIN: a locked phone shows it to anybody. */
  body: string
  /** How long it is worth showing; where the text message may be saved, `SAVED_WITHIN_SECONDS`. */
  ttl_seconds?: number
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/**
 * So long the text message of the same news waits for a phone to say that it showed the push. The push service drops
 * what is older, so that nobody reads the same twice.
 */
export const SAVED_WITHIN_SECONDS = 2 * MINUTE

/**
 * What a customer's phone is told by push, beside the text message. A text message is saved where the push showed and
 * its reader can do without it (`dispensable`, decision 125); one with a PIN, with money or about food that waits goes
 * in any case. That the payment came is not among them: no phone can have been asked before.
 */
export const customer_pushes: Readonly<Partial<Record<TemplateKey, Push>>> = {
  accepted: { title: '{vendor} is on your order', body: 'Order {order}. {when}' },
  rider_found: { title: 'A rider is on duty now', body: 'Expect order {order} {when}.' },
  later: { title: 'Your order comes later', body: 'Sorry, expect order {order} {when}{why}.' },
  delivered: { title: 'Order {order} is delivered', body: 'Enjoy your meal! How was it?' },
  collected: { title: 'You have order {order}', body: 'Enjoy your meal! How was it?' },
  dish_missing: {
    title: '{vendor} has no {dish}',
    body: 'Choose by {by} what comes instead in order {order}, or we {default}.',
  },
  on_the_way: {
    title: '{rider} is on the way',
    body: 'Your PIN for order {order} is on its page: tell it when you hold your food, not before.',
    ttl_seconds: 30 * MINUTE,
  },
  at_gate: { title: '{rider} is at {place}', body: 'Please come out for order {order}. Your PIN is on its page.' },
  at_door: { title: '{rider} is at {place}', body: 'Waits with order {order} until {until}. Please come.' },
  left_at: {
    title: 'Order {order} was left for you',
    body: 'It has been at {place} since {at}.',
    ttl_seconds: 2 * 60 * MINUTE,
  },
  try_again: { title: '{rider} tries again', body: 'Expect order {order} {when}.', ttl_seconds: 30 * MINUTE },
  next_rider: {
    title: 'Another rider brings your order',
    body: 'Expect order {order} {when}.',
    ttl_seconds: 30 * MINUTE,
  },
  ready: {
    title: 'Order {order} is ready',
    body: '{vendor} keeps it until {until}. Your PIN is on its page.',
    ttl_seconds: 30 * MINUTE,
  },
  chat: { title: '{who} writes', body: '{words}', ttl_seconds: 30 * MINUTE },
  refund: { title: 'Money goes back to you', body: '{why} {back}', ttl_seconds: DAY },
}

/** More than a phone shows of one notification. */
const MOST_CHARACTERS = 200

function filled(text: string, values: Readonly<Record<string, Filling>>): string {
  const words = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'string' ? value : value(MOST_CHARACTERS)
  })
  return words.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS)
}

/**
 * A message with the pushes beside it: itself alone where no phone wants to hear of its order, or nothing rings for
 * such news. Where a phone of who ordered is among them, a text message that may be saved waits `SAVED_WITHIN_SECONDS`
 * longer. Only such a phone gets the number by which it can report (`reportShown`).
 */
export function withPushes(message: NewMessage, now: Date): NewMessage[] {
  if (message.channel !== 'sms' || typeof message.text === 'string' || !message.rings) return [message]
  const { template, values } = message.text
  const { devices, order_id, path } = message.rings
  const push = customer_pushes[template]
  if (!push || devices.length === 0) return [message]
  const send_at = message.send_at ?? now
  const rings_at = message.rings.at ?? send_at
  const after = (seconds: number, of = rings_at) => new Date(of.getTime() + seconds * 1000)
  const may_wait = templateOf(template).dispensable ?? false
  const saves_until = after(push.ttl_seconds ?? SAVED_WITHIN_SECONDS)
  const pushes = devices.map(({ id: to, is_own }): NewMessage => {
    const id = crypto.randomUUID()
    return {
      ...{ channel: 'push', id, to, send_at: rings_at, beside: message.dedupe_key },
      dedupe_key: `${message.dedupe_key.replace('_sms:', '_push:')}:${to}`,
      payload: {
        ...{ title: filled(push.title, values), body: filled(push.body, values) },
        ...{ url: path, tag: `order-${order_id}`, ...(is_own && { shown: id }) },
      },
      expires_at: may_wait ? saves_until : (message.expires_at ?? saves_until),
    }
  })
  const may_be_saved = may_wait && devices.some(({ is_own }) => is_own)
  return [...pushes, may_be_saved ? { ...message, send_at: after(SAVED_WITHIN_SECONDS, send_at) } : message]
}

/** The phones that hear of a checkout, as a column of what is read anyway. */
export function phonesOf(tx: Tx, checkout_id: SQLWrapper | string) {
  const phone = sql`json_build_object('id', ${checkout_devices.subscription_id}, 'is_own', ${checkout_devices.is_own})`
  const devices = tx
    .select({ all: sql`coalesce(json_agg(${phone}), '[]')` })
    .from(checkout_devices)
    .where(sql`${checkout_devices.checkout_id} = ${checkout_id}`)
  return sql<Phone[]>`${devices}`
}

/** The phones that hear of an order; undefined for an order older than links. */
export async function ringsOf(tx: Tx, order_id: number): Promise<Rings | undefined> {
  const [found] = await tx
    .select({ track_token: order_keys.track_token, devices: phonesOf(tx, orders.checkout_id) })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .where(eq(order_keys.order_id, order_id))
  return found && ringsWith(found, order_id)
}

/** The phones that were read with a link, as `rings` of a message. */
export function ringsWith(
  { track_token, devices }: { track_token: string; devices: Phone[] },
  order_id: number,
): Rings {
  return { devices, order_id, path: `/track/${track_token}` }
}
