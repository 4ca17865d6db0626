import { inArray } from 'drizzle-orm'
import type { Tx } from '../db/open.ts'
import { vendors } from './catalog/tables.ts'
import type { Announce, DomainEvent } from './events.ts'
import { queueMessages } from './notifications/queue-message.ts'
import { newOrderSms, paidSms, receiptMail, refundMail, refundSms } from './notifications/templates.ts'
import { parsePhone } from './phone.ts'

type CheckoutPaid = Extract<DomainEvent, { kind: 'checkout_paid' }>
type RefundAsked = Extract<DomainEvent, { kind: 'refund_asked' }>

/** What follows from what happened: this page is the whole list. Everything here is part of the event's commit. */
export function reactions(settings: { public_url: string }): Announce {
  return async (tx, event, now) => {
    switch (event.kind) {
      case 'checkout_paid':
        return tellVendorsAndCustomer(tx, settings.public_url, event, now)
      case 'refund_asked':
        return tellCustomerOfRefund(tx, event, now)
    }
  }
}

/** The address of a checkout's summary and receipt: the same page before and after paying. */
export function receiptUrl(public_url: string, link_token: string): string {
  return `${public_url}/order-summary?order=${link_token}`
}

async function tellVendorsAndCustomer(
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
  const receipt_url = receiptUrl(public_url, checkout.link_token)
  const vendor_names = new Map(checkout.lines.map((line) => [line.vendor_id, line.vendor_name]))
  const mail = receiptMail({
    first_name: checkout.first_name,
    address: checkout.address,
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
        text: paidSms(order_ids, checkout.total, receipt_url),
      },
      { channel: 'mail', dedupe_key: `receipt:${checkout.id}`, to: checkout.email, ...mail },
    ],
    now,
  )
}

async function tellCustomerOfRefund(tx: Tx, { refund, checkout }: RefundAsked, now: Date): Promise<void> {
  const { amount, reason } = refund
  await queueMessages(
    tx,
    [
      {
        channel: 'sms',
        dedupe_key: `refund_sms:${refund.id}`,
        to: checkout.phone,
        text: refundSms({ amount, reason }),
      },
      {
        channel: 'mail',
        dedupe_key: `refund_mail:${refund.id}`,
        to: checkout.email,
        ...refundMail({
          first_name: checkout.first_name,
          amount,
          reason,
          payment_reference: checkout.tx_ref,
        }),
      },
    ],
    now,
  )
}
