import type { PushGateway } from '../adapters/messages/message-gateway.ts'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { sessions } from '../domain/accounts/tables.ts'
import type { PushPayload } from '../domain/notifications/outbox/push-forms.ts'
import { subscribePush } from '../domain/notifications/outbox/subscribe-push.ts'
import { pushDevice } from './push-device.ts'
import type { World } from './world.ts'

/** A device at the sandbox's push service, and the messages for it: oldest first, as the device reads them. */
export function sandboxDevice(sandbox: { url: string }, service = sandbox.url) {
  const device = pushDevice(`${service}/push`)
  return {
    address: device.address,
    async received() {
      const name = device.address.endpoint.split('/').at(-1)
      const answer = await fetch(`${sandbox.url}/control/pushes?device=${name}`)
      const { pushes } = (await answer.json()) as {
        pushes: { body: string; ttl_seconds: number; urgency: string; topic: string }[]
      }
      return pushes.reverse().map(({ body, ttl_seconds, urgency, topic }) => ({
        ...(JSON.parse(device.read(Buffer.from(body, 'base64url'))) as PushPayload),
        ttl_seconds,
        urgency,
        topic,
      }))
    },
  }
}

/** A push service that takes everything, for tests that are about something else. */
export const quick_push: PushGateway = {
  name: 'quick push',
  public_key: '',
  accepts: () => true,
  send: async () => ({ sent: true, gateway_message_id: null }),
}

/** Somebody signed in, without a browser. */
export async function insertSession(db: Db, actor: Actor, now: Date) {
  const [session] = await db
    .insert(sessions)
    .values({
      user_id: actor.user_id,
      token: crypto.randomUUID(),
      expires_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning()
  if (!session) throw new Error('no session')
  return { actor, session_id: session.id }
}

/** A device that rings for somebody, by a session of its own unless one is given. */
export async function insertDevice(
  { deps, sandbox }: World,
  actor: Actor,
  session?: Awaited<ReturnType<typeof insertSession>>,
) {
  const device = sandboxDevice(sandbox)
  const signed_in = session ?? (await insertSession(deps.db, actor, deps.clock.now()))
  const subscribed = await subscribePush(deps, signed_in, device.address)
  if (!subscribed.ok) throw new Error(subscribed.reason)
  return device
}
