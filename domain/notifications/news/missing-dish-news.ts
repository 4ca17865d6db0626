import { eq } from 'drizzle-orm'
import { vendors } from '../../catalog/tables.ts'
import { order_keys } from '../../delivery/tables.ts'
import type { Reaction } from '../../events.ts'
import { missingText } from '../../orders/missing-dish/missing-of-orders.ts'
import { phonesOf, ringsWith } from '../outbox/customer-pushes.ts'
import { dropMessages, queueMessages } from '../outbox/queue-message.ts'
import { dishMissingSms } from '../words/customer-templates.ts'
import { trackUrl } from './order-news.ts'

const smsKey = (missing_id: number) => `dish_missing_sms:${missing_id}`

/** Tells the customer by SMS that a dish is out, and until when they may choose what comes instead. */
export const tellOfMissingDish: Reaction<'dish_missing'> = async (
  tx,
  { order, missing, is_last },
  now,
  { public_url },
) => {
  const [facts] = await tx
    .select({
      track_token: order_keys.track_token,
      vendor_name: vendors.name,
      devices: phonesOf(tx, order.checkout_id),
    })
    .from(order_keys)
    .innerJoin(vendors, eq(vendors.user_id, order.vendor_id))
    .where(eq(order_keys.order_id, order.id))
  if (!facts) return
  const about = {
    id: order.id,
    vendor_name: facts.vendor_name ?? 'The kitchen',
    dish: missingText(missing),
    answer_by: missing.answer_by,
    if_missing: is_last ? ('cancel' as const) : order.if_missing,
  }
  const text = dishMissingSms(about, trackUrl(public_url, facts.track_token), now)
  const dedupe_key = smsKey(missing.id)
  const rings = ringsWith(facts, order.id)
  await queueMessages(
    tx,
    [{ channel: 'sms', dedupe_key, to: order.customer_phone, text, expires_at: missing.answer_by, rings }],
    now,
  )
}

/** What is still to be told of it is no news any more. */
export const dropMissingDishNews: Reaction<'missing_dish_closed'> = async (tx, { missing_ids }) => {
  return dropMessages(tx, missing_ids.map(smsKey))
}
