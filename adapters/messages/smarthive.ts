import { z } from 'zod'
import { callProvider, ProviderUnavailable } from '../call-provider.ts'
import type { SmsGateway } from './message-gateway.ts'

export type SmarthiveSettings = { base_url: string; api_key: string; sender: string }

const sent_answer = z.object({
  status: z.literal('ok'),
  data: z.object({ msg_id: z.string().nullish() }).nullish(),
})

/**
 * SmarthiveSMS (providers.md 3.1): transactional route, inbox type, `ext_ref` as idempotency key. The shape of its
 * errors is not documented, so `message`, `description` and `error` are all read.
 */
export function smarthive(settings: SmarthiveSettings): SmsGateway {
  return {
    name: 'smarthive',
    async send({ to, text, ext_ref }) {
      const { status, body } = await callProvider(`${settings.base_url}/api/sms/send`, {
        method: 'POST',
        headers: { 'x-api-key': settings.api_key },
        json: {
          sender: settings.sender,
          recipients: to.replace(/^\+/, ''),
          msg: text,
          type: 1,
          route: 'TRX',
          ext_ref,
        },
        timeout_seconds: 15,
      })
      const parsed = sent_answer.safeParse(body)
      if (parsed.success) return { sent: true, gateway_message_id: parsed.data.data?.msg_id ?? null }
      const message = errorText(body)
      // A wrong key or an empty account is ours to mend; the message itself is fine and must wait.
      if ([401, 402, 403].includes(status) || /balance|credit/i.test(message)) {
        throw new ProviderUnavailable(`smarthive: HTTP ${status} ${message}`, { not_taken: true })
      }
      return { sent: false, message }
    },
  }
}

function errorText(body: unknown): string {
  if (typeof body === 'string') return body.slice(0, 200)
  const fields = (body ?? {}) as Record<string, unknown>
  const text = fields['message'] ?? fields['description'] ?? fields['error']
  return typeof text === 'string' ? text : 'The gateway refused without saying why'
}
