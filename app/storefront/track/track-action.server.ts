import { data, redirect } from 'react-router'
import { setQuietByLink } from '../../../domain/notifications/outbox/quiet-numbers.ts'
import { readFields } from '../../request/read-form.ts'
import type { AppServices } from '../../services.ts'
import { rateAction } from './rate-action.server.ts'

/** What the forms of the page do: the switch of its text messages, or rating one of its orders. */
export async function trackAction(services: AppServices, track_token: string, request: Request) {
  const form = await readFields(request)
  const sms = form.get('sms')
  if (sms !== 'quiet' && sms !== 'all') return rateAction(services, form)
  const answered = await setQuietByLink(services, track_token, sms === 'quiet')
  if (!answered.ok) throw data(null, { status: 404 })
  // Back to where it was pressed; reloading the page then sends no form again.
  return redirect(`/track/${track_token}#sms` satisfies Address, 303)
}
