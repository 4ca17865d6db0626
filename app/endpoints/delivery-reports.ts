import { readInboundSms } from '../../adapters/messages/inbound-sms.ts'
import { sameText } from '../../adapters/same-text.ts'
import { receiveText } from '../../domain/notifications/inbound/receive-text.ts'
import { receiveDeliveryReport } from '../../domain/notifications/outbox/receive-delivery-report.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/delivery-reports'

/**
 * Here an SMS gateway posts what became of a message (decision 049), and Termii also posts what people write to us
 * (decision 050). A wrong token answers 404. A report that is of no use to us answers 200 all the same, so that it is
 * not sent again.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { sms, second_sms, sms_webhook_token, log } = services
  const gateway = [sms, second_sms].find((one) => one?.name === params.gateway)
  const knows_address = sms_webhook_token !== null && sameText(params.token, sms_webhook_token)
  if (!knows_address || !gateway?.readReport) return new Response('Nothing here.', { status: 404 })

  const body = await request.text()
  const query = new URL(request.url).searchParams
  const report = gateway.readReport({ headers: request.headers, query, body })
  if (report === 'forged') {
    log.warn({ gateway: gateway.name }, 'a delivery report with a wrong signature was refused')
    return new Response('wrong signature', { status: 401 })
  }
  const inbound = report === null ? readInboundSms(body) : null
  if (inbound) {
    await receiveText(services, inbound)
    return Response.json({ status: 'ok' })
  }
  const known = report !== null && (await receiveDeliveryReport(services, gateway, report))
  if (!known) {
    const { gateway_message_id = null } = report ?? {}
    log.warn({ gateway: gateway.name, gateway_message_id }, 'a delivery report for an unknown message')
  }
  return Response.json({ status: 'ok' })
}

/** For somebody who opens the address in a browser. */
export function loader() {
  return new Response('Delivery reports are sent here by POST.', { status: 405, headers: { allow: 'POST' } })
}
