import { data, redirect } from 'react-router'
import { setQuietByLink } from '../../../domain/notifications/outbox/quiet-numbers.ts'
import { readFields } from '../../request/read-form.ts'
import { visitorOf } from '../../request/visitor.ts'
import type { AppServices } from '../../services.ts'
import { refusal } from '../../ui/action-answer.ts'
import { rateAction } from './rate-action.server.ts'
import { withdrawAction } from './withdraw-action.server.ts'

/** What the forms of the page do: the switch of its text messages, cancelling one of its orders, or rating it. */
export async function trackAction(services: AppServices, track_token: string, request: Request) {
  const form = await readFields(request)
  if (form.get('intent') === 'withdraw') {
    if (await services.allow('order_link', visitorOf(request))) return withdrawAction(services, track_token, form)
    return refusal(form, 429, 'Many people are busy here right now. Please try again in a minute.')
  }
  const sms = form.get('sms')
  if (sms !== 'quiet' && sms !== 'all') return rateAction(services, form)
  const answered = await setQuietByLink(services, track_token, sms === 'quiet')
  if (!answered.ok) throw data(null, { status: 404 })
  // Back to where it was pressed; reloading the page then sends no form again.
  return redirect(`/track/${track_token}#sms` satisfies Address, 303)
}
