import { isLinkToken } from '../../domain/checkout/checkout-by-link.ts'
import { startPayment } from '../../domain/checkout/payment/start-payment.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { type AppServices, services_context } from '../services.ts'
import { toldQuote } from '../storefront/checkout/change-text.server.ts'
import type { PaymentServerAnswer } from '../storefront/order-summary/ask-server.ts'
import { confirmByLink } from '../storefront/order-summary/confirm-by-link.server.ts'
import { placeProblemInWords, promotionGone, rideGone } from '../storefront/order-summary/instead-words.server.ts'
import { readTold } from '../storefront/order-summary/told-wire.ts'
import { movedText } from '../storefront/window-words.ts'
import type { Route } from './+types/payment-attempt'

/**
 * Answers the order summary while its customer pays: `pay` asks for the options of the payment window, `confirm` comes
 * after any sign of life from it. Knowing the link is the only right needed, because all it leads to is that we ask the
 * provider.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const link_token = textOf(form, 'order')
  if (!isLinkToken(link_token)) return answer({ kind: 'refused', reason: 'not_found' }, 404)
  if (!(await services.allow('payment_attempt', link_token))) return answer({ kind: 'busy' }, 429)
  if (form.get('intent') === 'pay') return pay(services, link_token, form)
  return confirm(services, link_token, textOf(form, 'transaction_id'))
}

export function loader() {
  return new Response('Questions are asked here by POST.', { status: 405, headers: { allow: 'POST' } })
}

async function pay(services: AppServices, link_token: string, form: FormData): Promise<Response> {
  const told = readTold(textOf(form, 'told'))
  const started = await startPayment(services, link_token, { accepts_wait: form.get('wait') === 'yes', told })
  if (started.ok) return answer({ kind: 'window', window: services.payments.paymentWindow(started.value) })
  if (started.reason === 'cart_changed') return answer({ kind: 'changed', quote: toldQuote(started.details) })
  if (started.reason === 'place_closed' || started.reason === 'out_of_reach') {
    return answer({ kind: 'problem', problem: placeProblemInWords(started) })
  }
  if (started.reason === 'promotion_gone') {
    return answer({ kind: 'problem', problem: promotionGone(started.details) })
  }
  if (started.reason === 'window_moved') return answer({ kind: 'moved', said: movedText(started.details) })
  if (started.reason === 'ride_gone') return answer({ kind: 'problem', problem: rideGone(started.details) })
  return answer({ kind: 'refused', reason: started.reason }, started.reason === 'not_found' ? 404 : 200)
}

async function confirm(services: AppServices, link_token: string, transaction_id: string): Promise<Response> {
  const settlement = await confirmByLink(services, link_token, transaction_id)
  if (settlement === null) return answer({ kind: 'refused', reason: 'not_found' }, 404)
  return answer({ kind: 'settled', settlement })
}

function answer(body: PaymentServerAnswer, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
