import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { keptUntil } from '../../delivery/collecting/kept-until.ts'
import { deliveries, order_keys, order_promises, riders } from '../../delivery/tables.ts'
import type { EventOf, Reaction } from '../../events.ts'
import { slotEnd, slotText } from '../../orders/acceptance/begun-at.ts'
import type { OrderStatus, OrderVerb } from '../../orders/lifecycle.ts'
import { orders } from '../../orders/tables.ts'
import { undoableSince, undoneUntil } from '../../orders/undo-window.ts'
import { dropNews, notifyUsers } from '../bell/bell.ts'
import { phonesOf, ringsWith } from '../outbox/customer-pushes.ts'
import type { NewMessage } from '../outbox/new-message.ts'
import { dropMessages, heldUntil, queueMessages } from '../outbox/queue-message.ts'
import {
  acceptedSms,
  collectedSms,
  deliveredSms,
  laterSms,
  notCollectedSms,
  onTheWaySms,
  readySms,
  riderFoundSms,
} from '../words/customer-templates.ts'
import { moreTimeNotice } from '../words/rider-templates.ts'

/** The moves that a customer is told by SMS. A refund is told on its own; ready food is told when the rider leaves. */
const told: Partial<Record<OrderVerb, 'accepted' | 'on_the_way' | 'delivered'>> = {
  accept: 'accepted',
  complete: 'accepted',
  pick_up: 'on_the_way',
  hand_over: 'delivered',
  deliver: 'delivered',
}

/** The same for an order that its customer collects at the kitchen. */
const told_who_collects: Partial<Record<OrderVerb, 'accepted' | 'ready' | 'collected' | 'not_collected'>> = {
  accept: 'accepted',
  complete: 'ready',
  collect: 'collected',
  deliver: 'collected',
  not_collected: 'not_collected',
}

/** The moves that take such a message back, which waits until they are impossible. */
const taken_back_by: Partial<Record<OrderVerb, OrderVerb>> = {
  undo_accept: 'accept',
  undo_complete: 'complete',
  undo_complete_new: 'complete',
}

/** Where an order is further than what is still held: that it was accepted, comes later or is ready is no news. */
const overtaken_at: readonly OrderStatus[] = ['Picked up', 'Delivered', 'Cancelled']

/** Two messages that are due at once may overtake each other. */
const APART_MS = 1000

/** The key of the message with such news of an order. */
const smsKey = (news: string, order_id: number) => `${news}_sms:${order_id}`

const moreTimeKey = ({ id, ready_by }: Pick<EventOf<'order_moved'>['order'], 'id' | 'ready_by'>) =>
  `more_time_sms:${id}:${ready_by?.getTime()}`

/** The address to track an order; everybody with the link sees the PIN. */
export function trackUrl(public_url: string, track_token: string): string {
  return `${public_url}/track/${track_token}`
}

/**
 * Tells the customer by SMS that a vendor accepted the order and when it comes, that it is on the way (with the PIN),
 * and that it was delivered; of an order to collect, that it is ready (with the PIN), and how it ended. Each once,
 * whoever made the move. Not for other moves, nor for orders older than links. What a kitchen pressed is told when it
 * can no longer take it back; taken back or overtaken by then, it is not told.
 */
export const tellCustomerOfOrder: Reaction<'order_moved'> = async (tx, { order, verb, by }, now, { public_url }) => {
  const words = order.collects ? told_who_collects : told
  const taken_back = taken_back_by[verb]
  if (taken_back) return takeBack(tx, order, words[taken_back])
  if (overtaken_at.includes(order.status))
    await dropMessages(tx, [smsKey('accepted', order.id), smsKey('ready', order.id), moreTimeKey(order)])
  const news = words[verb]
  if (!news) return
  const [facts] = await tx
    .select({
      keys: order_keys,
      vendor_name: vendors.name,
      promise: order_promises,
      rider_name: riders.name,
      devices: phonesOf(tx, order.checkout_id),
    })
    .from(order_keys)
    .innerJoin(vendors, eq(vendors.user_id, order.vendor_id))
    .leftJoin(order_promises, eq(order_promises.order_id, order_keys.order_id))
    .leftJoin(deliveries, eq(deliveries.order_id, order_keys.order_id))
    .leftJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .where(eq(order_keys.order_id, order.id))
  if (!facts) return
  const { keys, promise } = facts
  const track_url = trackUrl(public_url, keys.track_token)
  const vendor_name = facts.vendor_name ?? 'The kitchen'
  const kept_until = (news === 'ready' || news === 'not_collected' ? await keptUntil(tx, order.id) : null) ?? now
  const collected = { id: order.id, vendor_name, pin: keys.pin, kept_until }
  const texts = {
    accepted: () =>
      acceptedSms(
        {
          id: order.id,
          vendor_name,
          collects: order.collects,
          slot: order.slot_from && isInSlot(order.slot_from, promise) ? slotText(order.slot_from, now) : null,
          window: promise && { from: promise.promised_from, until: promise.promised_until },
        },
        track_url,
      ),
    on_the_way: () =>
      onTheWaySms(
        { id: order.id, pin: keys.pin, rider_first_name: facts.rider_name?.split(' ')[0] ?? null },
        track_url,
      ),
    ready: () => readySms(collected, track_url),
    not_collected: () => notCollectedSms(collected),
    collected: () => collectedSms(collected, track_url),
    delivered: () => deliveredSms(order, track_url),
  }
  const message: NewMessage = {
    channel: 'sms',
    dedupe_key: smsKey(news, order.id),
    to: order.customer_phone,
    text: texts[news](),
    rings: ringsWith({ ...keys, devices: facts.devices }, order.id),
    ...(by.role === 'vendor' && (verb === 'accept' || verb === 'complete') ? { send_at: undoneUntil(now) } : {}),
  }
  await queueMessages(tx, [message], now)
}

/** Takes back what was to be told, but not that an order was accepted while it still is. */
async function takeBack(tx: Tx, order: EventOf<'order_moved'>['order'], news: string | undefined): Promise<void> {
  if (!news || (news === 'accepted' && order.status !== 'Pending')) return
  await dropMessages(tx, [smsKey(news, order.id)])
}

/**
 * The kitchen needs more time: tells the customer by SMS when it comes now and why, and the bell of the rider who
 * fetches it. What goes to their phones waits until it can no longer be taken back, and the customer hears first that
 * it was accepted.
 */
export const tellOfMoreTime: Reaction<'order_moved'> = async (tx, { order }, now, { public_url }) => {
  const [facts] = await tx
    .select({
      track_token: order_keys.track_token,
      promise: order_promises,
      rider_id: deliveries.rider_id,
      devices: phonesOf(tx, order.checkout_id),
    })
    .from(order_keys)
    .leftJoin(order_promises, eq(order_promises.order_id, order_keys.order_id))
    .leftJoin(deliveries, eq(deliveries.order_id, order_keys.order_id))
    .where(eq(order_keys.order_id, order.id))
  if (!facts || !order.ready_by) return
  const { track_token, promise, rider_id } = facts
  if (rider_id) {
    const text = moreTimeNotice({ id: order.id, ready_by: order.ready_by })
    const news = { user_id: rider_id, kind: 'more_time', text, order_id: order.id } as const
    await notifyUsers(tx, [news], now, { push_at: undoneUntil(now) })
  }
  if (!promise) return
  const window = { from: promise.promised_from, until: promise.promised_until }
  const text = laterSms(
    { id: order.id, window, because: 'kitchen', collects: order.collects },
    trackUrl(public_url, track_token),
  )
  const dedupe_key = moreTimeKey(order)
  const held_until = await heldUntil(tx, smsKey('accepted', order.id))
  const send_at = new Date(Math.max(undoneUntil(now).getTime(), (held_until?.getTime() ?? 0) + APART_MS))
  const rings = ringsWith(facts, order.id)
  await queueMessages(tx, [{ channel: 'sms', dedupe_key, to: order.customer_phone, text, send_at, rings }], now)
}

/** The kitchen took that back: nobody is told. */
export const dropMoreTimeNews: Reaction<'order_moved'> = async (tx, { order }, now) => {
  await dropMessages(tx, [moreTimeKey({ id: order.id, ready_by: order.ready_by_before })])
  await dropNews(tx, { order_id: order.id, kind: 'more_time' }, undoableSince(now))
}

/** Whether it is still expected in its slot. */
const isInSlot = (slot_from: Date, promise: { promised_until: Date } | null) =>
  promise !== null && promise.promised_until <= slotEnd(slot_from)

/**
 * Tells a customer what is expected now: that somebody is on duty for an order that was paid while nobody was, or that
 * it comes later than it was promised, and why; each once. Smaller changes are on the tracking page only.
 */
export const tellCustomerOfWindow: Reaction<'promise_renewed'> = async (
  tx,
  { order_id, window, told },
  now,
  { public_url },
) => {
  if (!told) return
  const [order] = await tx
    .select({
      phone: orders.customer_phone,
      collects: orders.collects,
      track_token: order_keys.track_token,
      devices: phonesOf(tx, orders.checkout_id),
    })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .where(eq(orders.id, order_id))
  if (!order) return
  const expected = { id: order_id, window }
  const link = trackUrl(public_url, order.track_token)
  const text =
    told.kind === 'later'
      ? laterSms({ ...expected, because: told.because, collects: order.collects }, link)
      : riderFoundSms(expected, link)
  const dedupe_key = `${told.kind}_sms:${order_id}`
  const rings = ringsWith(order, order_id)
  await queueMessages(tx, [{ channel: 'sms', dedupe_key, to: order.phone, text, rings }], now)
}
