import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { activateRider, rejectRider } from '../../../domain/delivery/riders/decide-rider.ts'
import { restoreRider, suspendRider } from '../../../domain/delivery/riders/suspend-rider.ts'
import { type Accepted, accepted, type Refused } from '../../../domain/refusal.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords } from '../../ui/forms/action-answer.ts'

/** What an admin decides about a rider. */
export async function riderAction(services: AppServices, actor: Actor, form: FormData) {
  const rider_id = textOf(form, 'rider_id')
  const answer = await perform(services, actor, rider_id, form)
  if (answer.ok) {
    return done(form, answer.value)
  }
  return inWords(form, answer, {
    not_found: 404,
    bad_reason: [422, 'Please say why, in 3 to 200 characters.', 'reason'],
    not_allowed: [409, 'Somebody decided before; nothing was changed. Here is how it stands now.'],
  })
}

/** Answers what was done, in words. */
async function perform(services: AppServices, actor: Actor, rider_id: string, form: FormData) {
  const reason = textOf(form, 'reason')
  switch (textOf(form, 'intent')) {
    case 'activate':
      return said(await activateRider(services, actor, rider_id), 'The rider is active and can go on duty.')
    case 'reject':
      return said(
        await rejectRider(services, actor, { rider_id, reason }),
        'The registration is open again, and the rider reads why.',
      )
    case 'suspend': {
      const answer = await suspendRider(services, actor, { rider_id, reason })
      const carrying = answer.ok ? answer.value.still_carrying : []
      return said(
        answer,
        carrying.length === 0
          ? 'The rider is suspended and logged out everywhere.'
          : `The rider is suspended, and still carries order ${carrying.join(', ')}: please deliver or cancel it ` +
              'by hand.',
      )
    }
    case 'restore':
      return said(await restoreRider(services, actor, rider_id), 'The rider can work again.')
    default:
      throw data(null, { status: 400 })
  }
}

function said<Reason extends string, Details>(
  answer: Accepted<unknown> | Refused<Reason, Details>,
  words: string,
): Accepted<string> | Refused<Reason, Details> {
  return answer.ok ? accepted(words) : answer
}
