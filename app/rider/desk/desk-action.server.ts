import type { Actor } from '../../../domain/accounts/actor.ts'
import { delivery_number } from '../../../domain/delivery/forms.ts'
import { incident_steps, rider_steps } from '../../../domain/delivery/lifecycle.ts'
import { acceptOffer, declineOffer } from '../../../domain/delivery/offers/answer-offer.ts'
import { goOffDuty, goOnDuty } from '../../../domain/delivery/riders/go-on-duty.ts'
import { sayAtGate } from '../../../domain/delivery/steps/say-at-gate.ts'
import { markAsRead } from '../../../domain/notifications/bell/bell.ts'
import { accepted } from '../../../domain/refusal.ts'
import { textOf } from '../../request/form-texts.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../request/read-form.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { stepAction } from './step-action.server.ts'
import { writeAction } from './write-action.server.ts'

const sentences = {
  not_found: 'This is not yours any more.',
  rider_inactive: 'Your account is not active.',
  carrying: 'Please finish your deliveries first.',
  not_allowed: 'This step is not possible any more.',
  too_soon: 'It is too soon after the pick-up. Please try again once you are there.',
  offer_closed: 'This offer has ended. The next one comes by itself.',
} as const

/**
 * What a rider decides at the desk: duty, an offer; that news was read; a line to a customer; and the steps of a page
 * without script.
 */
export async function deskAction(services: AppServices, actor: Actor, request: Request) {
  const form = await readForm(request, LARGEST_PICTURE_BYTES)
  if (!form) return refusal(new FormData(), 413, 'This photo is larger than 15 MB. Please take a smaller one.')
  const id = delivery_number.safeParse(textOf(form, 'id'))
  const number = id.success ? id.data : 0
  if (textOf(form, 'intent') === 'write') return writeAction(services, actor, number, form)
  const verb = [...rider_steps, ...incident_steps].find((step) => step === textOf(form, 'intent'))
  if (verb) return stepAction(services, actor, { verb, delivery_id: number }, form)
  const said = async () => {
    switch (textOf(form, 'intent')) {
      case 'on_duty':
        return { answer: await goOnDuty(services, actor), said: 'You are on duty. Offers ring here.' }
      case 'off_duty':
        return { answer: await goOffDuty(services, actor), said: 'You are off duty. Rest well.' }
      case 'accept':
        return { answer: await acceptOffer(services, actor, number), said: 'It is yours. Safe trip!' }
      case 'decline':
        return { answer: await declineOffer(services, actor, number), said: 'Declined.' }
      case 'at_gate':
        return { answer: await sayAtGate(services, actor, number), said: 'The customer is told.' }
      case 'understood':
        await markAsRead(services, actor, { id: number })
        return { answer: accepted(undefined), said: 'Thank you.' }
      default:
        return null
    }
  }
  const result = await said()
  if (!result) return refusal(form, 400, 'This form could not be read. Please load the page again.')
  if (result.answer.ok) return done(form, result.said)
  const { reason } = result.answer
  return refusal(form, reason === 'not_found' ? 404 : 409, sentences[reason])
}
