import { eq } from 'drizzle-orm'
import { MINUTE_MS } from '../../clock.ts'
import { type deliveries, order_keys, riders } from '../../delivery/tables.ts'
import type { Reaction } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { phonesOf, ringsWith } from '../outbox/customer-pushes.ts'
import { dropMessages, queueMessages } from '../outbox/queue-message.ts'
import { atGateSms } from '../words/incident-templates.ts'
import { trackUrl } from './order-news.ts'

/** Whoever comes later than that finds the rider waiting at the door, or gone; both are told on their own. */
const USEFUL_MS = 10 * MINUTE_MS

/** One of each time: another rider says so again. */
const keyOf = ({ order_id, at_gate_at }: Pick<typeof deliveries.$inferSelect, 'order_id' | 'at_gate_at'>) =>
  `at_gate_sms:${order_id}:${at_gate_at?.getTime()}`

/** Tells the customer that the rider is at the gate: by push, and by a text message unless the push showed. */
export const tellCustomerAtGate: Reaction<'rider_at_gate'> = async (tx, { delivery }, now, { public_url }) => {
  const [facts] = await tx
    .select({
      phone: orders.customer_phone,
      meet_at: orders.meet_at,
      track_token: order_keys.track_token,
      rider_name: riders.name,
      devices: phonesOf(tx, orders.checkout_id),
    })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .leftJoin(riders, eq(riders.user_id, delivery.rider_id ?? ''))
    .where(eq(orders.id, delivery.order_id))
  if (!facts) return
  const { order_id } = delivery
  const text = atGateSms(
    { id: order_id, meet_at: facts.meet_at, rider_first_name: facts.rider_name?.split(' ')[0] ?? null },
    trackUrl(public_url, facts.track_token),
  )
  const expires_at = new Date(now.getTime() + USEFUL_MS)
  const message = { channel: 'sms', dedupe_key: keyOf(delivery), to: facts.phone, text, expires_at } as const
  await queueMessages(tx, [{ ...message, rings: ringsWith(facts, order_id) }], now)
}

/** Once the customer has the food, or it goes another way, nobody is called to the gate any more. */
export const dropAtGateNews: Reaction<'delivery_moved'> = async (tx, { delivery }) => {
  if (delivery.at_gate_at) await dropMessages(tx, [keyOf(delivery)])
}
