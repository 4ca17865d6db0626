import { eq } from 'drizzle-orm'
import type { PushGateway } from '../../../adapters/messages/message-gateway.ts'
import type { Deps } from '../../events.ts'
import { type messages, push_subscriptions } from '../tables.ts'
import type { PushPayload } from './push-forms.ts'
import type { Attempt } from './send-sms.ts'

type Message = typeof messages.$inferSelect

const nobody = { gateway: null, refused_by: null, at_once: false }

/**
 * Rings one device. A message for a device that logged out expires; a device that its push service no longer knows is
 * deleted. A repeat replaces the same notification by its tag, so that it rings once.
 */
export async function sendPush(deps: Deps & { push: PushGateway }, message: Message): Promise<Attempt> {
  const giveUp = (reason: string) => ({ sent: false, message: reason, final: true, expired: true, ...nobody }) as const
  const now = deps.clock.now()
  const left_seconds = Math.floor(((message.expires_at?.getTime() ?? 0) - now.getTime()) / 1000)
  const device = eq(push_subscriptions.id, message.recipient)
  const [address] = await deps.db.select().from(push_subscriptions).where(device)
  if (!address) return giveUp('The device has logged out')
  const { tag } = JSON.parse(message.body) as PushPayload
  try {
    const { endpoint, p256dh, auth } = address
    const outcome = await deps.push.send({
      ...{ endpoint, p256dh, auth },
      payload: message.body,
      ttl_seconds: left_seconds,
      topic: tag,
    })
    if (outcome.sent) {
      await deps.db.update(push_subscriptions).set({ last_used_at: now }).where(device)
      return { sent: true, gateway_message_id: null, gateway: null, refused_by: null }
    }
    if (!outcome.unsubscribed) return { sent: false, message: outcome.message, final: true, ...nobody }
    await deps.db.delete(push_subscriptions).where(device)
    return giveUp('The device does not listen any more')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { sent: false, message: reason, final: false, ...nobody }
  }
}
