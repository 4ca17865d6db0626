import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import type { CalledOffRider } from '../../delivery/incidents/pay-ended-way.ts'
import type { EventOf } from '../../events.ts'
import { notifyUsers } from '../bell/bell.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import { calledOffNotice, calledOffSms } from '../words/called-off-templates.ts'
import { phoneOfUnrung } from './delivery-news.ts'

/**
 * Tells the riders of an order that was called off what becomes of the food and of their pay: on every page until they
 * have read it, on their devices, and by text message where nothing rings.
 */
export async function tellRidersOfCalledOff(
  tx: Tx,
  { order, explanation }: EventOf<'order_cancelled'>,
  told: readonly CalledOffRider[],
  now: Date,
): Promise<void> {
  if (told.length === 0) return
  const [kitchen] = await tx.select({ name: vendors.name }).from(vendors).where(eq(vendors.user_id, order.vendor_id))
  for (const { rider_id, ...left } of told) {
    const words = { ...left, id: order.id, vendor_name: kitchen?.name ?? 'the kitchen', explanation }
    const news = { user_id: rider_id, kind: 'called_off', text: calledOffNotice(words), order_id: order.id } as const
    await notifyUsers(tx, [news], now)
    const to = await phoneOfUnrung(tx, rider_id, now)
    const dedupe_key = `called_off_sms:${order.id}:${rider_id}`
    if (to) await queueMessages(tx, [{ channel: 'sms', dedupe_key, to, text: calledOffSms(words) }], now)
  }
}
