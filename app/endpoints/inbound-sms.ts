import { readInboundSms } from '../../adapters/messages/inbound-sms.ts'
import { sameText } from '../../adapters/same-text.ts'
import { receiveText } from '../../domain/notifications/outbox/quiet-numbers.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/inbound-sms'

/**
 * A gateway tells of a text message that somebody sent us. What we do not understand is answered like all else:
 * once is enough.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { sms_webhook_token } = services
  if (sms_webhook_token === null || !sameText(params.token, sms_webhook_token)) {
    return new Response('Nothing here.', { status: 404 })
  }
  const sms = readInboundSms(await request.text())
  if (sms) await receiveText(services, sms)
  return new Response('ok')
}

/** Whoever looks at the address with a browser. */
export function loader() {
  return new Response('Text messages are sent here by POST.', { status: 405, headers: { allow: 'POST' } })
}
