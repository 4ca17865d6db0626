import { brand } from '../brand.ts'
import { formatCampusDateTime } from '../clock.ts'
import { formatNaira, formatNairaForSms, type Kobo } from '../money.ts'
import { formatPhone } from '../phone.ts'

/** The words of every message, in one place. Text messages say NGN, mails say ₦. */

type Item = { name: string; price: Kobo; quantity: number }
export type OrderForMessage = { id: number; items: readonly Item[]; total_price: Kobo }
type Customer = {
  customer_name: string
  customer_phone: string
  customer_address: string
  customer_note: string | null
}

/** To a vendor: what to cook, for whom, where it goes. A long list of dishes is cut, never the number or the address. */
export function newOrderSms(order: OrderForMessage & Customer): string {
  const start = `${brand.name} order ${order.id}: `
  const end = `. ${formatNairaForSms(order.total_price)}. For ${order.customer_name}, ${formatPhone(order.customer_phone)}, ${order.customer_address}${order.customer_note ? `. Note: ${order.customer_note.slice(0, 80)}` : ''}`
  const dishes = order.items.map((item) => `${item.quantity}x ${item.name}`)
  const named = dishes.filter(
    (_, index) =>
      [start, ...dishes.slice(0, index + 1).map((dish) => `${dish}, `), end].join('').length < 290,
  )
  const more = dishes.length - named.length
  return `${start}${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}${end}`
}

/** On a vendor's bell. */
export function newOrderNotice(order: OrderForMessage): string {
  return `New order ${order.id}: ${order.items.map((item) => `${item.quantity} x ${item.name}`).join(', ')}`
}

/** To the customer, the moment the money is verified. */
export function paidSms(order_ids: readonly number[], total: Kobo, receipt_url: string): string {
  return `${brand.name}: ${formatNairaForSms(total)} received, thank you. Order ${order_ids.slice(0, 3).join(', ')}${order_ids.length > 3 ? ' and more' : ''} is with the kitchen. Receipt: ${receipt_url}`
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

export function receiptMail(receipt: ReceiptForMail): { subject: string; text: string; html: string } {
  const numbers = receipt.orders.map((order) => order.id).join(', ')
  const lines = receipt.orders.flatMap((order) => [
    order.vendor_name,
    ...order.items.map(
      (item) =>
        `  ${item.name}, ${item.quantity} x ${formatNaira(item.price)}: ${formatNaira(item.price * item.quantity)}`,
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

const refund_reasons: Readonly<Record<string, string>> = {
  excess: 'You sent more than your order cost.',
  late: 'Your payment arrived after the order had expired.',
  duplicate: 'Your order was paid twice.',
  kitchen_unavailable: 'The kitchen stopped taking orders before your payment arrived.',
}

export type RefundForMessage = {
  first_name: string
  amount: Kobo
  reason: string
  payment_reference: string
  /** The order that was cancelled, when one was. */
  order_id?: number
  explanation?: string | null
}

export function refundMail(refund: RefundForMessage): { subject: string; text: string; html: string } {
  const text = [
    `Hello ${refund.first_name},`,
    '',
    `${whyRefunded(refund)} We are sending ${formatNaira(refund.amount)} back to the card or account you paid from. Banks take up to five working days.`,
    '',
    `Payment reference: ${refund.payment_reference}`,
    `Questions? ${brand.support_email} or ${brand.support_phone}`,
    `${brand.name}, ${brand.address}`,
  ].join('\n')
  return {
    subject: `${formatNaira(refund.amount)} is on its way back to you`,
    text,
    html: htmlOf(text, null),
  }
}

export function refundSms(refund: Omit<RefundForMessage, 'first_name' | 'payment_reference'>): string {
  return `${brand.name}: ${whyRefunded(refund)} ${formatNairaForSms(refund.amount)} is on its way back to you. Help: ${brand.support_phone}`
}

function whyRefunded(refund: Pick<RefundForMessage, 'reason' | 'order_id' | 'explanation'>): string {
  const { reason, order_id, explanation } = refund
  if (order_id === undefined) return refund_reasons[reason] ?? 'Your order could not be completed.'
  const what =
    reason === 'rejected'
      ? `The kitchen could not take your order ${order_id}`
      : `Your order ${order_id} was cancelled`
  return explanation ? `${what}: ${explanation.replace(/[.\s]+$/, '')}.` : `${what}.`
}

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

/** Plain words in a readable page: no pictures to load, nothing that a mail program must fetch. */
function htmlOf(text: string, link: string | null): string {
  const escaped = text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
  const linked = link ? escaped.replace(link, `<a href="${link}">${link}</a>`) : escaped
  return `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#f6f4ef;color:#1c2333;font:16px/1.6 system-ui,sans-serif"><div style="max-width:34rem;margin:auto;background:#fff;border-radius:12px;padding:24px;white-space:pre-line">${linked}</div></body></html>`
}
