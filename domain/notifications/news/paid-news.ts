import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import { kitchenAddresses } from '../../catalog/lists/kitchen-addresses.ts'
import { vendors } from '../../catalog/tables.ts'
import { checkouts } from '../../checkout/tables.ts'
import { order_keys, order_promises } from '../../delivery/tables.ts'
import type { Reaction } from '../../events.ts'
import { slotText } from '../../orders/acceptance/begun-at.ts'
import { orders } from '../../orders/tables.ts'
import { parsePhone } from '../../phone.ts'
import { closedPlace, place_state } from '../../places/closed-place.ts'
import { places } from '../../places/tables.ts'
import { promotionLines } from '../../promotions/hold-use.ts'
import { notifyUsers } from '../bell/bell.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import { paidSms, placeClosedSms } from '../words/customer-templates.ts'
import { beginNowNotice, newOrderNotice, newOrderSms, orderForLaterNotice, receiptMail } from '../words/templates.ts'
import { trackUrl } from './order-news.ts'

/**
 * After payment, tells each vendor of its order by SMS and on its bell, and the customer by SMS with the tracking link
 * and by mail with the receipt (I7). The orders' links must exist before.
 */
export const tellOfPaidCheckout: Reaction<'checkout_paid'> = async (
  tx,
  event,
  now,
  { public_url, sms_reply_number = null },
) => {
  const { checkout, orders: placed } = event
  const order_ids = placed.map((order) => order.id)
  const contacts = await contactsOf(tx, order_ids)
  const [for_later, at_once] = [placed.filter(isForLater(now)), placed.filter((order) => !isForLater(now)(order))]
  const to_vendors = at_once.flatMap((order) => {
    const phone = parsePhone(contacts.find(({ order_id }) => order_id === order.id)?.vendor_phone ?? '')
    return phone
      ? [
          {
            channel: 'sms' as const,
            dedupe_key: `new_order:${order.id}`,
            to: phone,
            text: newOrderSms(order, sms_reply_number),
          },
        ]
      : []
  })
  await notifyUsers(
    tx,
    [
      ...at_once.map((order) => ({
        user_id: order.vendor_id,
        kind: 'new_order' as const,
        text: newOrderNotice(order),
        order_id: order.id,
      })),
      ...for_later.map((order) => ({
        user_id: order.vendor_id,
        kind: 'order_for_later' as const,
        text: orderForLaterNotice({ ...order, slot_from: order.slot_from ?? now }, now),
        order_id: order.id,
      })),
    ],
    now,
  )
  const track_url = trackUrlOf(public_url, contacts)
  const kitchens = checkout.collects
    ? await kitchenAddresses(
        tx,
        placed.map(({ vendor_id }) => vendor_id),
      )
    : []
  const vendor_names = new Map(checkout.lines.map((line) => [line.vendor_id, line.vendor_name]))
  const mail = receiptMail({
    first_name: checkout.first_name,
    address: checkout.address,
    meet_at: placed[0]?.meet_at ?? null,
    collect_at: checkout.collects ? kitchens.map(({ name, where }) => `${name}, ${where}`) : null,
    slot_from: checkout.slot_from,
    note: checkout.note,
    paid_at: now,
    payment_reference: checkout.tx_ref,
    orders: placed.map((order) => {
      const promised = contacts.find(({ order_id }) => order_id === order.id)?.promised ?? null
      return {
        ...order,
        vendor_name: vendor_names.get(order.vendor_id) ?? '',
        promised: order.slot_from ? null : promised,
      }
    }),
    subtotal: checkout.subtotal,
    delivery_fee: checkout.delivery_fee,
    tip: checkout.tip,
    promotions: checkout.discount > 0 ? await promotionLines(tx, checkout.id) : [],
    total: checkout.total,
    receipt_url: receiptUrl(public_url, checkout.link_token),
    track_url,
  })
  await queueMessages(
    tx,
    [
      ...to_vendors,
      {
        channel: 'sms',
        dedupe_key: `paid_sms:${checkout.id}`,
        to: checkout.phone,
        text: paidSms(order_ids, checkout.total, track_url, checkout.slot_from && slotText(checkout.slot_from, now)),
      },
      ...closedNews(checkout, order_ids, contacts),
      {
        channel: 'mail',
        dedupe_key: `receipt:${checkout.id}`,
        to: checkout.email,
        dispensable: true,
        ...mail,
      },
    ],
    now,
  )
}

/** What its customer is told where the place was closed before the money was there. */
function closedNews(
  { id, collects, phone }: { id: string; collects: boolean; phone: string },
  order_ids: readonly number[],
  [contact]: readonly Contact[],
) {
  const place = collects ? null : closedPlace(contact?.place ?? null)
  if (place === null) return []
  const sms = { channel: 'sms' as const, dedupe_key: `place_closed_sms:${id}`, to: phone }
  return [{ ...sms, text: placeClosedSms(order_ids, place) }]
}

/** Rings later, when its kitchen should begin. */
const isForLater = (now: Date) => (order: { begin_at: Date | null }) => order.begin_at !== null && order.begin_at > now

/** It is time to begin what was ordered for later: its kitchen is told of it as of a new order, or reminded. */
export const tellVendorOfDueOrder: Reaction<'order_due'> = async (tx, { order }, now, { sms_reply_number = null }) => {
  const is_new = order.status === 'Pending'
  const text = is_new ? newOrderNotice(order) : beginNowNotice({ ...order, slot_from: order.slot_from ?? now })
  const kind = is_new ? 'new_order' : 'order_for_later'
  await notifyUsers(tx, [{ user_id: order.vendor_id, kind, text, order_id: order.id }], now)
  const [contact] = await contactsOf(tx, [order.id])
  const phone = parsePhone(contact?.vendor_phone ?? '')
  if (!phone) return
  const sms = newOrderSms(order, is_new ? sms_reply_number : null)
  await queueMessages(tx, [{ channel: 'sms', dedupe_key: `new_order:${order.id}`, to: phone, text: sms }], now)
}

/** The address of a checkout's summary and receipt: the same page before and after paying. */
function receiptUrl(public_url: string, link_token: string): string {
  return `${public_url}/order-summary?order=${link_token}`
}

type Contact = {
  order_id: number
  track_token: string
  vendor_phone: string | null
  promised: { from: Date; until: Date } | null
  place: Parameters<typeof closedPlace>[0]
}

/** For each order, the vendor's phone, the customer's link, what was promised and its place, by the orders' numbers. */
function contactsOf(tx: Tx, order_ids: readonly number[]): Promise<Contact[]> {
  return readContacts(
    tx,
    {},
    order_ids.map((order_id) => ({ order_id })),
  )
}

const readContacts = kept((tx, _, of: readonly Given<Pick<Contact, 'order_id'>>[]) =>
  tx
    .select({
      order_id: orders.id,
      track_token: order_keys.track_token,
      vendor_phone: vendors.phone,
      promised: { from: order_promises.first_promised_from, until: order_promises.first_promised_until },
      place: place_state,
    })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .leftJoin(places, eq(places.id, checkouts.place_id))
    .where(
      inArray(
        orders.id,
        of.map(({ order_id }) => order_id),
      ),
    )
    .orderBy(orders.id),
)

/** The page that tracks every order of a cart, by the link of the first. */
function trackUrlOf(public_url: string, [first]: readonly Contact[]): string {
  if (!first) throw new Error('Orders were paid without a link')
  return trackUrl(public_url, first.track_token)
}
