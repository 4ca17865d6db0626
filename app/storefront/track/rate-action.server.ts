import { data, redirect } from 'react-router'
import { trackedCheckout } from '../../../domain/checkout/track/tracked-orders.ts'
import { rateOrder } from '../../../domain/ratings/rate-order.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { refused } from '../../ui/forms/action-answer.ts'
import { rateForm } from './rate-form.server.tsx'
import { hasCome } from './track-view.server.ts'

const sentences = {
  not_found: 'We do not know this order.',
  not_delivered: 'You can rate it once it is delivered.',
  too_late: 'This order is too old to be rated.',
} as const

/** The form as it was sent, with what is wrong, in the place of the one that the page brings. */
export type RateAnswer = { rate?: { track_token: string; form: string } }

/** Rates one of the page's orders; each carries its own key. Sent twice, the first answer counts. */
export async function rateAction(services: AppServices, page_token: string, form: FormData) {
  const track_token = textOf(form, 'track_token')
  const rated = await rateOrder(services, track_token, {
    food: textOf(form, 'food'),
    delivery: textOf(form, 'delivery'),
    line: textOf(form, 'line'),
  })
  // Reloading the page then sends no form again.
  if (rated.ok || rated.reason === 'already_rated') return redirect(`/track/${page_token}` satisfies Address, 303)
  const said = rated.reason === 'fields' ? refused(form, '', rated.details) : refused(form, sentences[rated.reason])
  const tracked = await trackedCheckout(services.db, page_token)
  const order = tracked?.orders.find((one) => one.track_token === track_token && hasCome(one))
  const rate = order && { track_token, form: rateForm({ ...order, collects: order.collecting !== null }, said) }
  return data({ ...said, ...(rate && { rate }) }, rated.reason === 'not_found' ? 404 : 422)
}
