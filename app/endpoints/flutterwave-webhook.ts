import { receiveProviderEvent } from '../../domain/checkout/settlement/receive-provider-event.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/flutterwave-webhook'

/**
 * Receive, store, answer; the worker acts. Only a stored event is answered with 200, so that a lost one is sent again.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const body = Buffer.from(await request.arrayBuffer())
  const genuine = await receiveProviderEvent(services, request.headers, body)
  if (!genuine) {
    services.log.warn({ bytes: body.length }, 'a webhook with a wrong signature was refused')
    return new Response('wrong signature', { status: 401 })
  }
  return new Response('ok')
}

/** For somebody who opens the address in a browser. */
export function loader() {
  return new Response('Webhooks are sent here by POST.', { status: 405, headers: { allow: 'POST' } })
}
