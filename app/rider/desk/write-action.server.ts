import type { Actor } from '../../../domain/accounts/actor.ts'
import { writeAsRider } from '../../../domain/chat/write-line.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { refusalWords } from '../steps/refusal-words.ts'

const sentences = {
  not_found: 'This is not yours any more.',
  closed: 'This order is over.',
  no_rider: 'This is not yours any more.',
  has_pin: 'Please leave the PIN out.',
  too_often: 'That was a lot within two minutes. Please wait a moment, or call.',
  too_many: 'You have written a lot about this order already. Please call.',
} as const

/** A rider writes to the customer of a delivery that they have, in their own words or by a quick answer. */
export async function writeAction(services: AppServices, actor: Actor, delivery_id: number, form: FormData) {
  if (!(await services.allow('rider_steps', actor.user_id))) return refusal(form, 429, refusalWords('too_many_steps'))
  const sent = await writeAsRider(services, actor, { delivery_id, text: textOf(form, 'text') })
  if (sent.ok) return done(form, 'Sent')
  if (sent.reason === 'fields') return refusal(form, 422, sent.details.said, 'text')
  return refusal(form, sent.reason === 'not_found' ? 404 : 409, sentences[sent.reason])
}
