import type { PushGateway } from '../adapters/messages/message-gateway.ts'
import type { PushPayload } from '../domain/notifications/push-forms.ts'
import { pushDevice } from './push-device.ts'

/** A device at the sandbox's push service, and what that was given for it: oldest first, as the device reads it. */
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
