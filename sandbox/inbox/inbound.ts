import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { World } from '../world.ts'

/** A text message to the product: its sender's number, in any writing, and the text. */
export const inbound_sms = z.object({ from: z.string().min(1).max(40), text: z.string().max(900) })

/** Posts a text message to the product in Termii's format. Answers the HTTP status, 0 for no answer or no address. */
export async function sendInbound(world: World, { from, text }: z.infer<typeof inbound_sms>): Promise<number> {
  const { inbound_sms_url } = world.settings
  if (inbound_sms_url === null) return 0
  const digits = from.replace(/\D/g, '')
  const body = JSON.stringify({
    type: 'inbound',
    id: String(randomInt(10 ** 12)),
    message_id: String(randomInt(10 ** 12)),
    receiver: '2347000000000',
    sender: digits.replace(/^0(?=\d{10}$)/, '234'),
    message: text,
    received_at: new Date().toISOString(),
    status: 'Received',
    channel: 'generic',
  })
  const { http_status } = await world.post.post(inbound_sms_url, { 'content-type': 'application/json' }, body)
  return http_status
}
