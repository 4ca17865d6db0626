import { redirect } from 'react-router'
import { rateOrder } from '../../../domain/ratings/rate-order.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { refusal, wrongFields } from '../../ui/action-answer.ts'

const sentences = {
  not_found: 'We do not know this order.',
  not_delivered: 'You can rate it once it is delivered.',
  too_late: 'This order is too old to be rated.',
} as const

/** Rates one of the page's orders; each carries its own key. Sent twice, the first answer counts. */
export async function rateAction(services: AppServices, page_token: string, form: FormData) {
  const rated = await rateOrder(services, textOf(form, 'track_token'), {
    food: textOf(form, 'food'),
    delivery: textOf(form, 'delivery'),
    line: textOf(form, 'line'),
  })
  // Reloading the page then sends no form again.
  if (rated.ok || rated.reason === 'already_rated') return redirect(`/track/${page_token}` satisfies Address, 303)
  if (rated.reason === 'fields') return wrongFields(form, rated.details)
  return refusal(form, rated.reason === 'not_found' ? 404 : 422, sentences[rated.reason])
}
