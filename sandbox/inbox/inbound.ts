import { createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { World } from '../world.ts'

/**
 * A text message to the product: its sender's number, in any writing, the text, by which gateway's protocol it comes,
 * and how often, as gateways post again what was not answered.
 */
export const inbound_sms = z.object({
  from: z.string().min(1).max(40),
  text: z.string().max(900),
  gateway: z.enum(['termii', 'form']).default('termii'),
  times: z.coerce.number().int().min(1).max(5).default(1),
})
type InboundSms = z.infer<typeof inbound_sms>

type Posted = { url: string | null; headers: Record<string, string>; body: string }

/** Posts a text message to the product. Answers the last HTTP status, 0 for no answer or no address. */
export async function sendInbound(world: World, sms: InboundSms): Promise<number> {
  const { url, headers, body } = sms.gateway === 'form' ? asForm(world, sms) : asTermii(world, sms)
  if (url === null) return 0
  let status = 0
  for (let time = 0; time < sms.times; time++) status = (await world.post.post(url, headers, body)).http_status
  return status
}

/** Termii's format: signed, to where its reports go, if it has a secret; else to where any gateway posts. */
function asTermii(world: World, { from, text }: InboundSms): Posted {
  const { inbound_sms_url, termii_webhook_url, termii_webhook_secret: secret } = world.settings
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
  const headers = { 'content-type': 'application/json' }
  if (!secret || !termii_webhook_url) return { url: inbound_sms_url, headers, body }
  const signature = createHmac('sha512', secret).update(body).digest('hex')
  return { url: termii_webhook_url, headers: { ...headers, 'x-termii-signature': signature }, body }
}

/** The form that other gateways post, with the number as people write it. */
function asForm(world: World, { from, text }: InboundSms): Posted {
  const fields = { from, to: '07000000000', text, id: `ATXid_${randomInt(10 ** 12)}` }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { url: world.settings.inbound_sms_url, headers, body: new URLSearchParams(fields).toString() }
}
