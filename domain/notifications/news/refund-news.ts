import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { checkouts } from '../../checkout/tables.ts'
import { carrierOf } from '../../delivery/riders/carriers.ts'
import type { EventOf, Reaction } from '../../events.ts'
import { sumKobo } from '../../money.ts'
import { foodOf } from '../../orders/refunds/refundable.ts'
import { payments } from '../../payments/tables.ts'
import { notifyUsers } from '../bell/bell.ts'
import { ringsOf } from '../outbox/customer-pushes.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import {
  claimConfirmedMail,
  claimConfirmedSms,
  claimRefusedMail,
  claimRefusedSms,
  endedBy,
  orderCancelledNotice,
  orderRefundedNotice,
  paidOf,
  type RefundForMessage,
  refundBorneNotice,
  refundDoneMail,
  refundDoneSms,
  refundMail,
  refundSms,
} from '../words/refund-words.ts'

const LATE_REFUND_MS = 24 * 60 * 60 * 1000

/** A charge without an order, or one that was too high, goes back: tells the customer how much and why. */
export const tellCustomerOfRefund: Reaction<'refund_asked'> = async (tx, { refund, checkout }, now) => {
  const { id, amount, reason } = refund
  const words = { amount, reason, first_name: checkout.first_name, payment_reference: checkout.tx_ref }
  await queueRefundMessages(tx, { id, phone: checkout.phone, email: checkout.email, ...words }, now)
}

/** Always a mail, and a text message if it took so long that the customer may have given up. */
export const tellCustomerOfDoneRefund: Reaction<'refund_done'> = async (tx, { refund }, now) => {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .innerJoin(payments, eq(payments.checkout_id, checkouts.id))
    .where(eq(payments.id, refund.payment_id))
  if (!checkout) return
  const { email, phone, first_name, tx_ref: payment_reference } = checkout.checkouts
  const words = {
    first_name,
    payment_reference,
    amount: refund.amount,
    by_bank: refund.bank_reference !== null,
  }
  const late = now.getTime() - refund.created_at.getTime() > LATE_REFUND_MS
  const mail = { channel: 'mail' as const, dedupe_key: `refund_done_mail:${refund.id}`, to: email }
  const sms = { channel: 'sms' as const, dedupe_key: `refund_done_sms:${refund.id}`, to: phone }
  await queueMessages(
    tx,
    [{ ...mail, ...refundDoneMail(words) }, ...(late ? [{ ...sms, text: refundDoneSms(words) }] : [])],
    now,
  )
}

/** Tells the customer what goes back, and the vendor's bell unless the vendor cancelled. */
export const tellOfCancelledOrder: Reaction<'order_cancelled'> = async (tx, event, now) => {
  const { verb, refund, order, explanation, by } = event
  const paid = refund && paidOf(order, refund)
  await queueRefundMessages(
    tx,
    {
      ...wordsForCustomer(order),
      id: refund?.id ?? `order:${order.id}`,
      amount: refund?.amount ?? 0,
      part_of: refund && paid && refund.amount < paid ? paid : null,
      reason: endedBy(verb),
      order_ids: [order.id],
      explanation,
    },
    now,
  )
  if (refund) await tellRiderWhatTheyBear(tx, refund, explanation, now)
  if (by.role === 'vendor') return
  const text = orderCancelledNotice(order, explanation)
  await notifyUsers(tx, [{ user_id: order.vendor_id, kind: 'order_cancelled', text, order_id: order.id }], now)
}

/** Tells the customer of a whole checkout once, and each vendor what went back for its own order. */
export const tellOfMoneyGivenBack: Reaction<'orders_given_back'> = async (tx, { given, explanation }, now) => {
  const [first] = given
  if (!first) return
  await queueRefundMessages(
    tx,
    {
      ...wordsForCustomer(first.order),
      id: first.refund.id,
      amount: sumKobo(given.map(({ refund }) => refund.amount)),
      reason: first.refund.reason,
      order_ids: given.map(({ order }) => order.id),
      explanation,
    },
    now,
  )
  // What is neither its food's nor at its cost is no news for a kitchen.
  const of_kitchens = given.filter(({ refund }) => refund.reason !== 'tip' && refund.reason !== 'shared_ride')
  const notices = of_kitchens.map(({ order, refund }) => ({
    user_id: order.vendor_id,
    kind: 'order_refunded' as const,
    text: orderRefundedNotice(order, refund, explanation),
    order_id: order.id,
  }))
  await notifyUsers(tx, notices, now)
  for (const { refund } of given) await tellRiderWhatTheyBear(tx, refund, explanation, now)
}

/** Tells the customer what was decided about their claim, where no refund tells it. */
const tellCustomerOfClaim =
  <Kind extends 'claim_refused' | 'claim_confirmed'>(
    kind: Kind,
    smsOf: typeof claimRefusedSms,
    mailOf: typeof claimRefusedMail,
  ): Reaction<Kind> =>
  async (tx, { claim_id, order, reason }, now) => {
    const { phone, email, first_name } = wordsForCustomer(order)
    const words = { order_id: order.id, first_name, reason }
    await queueMessages(
      tx,
      [
        { channel: 'sms', dedupe_key: `${kind}_sms:${claim_id}`, to: phone, text: smsOf(words) },
        { channel: 'mail', dedupe_key: `${kind}_mail:${claim_id}`, to: email, ...mailOf(words) },
      ],
      now,
    )
  }

/** Why nothing goes back for what was wrong with an order. */
export const tellCustomerOfRefusedClaim = tellCustomerOfClaim('claim_refused', claimRefusedSms, claimRefusedMail)

/** That they were right, and that the money had gone back before. */
export const tellCustomerOfConfirmedClaim = tellCustomerOfClaim(
  'claim_confirmed',
  claimConfirmedSms,
  claimConfirmedMail,
)

/** Tells the rider who bears a refund, before the next payout is lower. */
async function tellRiderWhatTheyBear(
  tx: Tx,
  refund: EventOf<'refund_done'>['refund'],
  explanation: string | null,
  now: Date,
): Promise<void> {
  const { order_id, borne_by } = refund
  const food = foodOf([refund])
  if (borne_by !== 'rider' || order_id === null || food === 0) return
  const rider = await carrierOf(tx, order_id)
  if (!rider) return
  const text = refundBorneNotice({ order_id, food }, explanation)
  await notifyUsers(tx, [{ user_id: rider.user_id, kind: 'order_refunded', text, order_id }], now)
}

function wordsForCustomer(order: EventOf<'order_cancelled'>['order']) {
  return {
    phone: order.customer_phone,
    email: order.user_email,
    first_name: order.customer_name.split(' ')[0] ?? order.customer_name,
    payment_reference: order.payment_reference,
  }
}

async function queueRefundMessages(
  tx: Tx,
  refund: RefundForMessage & { id: string; phone: string; email: string },
  now: Date,
): Promise<void> {
  const order_id = refund.order_ids?.[0]
  const rings = order_id === undefined ? undefined : await ringsOf(tx, order_id)
  const sms = { channel: 'sms' as const, dedupe_key: `refund_sms:${refund.id}`, to: refund.phone }
  await queueMessages(
    tx,
    [
      { ...sms, text: refundSms(refund), ...(rings && { rings }) },
      { channel: 'mail', dedupe_key: `refund_mail:${refund.id}`, to: refund.email, ...refundMail(refund) },
    ],
    now,
  )
}
