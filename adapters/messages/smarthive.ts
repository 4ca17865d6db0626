import { z } from 'zod'
import { callProvider, ProviderUnavailable } from '../call-provider.ts'
import type { DeliveryOutcome, SmsGateway } from './message-gateway.ts'
import { NOBODY_THERE, readObject, shortText, toldKobo } from './read-body.ts'

export type SmarthiveSettings = {
  base_url: string
  api_key: string
  sender: string
  /** Where it should post its delivery reports; null for nowhere. */
  report_url: string | null
}

const sent_answer = z.object({
  status: z.literal('ok'),
  data: z
    .object({ msg_id: z.union([z.string(), z.number().transform(String)]).nullish() })
    .nullish()
    .catch(null),
})

const status_answer = z.object({
  data: z.array(z.object({ msg_id: z.coerce.string(), status: z.coerce.string() })),
})

/** The spelling of its states varies: DELIVERD, DELIVERED and DELIVRD have all been seen. */
function outcomeOf(status: string): DeliveryOutcome | null {
  if (/^DELIV/i.test(status)) return 'Delivered'
  return /^(UNDEL|EXPIRED|REJECT|FAIL)/i.test(status) ? 'Undelivered' : null
}

/**
 * SmarthiveSMS (docs/providers.md#smarthivesms): transactional route, inbox type, `ext_ref` as idempotency key. The
 * shape of its errors is not documented, so `message`, `description` and `error` are all read. Its reports are
 * unsigned: each goes to an address that names the message, and the state is looked up before it counts.
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
          ...(settings.report_url && {
            callback_url: `${settings.report_url}?ref=${encodeURIComponent(ext_ref)}`,
          }),
        },
        timeout_seconds: 15,
      })
      const parsed = sent_answer.safeParse(body)
      if (parsed.success) return { sent: true, gateway_message_id: parsed.data.data?.msg_id ?? null }
      const message = errorText(body)
      // A wrong key or an empty account is our problem to solve; the message itself is fine and must wait.
      if ([401, 402, 403].includes(status) || /balance|credit/i.test(message)) {
        throw new ProviderUnavailable(`smarthive: HTTP ${status} ${message}`, { not_taken: true })
      }
      if (!isRefusal(status, body)) {
        throw new ProviderUnavailable(`smarthive: HTTP ${status}, an answer we cannot read`, {
          not_taken: NOBODY_THERE.includes(status),
        })
      }
      return { sent: false, message }
    },
    readReport({ query, body }) {
      const report = readObject(body)
      const gateway_message_id = shortText(report['msg_id'])
      if (gateway_message_id === null) return null
      const status = shortText(report['status']) ?? ''
      return {
        gateway_message_id,
        ext_ref: query.get('ref'),
        sms: null,
        outcome: outcomeOf(status),
        reason: [status, shortText(report['dlr_code'])].filter(Boolean).join(', ') || null,
        cost_kobo: toldKobo(report['cost']),
      }
    },
    async lookUp(gateway_message_ids) {
      const { status, body } = await callProvider(`${settings.base_url}/api/sms/status`, {
        method: 'POST',
        headers: { 'x-api-key': settings.api_key },
        json: { msg_id: gateway_message_ids },
        timeout_seconds: 15,
      })
      const parsed = status_answer.safeParse(body)
      if (!parsed.success) throw new ProviderUnavailable(`smarthive: states, HTTP ${status}`)
      return new Map(
        parsed.data.data.map((row) => [row.msg_id, { outcome: outcomeOf(row.status), reason: shortText(row.status) }]),
      )
    },
  }
}

/** A parked page, an empty body or somebody else's says nothing about the message: it waits. */
function isRefusal(status: number, body: unknown): boolean {
  if (status === 400 || status === 422) return true
  const fields = (body ?? {}) as Record<string, unknown>
  return status === 200 && ['message', 'description', 'error'].some((name) => typeof fields[name] === 'string')
}

function errorText(body: unknown): string {
  if (typeof body === 'string') return body.slice(0, 200)
  const fields = (body ?? {}) as Record<string, unknown>
  const text = fields['message'] ?? fields['description'] ?? fields['error']
  return typeof text === 'string' ? text : 'The gateway refused without saying why'
}
