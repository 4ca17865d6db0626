import { brand } from '../brand.ts'
import { type ChosenOption, nameWithChoices } from '../catalog/option-groups.ts'
import { formatCampusDateTime } from '../clock.ts'
import { formatNaira, formatNairaForSms, type Kobo } from '../money.ts'
import { formatPhone } from '../phone.ts'
import { type SmsWords, smsWords } from './message-words.ts'

/**
 * The words of mails, and what a kitchen reads. A customer's text messages: customer-templates.ts; money that goes back:
 * refund-words.ts; payouts: payout-templates.ts; riders: delivery-news.ts. Text messages say NGN, mails say ₦.
 */

type Item = {
  name: string
  price: Kobo
  quantity: number
  options?: readonly ChosenOption[] | undefined
}
export type OrderForMessage = { id: number; items: readonly Item[]; total_price: Kobo }
type Customer = {
  customer_name: string
  customer_phone: string
  customer_address: string
  customer_note: string | null
}

/** To a vendor: what to cook, for whom, where it goes. A long list of dishes is cut, never the number or the address. */
export function newOrderSms(order: OrderForMessage & Customer): SmsWords {
  const all = order.items.map((item) => `${item.quantity}x ${nameWithChoices(item)}`)
  const dishes = (room: number) => {
    const first = (count: number) =>
      [...all.slice(0, count), ...(count < all.length ? [`${all.length - count} more`] : [])].join(', ')
    let named = all.length
    while (named > 0 && first(named).length > room) named--
    return first(named)
  }
  const { customer_name, customer_phone, customer_address, customer_note } = order
  return smsWords('new_order', {
    order: String(order.id),
    dishes,
    total: formatNairaForSms(order.total_price),
    customer: customer_name,
    phone: formatPhone(customer_phone),
    address: customer_address,
    note: customer_note ? `. Note: ${customer_note.slice(0, 80)}` : '',
  })
}

/** On a vendor's bell. */
export function newOrderNotice(order: OrderForMessage): string {
  return `New order ${order.id}: ${order.items.map((item) => `${item.quantity} x ${nameWithChoices(item)}`).join(', ')}`
}

export type ReceiptForMail = {
  first_name: string
  address: string
  note: string | null
  paid_at: Date
  payment_reference: string
  orders: readonly (OrderForMessage & { vendor_name: string })[]
  subtotal: Kobo
  delivery_fee: Kobo
  total: Kobo
  receipt_url: string
}

/** To the customer: what was ordered from whom, what was paid, and the link of the receipt. */
export function receiptMail(receipt: ReceiptForMail): { subject: string; text: string; html: string } {
  const numbers = receipt.orders.map((order) => order.id).join(', ')
  const lines = receipt.orders.flatMap((order) => [
    order.vendor_name,
    ...order.items.map(
      (item) =>
        `  ${nameWithChoices(item)}, ${item.quantity} x ${formatNaira(item.price)}: ${formatNaira(item.price * item.quantity)}`,
    ),
  ])
  const text = [
    `Hello ${receipt.first_name},`,
    '',
    `Payment confirmed. Order ${numbers} is with the kitchen and will come to: ${receipt.address}`,
    ...(receipt.note ? [`Your note: ${receipt.note}`] : []),
    '',
    ...lines,
    '',
    `Subtotal: ${formatNaira(receipt.subtotal)}`,
    `Delivery Fee: ${formatNaira(receipt.delivery_fee)}`,
    `TOTAL: ${formatNaira(receipt.total)}`,
    '',
    `Paid on ${formatCampusDateTime(receipt.paid_at)}, reference ${receipt.payment_reference}`,
    `Your receipt, any time: ${receipt.receipt_url}`,
    '',
    `Questions? ${brand.support_email} or ${brand.support_phone}`,
    `${brand.name}, ${brand.address}`,
  ].join('\n')
  return {
    subject: `Your ${brand.name} receipt: order ${numbers}`,
    text,
    html: htmlOf(text, receipt.receipt_url),
  }
}

/** To whoever asked for a new password; the link is good for an hour. */
export function passwordResetMail(link: string): { subject: string; text: string; html: string } {
  const text = [
    'Hello,',
    '',
    `Somebody, hopefully you, asked for a new password at ${brand.name}. Choose it here within an hour:`,
    link,
    '',
    'If it was not you, do nothing: your password stays as it is.',
    '',
    `Questions? ${brand.support_email} or ${brand.support_phone}`,
    `${brand.name}, ${brand.address}`,
  ].join('\n')
  return { subject: `Choose a new ${brand.name} password`, text, html: htmlOf(text, link) }
}

/** To the owner of an account whose password was changed; `reset_url` is where to take it back. */
export function passwordChangedMail(reset_url: string): { subject: string; text: string; html: string } {
  const text = [
    'Hello,',
    '',
    `Your ${brand.name} password was changed just now, and you were logged out everywhere. Log in with the new one.`,
    '',
    'If it was not you, take your account back at once:',
    reset_url,
    '',
    `Questions? ${brand.support_email} or ${brand.support_phone}`,
    `${brand.name}, ${brand.address}`,
  ].join('\n')
  return { subject: `Your ${brand.name} password was changed`, text, html: htmlOf(text, reset_url) }
}

type Decision = 'activate' | 'deactivate' | 'suspend' | 'restore'

/** What an admin decided about a vendor, as its bell and the mail begin. */
export function vendorMovedNotice(verb: Decision, reason: string | null): string {
  const why = reason ? `: ${reason.replace(/[.\s]+$/, '')}.` : '.'
  switch (verb) {
    case 'activate':
      return 'Your kitchen is active: customers find it, and can order.'
    case 'restore':
      return 'Your kitchen is active again: customers find it, and can order.'
    case 'deactivate':
      return `Your registration was not accepted${why}`
    case 'suspend':
      return `Your kitchen was suspended${why}`
  }
}

/** To a vendor that an admin activated, deactivated, suspended or restored; `link` is its back office. */
export function vendorMovedMail(
  verb: Decision,
  name: string | null,
  reason: string | null,
  link: string,
): { subject: string; text: string; html: string } {
  const may_log_in = verb !== 'suspend'
  const text = [
    `Hello${name ? ` ${name}` : ''},`,
    '',
    vendorMovedNotice(verb, reason),
    ...(may_log_in ? ['', 'Your back office:', link] : ['', 'What you earned stays yours and is paid out.']),
    '',
    `Questions? ${brand.support_email} or ${brand.support_phone}`,
    `${brand.name}, ${brand.address}`,
  ].join('\n')
  const subjects: Record<Decision, string> = {
    activate: `Welcome to ${brand.name}: your kitchen is active`,
    restore: `Your kitchen at ${brand.name} is active again`,
    deactivate: `Your registration at ${brand.name} was not accepted`,
    suspend: `Your kitchen at ${brand.name} was suspended`,
  }
  return { subject: subjects[verb], text, html: htmlOf(text, may_log_in ? link : null) }
}

/** Plain words in a readable page: no pictures to load, nothing that a mail program must fetch. */
export function htmlOf(text: string, link: string | null): string {
  const escaped = text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
  const linked = link ? escaped.replace(link, `<a href="${link}">${link}</a>`) : escaped
  return `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#f6f4ef;color:#1c2333;font:16px/1.6 system-ui,sans-serif"><div style="max-width:34rem;margin:auto;background:#fff;border-radius:12px;padding:24px;white-space:pre-line">${linked}</div></body></html>`
}
