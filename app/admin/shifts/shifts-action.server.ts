import type { Actor } from '../../../domain/accounts/actor.ts'
import { callOffShift } from '../../../domain/delivery/shifts/call-off-shift.ts'
import { copyWeek, planShifts, publishWeek } from '../../../domain/delivery/shifts/plan-week.ts'
import { daysAfter } from '../../../domain/delivery/shifts/week.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { counted } from '../../ui/counted.ts'
import { done, refusal, wrongFields } from '../../ui/forms/action-answer.ts'

const gone = 'This cannot be done here.'

/** What an admin does about shifts. */
export async function shiftsAction(services: AppServices, actor: Actor, form: FormData) {
  const week = textOf(form, 'week')
  switch (textOf(form, 'intent')) {
    case 'plan':
      return plan(services, actor, form, week)
    case 'copy': {
      const answer = await copyWeek(services, actor, week)
      if (answer.ok) return done(form, `${counted(answer.value.copied, 'shift')} planned as the week before.`)
      return answer.reason === 'not_found'
        ? refusal(form, 404, gone)
        : refusal(form, 409, 'Everything of the week before is planned already, or over.')
    }
    case 'publish': {
      const answer = await publishWeek(services, actor, week)
      if (answer.ok) return done(form, `${counted(answer.value.published, 'place')} offered. Riders are told.`)
      return answer.reason === 'not_found'
        ? refusal(form, 404, gone)
        : refusal(form, 409, 'Nothing is planned in this week that riders do not see already.')
    }
    case 'call_off': {
      const off = { shift_id: Number(textOf(form, 'shift_id')), reason: textOf(form, 'reason') }
      const answer = await callOffShift(services, actor, off)
      if (answer.ok) return done(form, `Called off. ${counted(answer.value.told, 'rider')} told.`)
      if (answer.reason === 'bad_reason') return refusal(form, 422, 'Please say why, in a few words.', 'reason')
      return answer.reason === 'over' ? refusal(form, 409, 'It has ended already.') : refusal(form, 404, gone)
    }
    default:
      return refusal(form, 400, gone)
  }
}

async function plan(services: AppServices, actor: Actor, form: FormData, monday: string) {
  const days = [0, 1, 2, 3, 4, 5, 6].filter((index) => textOf(form, `day_${index}`) === 'yes')
  const [from, until, places] = [textOf(form, 'from'), textOf(form, 'until'), textOf(form, 'places')]
  const isDay = !Number.isNaN(Date.parse(monday))
  const shift = { days: isDay ? days.map((index) => daysAfter(monday, index)) : [], from, until, places }
  const newest_seen = Number(textOf(form, 'newest_seen'))
  const answer = await planShifts(services, actor, shift, Number.isSafeInteger(newest_seen) ? newest_seen : 0)
  if (answer.ok) return done(form, `${counted(answer.value.shift_ids.length, 'shift')} planned.`)
  if (answer.reason === 'not_found') return refusal(form, 404, gone)
  if (answer.reason === 'over') return refusal(form, 422, 'These hours are over on one of the days.')
  const { days: no_day, ...errors } = answer.details ?? {}
  return wrongFields(form, errors, no_day)
}
