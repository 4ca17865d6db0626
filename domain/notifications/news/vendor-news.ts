import { closedReasons } from '../../catalog/hours/closed-reasons.ts'
import type { Reaction } from '../../events.ts'
import { notifyUsers } from '../bell/bell.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import { samePriceLostMail, samePriceLostNotice } from '../words/same-price-templates.ts'
import { vendorMovedMail, vendorMovedNotice } from '../words/templates.ts'

/** Tells a vendor on its bell and by mail what an admin decided, why, and what is left to do before it can sell. */
export const tellVendorOfMove: Reaction<'vendor_moved'> = async (tx, { vendor, verb, reason }, now, { public_url }) => {
  const missing = (await closedReasons(tx, vendor.user_id, now)).map(({ kind }) => kind)
  const text = vendorMovedNotice(verb, reason, missing)
  await notifyUsers(tx, [{ user_id: vendor.user_id, kind: 'vendor_moved', text }], now)
  const mail = vendorMovedMail(verb, vendor.name, reason, missing, `${public_url}/vendor-dashboard`)
  // The time is in the key because every decision is told, e.g. a second suspension.
  const dedupe_key = `vendor_moved:${vendor.user_id}:${now.getTime()}`
  await queueMessages(tx, [{ channel: 'mail', dedupe_key, to: vendor.email, ...mail }], now)
}

/** Tells a kitchen on its bell and by mail that its promise of the same price is off, by which order, and why. */
export const tellOfLostSamePrice: Reaction<'same_price_lost'> = async (
  tx,
  { vendor, order_id, reason },
  now,
  { public_url },
) => {
  const text = samePriceLostNotice(order_id, reason)
  await notifyUsers(tx, [{ user_id: vendor.user_id, kind: 'same_price_lost', text, order_id }], now)
  const mail = samePriceLostMail(vendor.name, order_id, reason, `${public_url}/account`)
  const dedupe_key = `same_price_lost:${vendor.user_id}:${order_id}:${now.getTime()}`
  await queueMessages(tx, [{ channel: 'mail', dedupe_key, to: vendor.email, ...mail }], now)
}
