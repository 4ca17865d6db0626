import { inArray } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import { vendors } from '../catalog/tables.ts'
import { order_keys } from '../delivery/tables.ts'
import type { DomainEvent } from '../events.ts'
import { parsePhone } from '../phone.ts'
import { notifyUsers } from './bell.ts'
import { paidSms } from './customer-templates.ts'
import { trackUrl } from './order-news.ts'
import { queueMessages } from './queue-message.ts'
import { newOrderNotice, newOrderSms, receiptMail } from './templates.ts'

type CheckoutPaid = Extract<DomainEvent, { kind: 'checkout_paid' }>

/**
 * A cart was paid: each of its kitchens hears of its order by SMS (spec §9) and on its bell, the customer by SMS with the
 * link to follow it and by mail with the receipt (I7). The orders' links are there before this.
 */
export async function tellOfPaidCheckout(
  tx: Tx,
  public_url: string,
  event: CheckoutPaid,
  now: Date,
): Promise<void> {
  const { checkout, orders } = event
  const sellers = await tx
    .select({ user_id: vendors.user_id, phone: vendors.phone })
    .from(vendors)
    .where(inArray(vendors.user_id, [...new Set(orders.map((order) => order.vendor_id))]))
  const to_vendors = orders.flatMap((order) => {
    const phone = parsePhone(sellers.find((seller) => seller.user_id === order.vendor_id)?.phone ?? '')
    return phone
      ? [
          {
            channel: 'sms' as const,
            dedupe_key: `new_order:${order.id}`,
            to: phone,
            text: newOrderSms(order),
          },
        ]
      : []
  })
  await notifyUsers(
    tx,
    orders.map((order) => ({
      user_id: order.vendor_id,
      kind: 'new_order' as const,
      text: newOrderNotice(order),
      order_id: order.id,
    })),
    now,
  )
  const receipt_url = receiptUrl(public_url, checkout.link_token)
  const vendor_names = new Map(checkout.lines.map((line) => [line.vendor_id, line.vendor_name]))
  const mail = receiptMail({
    first_name: checkout.first_name,
    address: checkout.address,
    note: checkout.note,
    paid_at: now,
    payment_reference: checkout.tx_ref,
    orders: orders.map((order) => ({ ...order, vendor_name: vendor_names.get(order.vendor_id) ?? '' })),
    subtotal: checkout.subtotal,
    delivery_fee: checkout.delivery_fee,
    total: checkout.total,
    receipt_url,
  })
  const order_ids = orders.map((order) => order.id)
  await queueMessages(
    tx,
    [
      ...to_vendors,
      {
        channel: 'sms',
        dedupe_key: `paid_sms:${checkout.id}`,
        to: checkout.phone,
        text: paidSms(order_ids, checkout.total, await trackUrlOf(tx, public_url, order_ids)),
      },
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

/** The address of a checkout's summary and receipt: the same page before and after paying. */
function receiptUrl(public_url: string, link_token: string): string {
  return `${public_url}/order-summary?order=${link_token}`
}

/** The page that follows every order of a cart, by the link of the first. */
async function trackUrlOf(tx: Tx, public_url: string, order_ids: readonly number[]): Promise<string> {
  const [key] = await tx
    .select({ track_token: order_keys.track_token })
    .from(order_keys)
    .where(inArray(order_keys.order_id, [...order_ids]))
    .orderBy(order_keys.order_id)
    .limit(1)
  if (!key) throw new Error(`Orders ${order_ids.join(', ')} were paid without a link`)
  return trackUrl(public_url, key.track_token)
}
