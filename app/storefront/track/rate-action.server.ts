import { data } from 'react-router'
import { rateOrder } from '../../../domain/ratings/rate-order.ts'
import type { AppServices } from '../../services.ts'
import type { RateAnswer } from './rate-answer.ts'

const sentences = {
  not_found: 'We do not know this order.',
  not_delivered: 'You can rate it once it is delivered.',
  too_late: 'This order is too long ago to be rated.',
} as const

/** Rates one of the page's orders; each carries its own key. Sent twice, the first answer counts. */
export async function rateAction(services: AppServices, form: FormData) {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const track_token = text('track_token')
  const typed = { food: text('food'), delivery: text('delivery'), line: text('line') }
  const rated = await rateOrder(services, track_token, typed)
  if (rated.ok || rated.reason === 'already_rated') return { ok: true, track_token } satisfies RateAnswer
  const answer: RateAnswer = {
    ok: false,
    track_token,
    errors: rated.reason === 'fields' ? rated.details : {},
    said: rated.reason === 'fields' ? null : sentences[rated.reason],
    typed,
  }
  return data(answer, { status: rated.reason === 'not_found' ? 404 : 422 })
}
