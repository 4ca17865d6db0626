import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { formatCampusTime } from '../../clock.ts'
import { openOffer } from '../../delivery/offers/rider-offer.ts'
import { riders } from '../../delivery/tables.ts'
import type { Reaction } from '../../events.ts'
import { parsePhone } from '../../phone.ts'
import { ringForAdmins } from '../bell/admins.ts'
import { notifyUsers, settleNews } from '../bell/bell.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import { push_subscriptions } from '../tables.ts'
import { smsWords } from '../words/message-words.ts'
import { offerNotice, offerSms, SENT_OFF_DUTY_NOTICE, WITHDRAWN_OFFER_NOTICE } from '../words/rider-templates.ts'

/** Open pages report every 25 seconds; after this long without a report, a page counts as closed. */
const CLOSED_AFTER_SECONDS = 60

/**
 * Tells a rider of an offer: the bell, every open screen and every subscribed device. A rider with neither an open page
 * nor such a device gets a text message, which is dropped if it cannot be sent within the offer's time.
 */
export const tellRiderOfOffer: Reaction<'offer_made'> = async (tx, { offer, deliveries, pay }, now, { public_url }) => {
  const { rider_id, expires_at } = offer
  const left_seconds = Math.floor((expires_at.getTime() - now.getTime()) / 1000)
  const shown = await openOffer(tx, rider_id, now)
  const [km, minutes] = [shown?.km.in_all ?? null, shown?.minutes ?? null]
  const offered = { deliveries: deliveries.length, pay, km, minutes, left_seconds }
  const text = offerNotice(offered)
  await notifyUsers(tx, [{ user_id: rider_id, kind: 'offer', text, offer_id: offer.id }], now)
  const phone = await phoneOfUnrung(tx, rider_id, now)
  if (!phone) return
  const sms = offerSms(offered, `${public_url}/rider-dashboard`)
  const dedupe_key = `offer_sms:${offer.id}`
  await queueMessages(tx, [{ channel: 'sms', dedupe_key, to: phone, text: sms, expires_at }], now)
}

/** Stops the ringing of an offer that is over, and tells its rider if it was withdrawn by somebody else. */
export const tellRiderOfClosedOffer: Reaction<'offer_closed'> = async (tx, { offer, by }, now) => {
  const { id, rider_id, status } = offer
  await settleNews(tx, { offer_id: id }, now)
  if (status !== 'Withdrawn' || by.user_id === rider_id) return
  await notifyUsers(tx, [{ user_id: rider_id, kind: 'offer_withdrawn', text: WITHDRAWN_OFFER_NOTICE }], now)
}

/** Tells a rider what an admin decided about the registration. */
export const tellRiderOfDecision: Reaction<'rider_decided'> = async (tx, { rider, action, reason }, now) => {
  const text =
    action === 'rider_activated'
      ? 'Welcome aboard: you can go on duty now.'
      : `Please correct your registration: ${reason}`
  await notifyUsers(tx, [{ user_id: rider.user_id, kind: 'rider_decided', text }], now)
}

/** Tells a rider why no offers come any more, and how to get them again; by text message if nothing rings. */
export const tellRiderOfRest: Reaction<'rider_sent_off_duty'> = async (tx, { rider }, now, { public_url }) => {
  const { user_id } = rider
  await notifyUsers(tx, [{ user_id, kind: 'sent_off_duty', text: SENT_OFF_DUTY_NOTICE }], now)
  const phone = await phoneOfUnrung(tx, user_id, now)
  if (!phone) return
  const text = smsWords('sent_off_duty', { link: `${public_url}/rider-dashboard` })
  const dedupe_key = `sent_off_duty_sms:${user_id}:${now.getTime()}`
  await queueMessages(tx, [{ channel: 'sms', dedupe_key, to: phone, text }], now)
}

/** The number of a rider without an open page and without a device that rings; null for others, or without a number. */
export async function phoneOfUnrung(tx: Tx, rider_id: string, now: Date): Promise<string | null> {
  const [rider] = await tx
    .select({ phone: riders.phone, seen_at: riders.seen_at })
    .from(riders)
    .where(eq(riders.user_id, rider_id))
  const seen_since = new Date(now.getTime() - CLOSED_AFTER_SECONDS * 1000)
  if (rider?.seen_at && rider.seen_at > seen_since) return null
  if ((await tx.$count(push_subscriptions, eq(push_subscriptions.user_id, rider_id))) > 0) return null
  return parsePhone(rider?.phone ?? '')
}

/** Rings the admins who run orders: an order waits and no rider takes it. */
export const tellAdminsOfWaiting: Reaction<'delivery_unclaimed'> = async (tx, { delivery }, now) => {
  const { order_id } = delivery
  const text = `Order ${order_id} has no rider yet. Please assign one.`
  await ringForAdmins(tx, 'run_orders', { kind: 'no_rider', text, order_id }, now)
}

/**
 * Rings the admins who run orders: food was handed over without the customer's PIN, and why. Does nothing for any other
 * move.
 */
export const tellAdminsOfMissingPin: Reaction<'delivery_moved'> = async (tx, { delivery, verb }, now) => {
  const { order_id, no_pin_reason } = delivery
  if (verb !== 'hand_over' || no_pin_reason === null) return
  const text = `Order ${order_id} was handed over without the PIN: ${no_pin_reason}`
  await ringForAdmins(tx, 'run_orders', { kind: 'no_pin', text, order_id }, now)
}

/**
 * Rings the admins who run orders: a rider's phone proves only now, by the customer's PIN, that the food was handed
 * over. By then the order had been given up, perhaps with its money, or taken from that rider for another.
 */
export const tellAdminsOfLateHandOver: Reaction<'hand_over_told_late'> = async (
  tx,
  { order_id, happened, was_taken, by },
  now,
) => {
  const [rider] = await tx.select({ name: riders.name }).from(riders).where(eq(riders.user_id, by.user_id))
  const who = rider?.name ?? 'the rider'
  const text =
    `Order ${order_id} was ${was_taken ? `taken from ${who}, who` : `given up, but ${who}`} handed it over with the ` +
    `PIN at ${formatCampusTime(happened)}. The phone was offline. Please look at it.`
  await ringForAdmins(tx, 'run_orders', { kind: 'told_late', text, order_id }, now)
}
