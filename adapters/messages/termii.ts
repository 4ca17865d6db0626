import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { callProvider, ProviderUnavailable } from '../call-provider.ts'
import { sameText } from '../same-text.ts'
import type { DeliveryOutcome, SmsGateway } from './message-gateway.ts'
import { NOBODY_THERE, readObject, shortText, toldKobo } from './read-body.ts'

export type TermiiSettings = {
  base_url: string
  api_key: string
  sender: string
  /** `dnd` reaches everybody at any hour, `generic` does not (docs/providers.md#termii-sending). */
  channel: 'dnd' | 'generic'
  /** The key that signs its delivery reports; if null they are accepted unsigned, since their address is secret. */
  webhook_secret: string | null
}

/** `message_id` exceeds a safe integer, so the text is preferred. */
const sent_answer = z.object({
  code: z.literal('ok').optional(),
  message_id_str: z.string().optional(),
  message_id: z.union([z.string(), z.number()]).optional(),
  message: z.string().regex(/success/i),
})

const history_row = z.object({
  receiver: z.coerce.string(),
  message: z.string(),
  message_id: z.coerce.string().nullish(),
  status: z.string().nullish(),
})
const history_answer = z.union([
  z.object({ data: z.array(history_row) }).transform(({ data }) => data),
  z.array(history_row),
])

function outcomeOf(status: string): DeliveryOutcome | null {
  if (/^DELIVERED/i.test(status)) return 'Delivered'
  return /failed|rejected|expired|undelivered|DND active/i.test(status) ? 'Undelivered' : null
}

/**
 * Termii (docs/providers.md#termii). It has no field for our reference, so before a repeated send the account's history
 * is searched for the same text to the same number; our texts name their order, so no two are alike. The key is in the
 * body and the query: neither is ever logged.
 */
export function termii(settings: TermiiSettings): SmsGateway {
  const { base_url, api_key, sender, channel, webhook_secret } = settings
  return {
    name: 'termii',
    async send({ to, text, repeated }) {
      const number = to.replace(/^\+/, '')
      if (repeated) {
        const earlier = await findEarlier(settings, number, text)
        if (earlier) return { sent: true, gateway_message_id: earlier.message_id ?? null }
      }
      const { status, body } = await callProvider(`${base_url}/api/sms/send`, {
        method: 'POST',
        json: { api_key, to: number, from: sender, sms: text, type: 'plain', channel },
        timeout_seconds: 15,
      })
      const parsed = status === 200 ? sent_answer.safeParse(body) : null
      if (parsed?.success) {
        const { message_id_str, message_id } = parsed.data
        const id = message_id_str ?? message_id
        return { sent: true, gateway_message_id: id === undefined ? null : String(id) }
      }
      const said = z.object({ message: z.string() }).safeParse(body)
      const message = said.success ? said.data.message : 'The gateway refused without saying why'
      // A wrong key, an empty account or an unregistered sender is our problem to solve; the message itself is fine.
      if ([401, 402, 403].includes(status) || /balance|api.?key|sender/i.test(message)) {
        throw new ProviderUnavailable(`termii: HTTP ${status} ${message}`, {
          not_taken: true,
          never_taken: repeated === true,
        })
      }
      // A parked page, an empty body or somebody else's says nothing about the message: it waits.
      if (![400, 422].includes(status) && !(status === 200 && said.success)) {
        throw new ProviderUnavailable(`termii: HTTP ${status}, an answer we cannot read`, {
          not_taken: NOBODY_THERE.includes(status),
          never_taken: NOBODY_THERE.includes(status) && repeated === true,
        })
      }
      return { sent: false, message }
    },
    readReport({ headers, body }) {
      if (webhook_secret !== null) {
        const signature = createHmac('sha512', webhook_secret).update(body).digest('hex')
        if (!sameText(headers.get('x-termii-signature')?.toLowerCase() ?? '', signature)) return 'forged'
      }
      const report = readObject(body)
      const gateway_message_id = shortText(report['message_id']) ?? shortText(report['id'])
      const status = shortText(report['status'])
      if (gateway_message_id === null || status === null || report['type'] === 'inbound') return null
      const { receiver, message } = report
      const number = shortText(receiver)?.replace(/^\+/, '')
      return {
        gateway_message_id,
        ext_ref: null,
        sms: number && typeof message === 'string' ? { to: `+${number}`, text: message } : null,
        outcome: outcomeOf(status),
        reason: status,
        cost_kobo: toldKobo(report['cost']),
      }
    },
  }
}

/** Throws ProviderUnavailable when the history cannot be read: then nothing may be sent. */
async function findEarlier({ base_url, api_key }: TermiiSettings, number: string, text: string) {
  const { status, body } = await callProvider(`${base_url}/api/sms/inbox?api_key=${encodeURIComponent(api_key)}`, {
    timeout_seconds: 15,
  })
  const history = history_answer.safeParse(body)
  if (status !== 200 || !history.success) throw new ProviderUnavailable(`termii: history, HTTP ${status}`)
  return history.data.find(
    (row) =>
      row.receiver.replace(/^\+/, '') === number &&
      row.message === text &&
      // An undelivered one is the reason for sending again.
      outcomeOf(row.status ?? '') !== 'Undelivered',
  )
}
