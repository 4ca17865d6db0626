import { readInboundSms } from '../../adapters/messages/inbound-sms.ts'
import { sameText } from '../../adapters/same-text.ts'
import { receiveText } from '../../domain/notifications/inbound/receive-text.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/inbound-sms'

/**
 * A gateway posts a text message that somebody sent us. One that we do not understand gets the same answer, so that it
 * is not sent again.
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

/** For somebody who opens the address in a browser. */
export function loader() {
  return new Response('Text messages are sent here by POST.', { status: 405, headers: { allow: 'POST' } })
}
