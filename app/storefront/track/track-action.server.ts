import { data, redirect } from 'react-router'
import { setIfMissingByLink } from '../../../domain/checkout/track/choose-by-link.ts'
import { setQuietByLink } from '../../../domain/notifications/outbox/quiet-numbers.ts'
import { if_missing_choices } from '../../../domain/orders/lifecycle.ts'
import { readFields } from '../../request/read-form.ts'
import type { AppServices } from '../../services.ts'
import { refusal } from '../../ui/forms/action-answer.ts'
import { againAction } from './again-action.server.ts'
import { allowsOrder } from './allows-order.server.ts'
import { chatAction } from './chat-action.server.ts'
import { chooseAction } from './choose-action.server.ts'
import { noteAction } from './note-action.server.ts'
import { rateAction } from './rate-action.server.ts'
import { withdrawAction } from './withdraw-action.server.ts'

/**
 * What the forms of the page do: choosing about a missing dish, now or beforehand, the switch of its text messages,
 * another note, a line to the rider or to us, cancelling one of its orders, rating it, or having it all again.
 */
export async function trackAction(services: AppServices, track_token: string, request: Request) {
  const form = await readFields(request)
  const is_allowed = () => allowsOrder(services, track_token)
  if (form.get('intent') === 'again') return againAction(services, track_token, request)
  if (form.get('intent') === 'withdraw') {
    if (await is_allowed()) return withdrawAction(services, track_token, form)
    return refusal(form, 429, 'A lot of people are here right now. Please try again in a minute.')
  }
  if (form.get('intent') === 'chat') return chatAction(services, track_token, form, await is_allowed())
  if (form.get('intent') === 'note') return noteAction(services, track_token, form, await is_allowed())
  if (form.has('missing')) return chooseAction(services, track_token, form, await is_allowed())
  const if_missing = if_missing_choices.find((choice) => choice === form.get('if_missing'))
  if (if_missing) {
    const saved = await setIfMissingByLink(services, track_token, if_missing)
    if (!saved.ok) throw data(null, { status: 404 })
    return redirect(`/track/${track_token}#if-missing` satisfies Address, 303)
  }
  const sms = form.get('sms')
  if (sms !== 'quiet' && sms !== 'all') return rateAction(services, track_token, form)
  const answered = await setQuietByLink(services, track_token, sms === 'quiet')
  if (!answered.ok) throw data(null, { status: 404 })
  // Back to where it was pressed; reloading the page then sends no form again.
  return redirect(`/track/${track_token}#sms` satisfies Address, 303)
}
