import { randomUUID } from 'node:crypto'
import type { RefundRecipient } from '../../../domain/checkout/review/refund-recipient.ts'
import { formatCampusDateTime, formatTimeOrDate } from '../../../domain/clock.ts'
import { type FirstAndNow, latenessOf } from '../../../domain/delivery/windows/late-orders.ts'
import { type Kobo, kobo } from '../../../domain/money.ts'
import { masked } from '../../../domain/notifications/outbox/list-messages.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import type { AdminOrderRow } from '../../../domain/orders/admin-orders.ts'
import { handOverPlace } from '../../../domain/orders/hand-over-place.ts'
import type { OrderStatus } from '../../../domain/orders/lifecycle.ts'
import type { OrderFile } from '../../../domain/orders/order-file.ts'
import type { MarginLine } from '../../../domain/payments/margin.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { missingLineText } from '../../ui/missing-line-text.ts'
import { accountName } from '../books/account-names.ts'
import type { Sees } from '../sees.ts'

/**
 * An order of the list, with its times in words, so that server and browser cannot disagree about them; its margin only
 * for who sees the books. Against its first promise it is late, or will be, while its customer waits for it.
 */
export function orderRow(
  { created_at, margin_kobo, collects, ...order }: AdminOrderRow,
  { sees, promise, now }: { sees: Sees; promise: FirstAndNow | undefined; now: Date },
) {
  const waits = !isOver(order.status) && !(collects && order.status === 'Completed')
  const lateness = promise && waits ? latenessOf(promise, now) : null
  return {
    ...order,
    margin_kobo: sees.money ? margin_kobo : null,
    date: formatCampusDateTime(created_at),
    lateness: lateness && lateness_names[lateness],
    promise: promise ? promiseText(promise, waits, now) : 'None',
  }
}

const lateness_names = { late: 'Late', at_risk: 'At risk' } as const

/** "by 12:40", and while its customer waits "expected by 12:55" where that is later. */
function promiseText({ first_until, expected_until }: FirstAndNow, waits: boolean, now: Date): string {
  const by = `by ${formatTimeOrDate(first_until, now)}`
  return waits && expected_until > first_until ? `${by}, expected by ${formatTimeOrDate(expected_until, now)}` : by
}

const isOver = (status: OrderStatus) => status === 'Delivered' || status === 'Cancelled'

/** Whose card or account a refund goes back to. */
function recipientOf({ order, payments }: OrderFile): RefundRecipient | null {
  const paid = payments.find(({ purpose }) => purpose === 'orders')
  return paid ? { name: order.customer_name, payment_type: paid.payment_type.replaceAll('_', ' ') } : null
}

export type OrderRow = ReturnType<typeof orderRow>

/**
 * Everything of one order as the dialog shows it; `carrier` is the rider who can bear a refund, null while none carried
 * it. The expected time is given only while the order is under way and where it differs from the promise. What a role
 * does not see elsewhere it does not see here: the margin, the provider's numbers, and how the customer is reached.
 */
export function orderDetails(
  file: OrderFile,
  carrier: string | null,
  promise: { promised_by: Date; expected_by: Date } | null,
  sees: Sees,
) {
  const { order } = file
  const is_over = isOver(order.status)
  const differs = promise !== null && promise.promised_by.getTime() !== promise.expected_by.getTime()
  return {
    id: order.id,
    status: order.status,
    is_over,
    date: formatCampusDateTime(order.created_at),
    customer_name: order.customer_name,
    customer_phone: sees.contacts ? formatPhone(order.customer_phone) : masked(order.customer_phone),
    customer_email: sees.contacts ? order.user_email : masked(order.user_email),
    can_call: sees.contacts,
    customer_address: handOverPlace(order),
    collects: order.collects,
    slot: order.slot_from && slotText(order.slot_from, order.created_at),
    begin_at: order.begin_at && formatCampusDateTime(order.begin_at),
    customer_note: order.customer_note,
    vendor_id: order.vendor_id,
    vendor_name: file.vendor_name,
    vendor_phone: file.vendor_phone && formatPhone(file.vendor_phone),
    items: order.items,
    total_price: order.total_price,
    delivery_fee: order.delivery_fee,
    tip: order.tip,
    /** What a promotion takes off, below zero. */
    taken_off_kobo: kobo(-order.discount - (order.free_delivery ? order.delivery_fee : 0)),
    /** What of that the vendor bears now. */
    vendor_promotion: order.vendor_promotion,
    grand_total: order.grand_total,
    commission: order.commission,
    vendor_share: order.vendor_share,
    payout_id: order.payout_id,
    payment_reference: order.payment_reference,
    ready_by: order.ready_by && formatCampusDateTime(order.ready_by),
    promised_by: promise && formatCampusDateTime(promise.promised_by),
    expected_by: promise && differs && !is_over ? formatCampusDateTime(promise.expected_by) : null,
    siblings: file.siblings.map(({ id, status, vendor_name }) => ({ id, status, vendor_name })),
    margin: sees.money ? marginOf(file) : null,
    fee_is_unknown: file.payments.some(({ purpose, provider_fee }) => purpose === 'orders' && provider_fee === null),
    room: file.room,
    recipient: recipientOf(file),
    carrier,
    /** Sent with the forms that give money back, so that a form sent twice does it once. */
    request_key: randomUUID(),
    history: historyView(file),
    payments: file.payments.map((payment) => ({
      id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      purpose: payment.purpose,
      payment_type: payment.payment_type,
      provider: payment.provider,
      provider_transaction_id: sees.money ? payment.provider_transaction_id : '',
      when: formatCampusDateTime(payment.recorded_at),
    })),
    refunds: file.refunds.map((refund) => ({
      id: refund.id,
      order_id: refund.order_id,
      amount: refund.amount,
      reason: refund.reason,
      borne_by: refund.borne_by,
      lines: refund.lines,
      explanation: refund.explanation,
      asked_by: refund.asked_by,
      status: refund.status,
      when: formatCampusDateTime(refund.created_at),
    })),
  }
}

function marginOf({ margin, small_order_kobo }: OrderFile) {
  return margin && { ...margin, lines: marginInWords(margin.lines, small_order_kobo) }
}

function historyView({ history, missing }: OrderFile) {
  const moves = history.map(({ id, verb, to_status, who, reason, moved_at }) => ({
    ...{ id: String(id), what: verb === 'place' ? 'Paid' : to_status, who, reason, at: moved_at },
  }))
  const lines = missing.map((line) => ({ ...line, what: missingLineText(line), reason: null }))
  return [...moves, ...lines]
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id, what, who, reason, at }) => ({ id, what, who, reason, when: formatCampusDateTime(at) }))
}

const margin_words: Readonly<Record<string, string>> = {
  'delivery_fees sale': 'Delivery fee',
  'delivery_fees rider': 'To the rider',
  'delivery_fees refund': 'Delivery fee given back',
  'commission sale': 'Commission',
  'commission refund': 'Commission given back',
  'promotions sale': 'Paid by a promotion',
  'promotions refund': 'Back from the promotion',
  'rider_top_ups rider': 'Added to the rider’s pay',
  'provider_fees sale': 'Payment provider’s fee',
  'platform_losses refund': 'Refunds that the platform bore',
  'chargebacks refund': 'Taken back by the customer’s bank',
  'shortfalls sale': 'Missing of a short payment',
}

/** The lines of a margin as they are read; what a small order costs besides stands on a line of its own. */
function marginInWords(lines: readonly MarginLine[], small_order_kobo: Kobo) {
  return lines.flatMap(({ account, of, amount_kobo }) => {
    const name = margin_words[`${account} ${of}`] ?? `${accountName(account)} (${of})`
    if (name !== 'Delivery fee' || small_order_kobo === 0) return [{ name, amount_kobo }]
    return [
      { name, amount_kobo: kobo(amount_kobo - small_order_kobo) },
      { name: 'Fee of a small order', amount_kobo: small_order_kobo },
    ]
  })
}

export type OrderDetails = ReturnType<typeof orderDetails>
