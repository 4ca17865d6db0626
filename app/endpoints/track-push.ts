import { checkoutOfTrackToken } from '../../domain/checkout/track/tracked-orders.ts'
import {
  isCustomerSubscribed,
  subscribeCustomer,
  unsubscribeCustomer,
} from '../../domain/notifications/outbox/subscribe-customer.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/track-push'

/** What a customer's browser needs to subscribe, and whether the one at `endpoint` hears of these orders. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, push } = context.get(services_context)
  const endpoint = new URL(request.url).searchParams.get('endpoint')
  const subscribed = endpoint !== null && (await isCustomerSubscribed(db, params.token, endpoint))
  return Response.json({ public_key: push.public_key, subscribed }, { headers: { 'cache-control': 'no-store' } })
}

/** "Tell this phone too", on and off, for the browser that sends it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const endpoint = textOf(form, 'endpoint')
  // Only its browser knows the address of a device.
  if (textOf(form, 'intent') === 'unsubscribe') {
    await unsubscribeCustomer(services.db, endpoint)
    return Response.json({ subscribed: false })
  }
  const checkout = await checkoutOfTrackToken(services.db, params.token)
  if (!checkout) return Response.json({ subscribed: false }, { status: 404 })
  if (!(await services.allow('order_link', checkout.checkout_id))) return new Response(null, { status: 429 })
  const address = { endpoint, p256dh: textOf(form, 'p256dh'), auth: textOf(form, 'auth') }
  const subscribed = await subscribeCustomer(services, params.token, address, textOf(form, 'receipt'))
  if (subscribed.ok) return Response.json({ subscribed: true })
  if (subscribed.reason === 'not_found') return Response.json({ subscribed: false }, { status: 404 })
  if (subscribed.reason === 'over') return Response.json({ subscribed: false }, { status: 409 })
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : 'no address'
  services.log.warn({ host }, 'a browser named a push service that is not known')
  return Response.json({ subscribed: false }, { status: 422 })
}
