import { brand } from '../../brand.ts'
import { formatNaira, formatNairaForSms, type Kobo, kobo } from '../../money.ts'
import { type Mail, mailOf } from './mail-frame.ts'
import { type SmsWords, smsWords } from './message-words.ts'
import type { OrderForMessage } from './templates.ts'

/** The words of every message about money that goes back. */

const refund_reasons: Readonly<Record<string, string>> = {
  excess: 'You sent more than your order cost.',
  late: 'Your payment arrived after the order had expired.',
  duplicate: 'Your order was paid twice.',
  kitchen_unavailable: 'The restaurant stopped taking orders before your payment arrived.',
}

export type RefundForMessage = {
  first_name: string
  /** Kobo; 0 when a cancelled order had already been refunded. */
  amount: Kobo
  /** What was paid, if only a part of it goes back. */
  part_of?: Kobo | null
  reason: string
  payment_reference: string
  /** The orders that were cancelled or complained about; none for a charge without an order. */
  order_ids?: readonly number[]
  explanation?: string | null
}

/**
 * What was paid of what a refund gives back of (kobo): an order's food, and what goes back of fee and tip besides. The
 * fee on the order's row is that of the whole cart.
 */
export function paidOf(
  { total_price, discount }: { total_price: Kobo; discount: Kobo },
  back: { delivery_fee: Kobo; tip: Kobo },
): Kobo {
  return kobo(total_price - discount + back.delivery_fee + back.tip)
}

/** To the customer: why money goes back, how much of what was paid, and by when; or that it already went back. */
export function refundMail(refund: RefundForMessage): Mail {
  const { amount, part_of } = refund
  const back =
    `We are sending ${formatNaira(amount)}${part_of ? ` of ${formatNaira(part_of)}` : ''} back to the ` +
    'card or account it was paid from. Banks take up to five working days.'
  const subject =
    amount === 0
      ? `Your order ${refund.order_ids?.join(', ')} was cancelled`
      : `${formatNaira(amount)} is on its way back to you`
  return mailOf(subject, refund.first_name, [
    `${whyRefunded(refund)} ${amount === 0 ? 'What you paid for it was sent back before.' : back}`,
    `Payment reference: ${refund.payment_reference}`,
  ])
}

export type DoneRefundForMessage = {
  first_name: string
  amount: Kobo
  payment_reference: string
  /** Sent by transfer from our own bank, not back the way it was paid. */
  by_bank: boolean
}

/** To the customer: the provider, or our bank, has sent the money. */
export function refundDoneMail(refund: DoneRefundForMessage): Mail {
  const to = refund.by_bank ? 'to your bank account' : 'to the card or account it was paid from'
  return mailOf(`Your refund of ${formatNaira(refund.amount)} was sent`, refund.first_name, [
    `Your refund of ${formatNaira(refund.amount)} was sent ${to}. Your bank may need some days to show it.`,
    `Payment reference: ${refund.payment_reference}`,
  ])
}

/** The same on the customer's phone. */
export function refundDoneSms(refund: Pick<DoneRefundForMessage, 'amount'>): SmsWords {
  return smsWords('refund_done', { amount: formatNairaForSms(refund.amount), help: brand.support_phone })
}

/** One text message: a long reason is cut, never the amount or the number to call. */
export function refundSms(refund: Omit<RefundForMessage, 'first_name' | 'payment_reference'>): SmsWords {
  const { amount, part_of, explanation } = refund
  const of = part_of ? ` of ${formatNairaForSms(part_of)}` : ''
  const back =
    amount === 0 ? 'Its money was sent back before.' : `${formatNairaForSms(amount)}${of} is on its way back to you.`
  const why = (room: number) => {
    const left = room - whyRefunded({ ...refund, explanation: 'x' }).length + 1
    const said = explanation && (left < SHORTEST_REASON ? null : shortened(explanation, left))
    return whyRefunded({ ...refund, explanation: said })
  }
  return smsWords('refund', { why, back, help: brand.support_phone })
}

type DecidedClaim = { order_id: number; first_name: string; reason: string }

/** To the customer: why nothing goes back for what they told us about an order. */
export function claimRefusedMail({ order_id, first_name, reason }: DecidedClaim): Mail {
  return mailOf(`What you told us about order ${order_id}`, first_name, [
    `We looked at what you told us about your order ${order_id}, and no money goes back for it: ${ended(reason)}`,
    `Is that wrong? Please call us: ${brand.support_phone}.`,
  ])
}

/** The same on the customer's phone; a long reason is cut. */
export function claimRefusedSms({ order_id, reason }: Omit<DecidedClaim, 'first_name'>): SmsWords {
  const why = (room: number) => ended(shortened(reason, room))
  return smsWords('claim_refused', { order: String(order_id), why, help: brand.support_phone })
}

/** To the customer: they were right, and have their money already. */
export function claimConfirmedMail({ order_id, first_name, reason }: DecidedClaim): Mail {
  return mailOf(`What you told us about order ${order_id}`, first_name, [
    `You were right about your order ${order_id}, and thank you for telling us: ${ended(reason)}`,
    'Its money went back to you before, so there is nothing left to give back.',
    `Is that wrong? Please call us: ${brand.support_phone}.`,
  ])
}

/** The same on the customer's phone; a long reason is cut. */
export function claimConfirmedSms({ order_id, reason }: Omit<DecidedClaim, 'first_name'>): SmsWords {
  const why = (room: number) => ended(shortened(reason, room))
  return smsWords('claim_confirmed', { order: String(order_id), why, help: brand.support_phone })
}

const SHORTEST_REASON = 10

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const words = text.slice(0, longest - 2)
  return `${words.slice(0, Math.max(words.lastIndexOf(' '), longest / 2)).trimEnd()}...`
}

/** Why an order has ended, by the move that ended it: what `whyRefunded` has words for. */
export function endedBy(verb: string): string {
  return ended_by[verb] ?? 'cancelled'
}

const ended_by: Readonly<Record<string, string>> = { reject: 'rejected', withdraw: 'withdrawn' }

/** Why money goes back, or an order was cancelled: one sentence for messages and pages. */
export function whyRefunded(refund: Pick<RefundForMessage, 'reason' | 'order_ids' | 'explanation'>): string {
  const { reason, order_ids, explanation } = refund
  if (!order_ids) return refund_reasons[reason] ?? 'Your order could not be completed.'
  const said = explanation ? `: ${ended(explanation)}` : '.'
  const which = `your order ${order_ids.join(', ')}`
  if (reason === 'withdrawn') return `You cancelled ${which}.`
  if (reason === 'rejected') return `The restaurant could not take ${which}${said}`
  if (reason === 'late_delivery') return `We are sorry that ${which} is later than we said${said}`
  if (reason === 'missing_dish') return `The restaurant ran out of something in ${which}${said}`
  if (reason === 'shared_ride') return `Others share the ride of ${which}${said}`
  if (reason === 'tip') return `No rider handed over ${which}, so your tip goes back.`
  if (reason === 'complaint') return `We are sorry about ${which}${said}`
  return `Your${which.slice('your'.length)} was cancelled${said}`
}

function ended(sentence: string): string {
  return sentence.endsWith('...') ? sentence : `${sentence.replace(/[.\s]+$/, '')}.`
}

/** On a vendor's bell, when the platform cancelled its order. */
export function orderCancelledNotice(order: OrderForMessage & Share, explanation: string | null): string {
  const why = explanation ? `: ${ended(explanation)}` : '.'
  return `Order ${order.id} was cancelled${why} You keep ${formatNaira(order.vendor_share)}.`
}

/** On a vendor's bell, when money of its order went back to the customer. */
export function orderRefundedNotice(
  order: OrderForMessage & Share & { vendor_bears_discount: boolean },
  refund: { amount: Kobo; promotion: Kobo; borne_by: string },
  explanation: string,
): string {
  const { borne_by, promotion } = refund
  // What a kitchen's own promotion has again it never gave.
  const with_promotion =
    promotion > 0 && !order.vendor_bears_discount
      ? `, and ${formatNaira(promotion)} to a promotion that had paid it`
      : ''
  const paid_by = borne_by === 'vendor' ? 'out of your share' : 'not at your cost'
  return (
    `Order ${order.id}: ${formatNaira(refund.amount)} goes back to the customer${with_promotion}, ${paid_by}: ` +
    `${ended(explanation)} You keep ${formatNaira(order.vendor_share)}.`
  )
}

/** On the bell of the rider who bears a refund. */
export function refundBorneNotice(refund: { order_id: number; food: Kobo }, explanation: string | null): string {
  const why = explanation ? `: ${ended(explanation)}` : '.'
  return (
    `You bear ${formatNaira(refund.food)} that goes back for order ${refund.order_id}${why} It comes off your ` +
    'next payout.'
  )
}

type Share = { vendor_share: Kobo }
