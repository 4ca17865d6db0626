import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatCampusTime, formatTimeOrDate } from '../../../domain/clock.ts'
import {
  giveUpShift,
  type HandOnRefusal,
  keepShift,
  offerShiftOn,
} from '../../../domain/delivery/shifts/hand-on-shift.ts'
import { type TakeShiftRefusal, takeOverShift, takeShift } from '../../../domain/delivery/shifts/take-shift.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'

const unreadable = 'This form could not be read. Please load the page again.'

/** What a rider does about shifts. */
export async function shiftsAction(services: AppServices, actor: Actor, request: Request) {
  const form = await readFields(request)
  const id = Number(textOf(form, 'id'))
  const did = async () => {
    switch (textOf(form, 'intent')) {
      case 'take':
        return { answer: await takeShift(services, actor, id), said: 'The shift is yours.' }
      case 'take_over':
        return { answer: await takeOverShift(services, actor, id), said: 'The shift is yours now.' }
      case 'give_up':
        return { answer: await giveUpShift(services, actor, id), said: 'Given up. Others can take it.' }
      case 'offer_on':
        return {
          answer: await offerShiftOn(services, actor, id),
          said: 'Offered. It is yours until somebody takes it.',
        }
      case 'keep':
        return { answer: await keepShift(services, actor, id), said: 'You keep it.' }
      default:
        return null
    }
  }
  const result = await did()
  if (!result) return refusal(form, 400, unreadable)
  if (result.answer.ok) return done(form, result.said)
  return refusal(form, result.answer.reason === 'not_found' ? 404 : 409, inWords(result.answer, services.clock.now()))
}

function inWords(refused: TakeShiftRefusal | HandOnRefusal, now: Date): string {
  switch (refused.reason) {
    case 'not_found':
      return 'There is no such shift, or it is not yours any more.'
    case 'rider_inactive':
      return 'Your account is not active.'
    case 'gone':
      return 'Somebody else was faster, or it was called off.'
    case 'overlaps': {
      const { begins_at, ends_at } = refused.details
      return `You have a shift from ${formatTimeOrDate(begins_at, now)} to ${formatCampusTime(ends_at)} already.`
    }
    case 'too_late': {
      const until = formatTimeOrDate(refused.details.until, now)
      return `It could be given up until ${until}. You can still offer it to the others.`
    }
    case 'over':
      return 'It is over.'
    case 'not_allowed':
      return 'That is not possible any more. The screen shows how things stand.'
  }
}
