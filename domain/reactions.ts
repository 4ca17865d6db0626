import { inArray } from 'drizzle-orm'
import type { Tx } from '../db/open.ts'
import { riders } from './accounts/tables.ts'
import { vendors } from './catalog/tables.ts'
import type { Announce, DomainEvent } from './events.ts'
import { notifyUsers } from './notifications/bell.ts'
import { queueMessages } from './notifications/queue-message.ts'
import {
  newOrderNotice,
  newOrderSms,
  paidSms,
  passwordChangedMail,
  passwordResetMail,
  type RefundForMessage,
  receiptMail,
  refundMail,
  refundSms,
} from './notifications/templates.ts'
import { parsePhone } from './phone.ts'

type AccountMade = Extract<DomainEvent, { kind: 'account_made' }>
type CheckoutPaid = Extract<DomainEvent, { kind: 'checkout_paid' }>
type OrderRefunded = Extract<DomainEvent, { kind: 'order_refunded' }>
type PasswordChanged = Extract<DomainEvent, { kind: 'password_changed' }>
type PasswordResetAsked = Extract<DomainEvent, { kind: 'password_reset_asked' }>
type RefundAsked = Extract<DomainEvent, { kind: 'refund_asked' }>

/** What follows from what happened: this page is the whole list. Everything here is part of the event's commit. */
export function reactions(settings: { public_url: string }): Announce {
  return async (tx, event, now) => {
    switch (event.kind) {
      case 'account_made':
        return makeRowOfRole(tx, event, now)
      case 'password_reset_asked':
        return mailPasswordReset(tx, settings.public_url, event, now)
      case 'password_changed':
        return mailPasswordChanged(tx, settings.public_url, event, now)
      case 'checkout_paid':
        return tellVendorsAndCustomer(tx, settings.public_url, event, now)
      case 'refund_asked':
        return tellCustomerOfRefund(tx, event, now)
      case 'order_refunded':
        return tellCustomerOfCancelledOrder(tx, event, now)
    }
  }
}

/** The address of a checkout's summary and receipt: the same page before and after paying. */
export function receiptUrl(public_url: string, link_token: string): string {
  return `${public_url}/order-summary?order=${link_token}`
}

/** Spec §7: `{user_id, email}` into riders for a rider, into vendors for a vendor. */
async function makeRowOfRole(tx: Tx, { actor }: AccountMade, now: Date): Promise<void> {
  const row = { user_id: actor.user_id, email: actor.email, created_at: now }
  // A demo vendor is there before its account.
  if (actor.role === 'vendor')
    await tx.insert(vendors).values(row).onConflictDoNothing({ target: vendors.user_id })
  if (actor.role === 'rider') await tx.insert(riders).values(row)
}

async function mailPasswordReset(
  tx: Tx,
  public_url: string,
  { reset, token }: PasswordResetAsked,
  now: Date,
): Promise<void> {
  const mail = passwordResetMail(`${public_url}/update-password?token=${token}`)
  const dedupe_key = `password_reset:${reset.id}`
  await queueMessages(tx, [{ channel: 'mail', dedupe_key, to: reset.email, ...mail }], now)
}

async function mailPasswordChanged(
  tx: Tx,
  public_url: string,
  { reset }: PasswordChanged,
  now: Date,
): Promise<void> {
  const mail = passwordChangedMail(`${public_url}/reset-password`)
  const dedupe_key = `password_changed:${reset.id}`
  await queueMessages(tx, [{ channel: 'mail', dedupe_key, to: reset.email, ...mail }], now)
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
        text: paidSms(order_ids, checkout.total, receipt_url),
      },
      { channel: 'mail', dedupe_key: `receipt:${checkout.id}`, to: checkout.email, ...mail },
    ],
    now,
  )
}

async function tellCustomerOfRefund(tx: Tx, { refund, checkout }: RefundAsked, now: Date): Promise<void> {
  const { id, amount, reason } = refund
  const words = { amount, reason, first_name: checkout.first_name, payment_reference: checkout.tx_ref }
  await queueRefundMessages(tx, { id, phone: checkout.phone, email: checkout.email, ...words }, now)
}

async function tellCustomerOfCancelledOrder(
  tx: Tx,
  { refund, order, explanation }: OrderRefunded,
  now: Date,
): Promise<void> {
  await queueRefundMessages(
    tx,
    {
      id: refund.id,
      phone: order.customer_phone,
      email: order.user_email,
      amount: refund.amount,
      reason: refund.reason,
      order_id: order.id,
      explanation,
      first_name: order.customer_name.split(' ')[0] ?? order.customer_name,
      payment_reference: order.payment_reference,
    },
    now,
  )
}

async function queueRefundMessages(
  tx: Tx,
  refund: RefundForMessage & { id: string; phone: string; email: string },
  now: Date,
): Promise<void> {
  await queueMessages(
    tx,
    [
      { channel: 'sms', dedupe_key: `refund_sms:${refund.id}`, to: refund.phone, text: refundSms(refund) },
      { channel: 'mail', dedupe_key: `refund_mail:${refund.id}`, to: refund.email, ...refundMail(refund) },
    ],
    now,
  )
}
