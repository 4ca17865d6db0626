import type { OverLimit } from '../../../domain/checkout/group-orders/change-lines.ts'
import type { GroupRefusal } from '../../../domain/checkout/group-orders/find-group.ts'
import type { JoinGroupRefusal } from '../../../domain/checkout/group-orders/join-group.ts'
import { MOST_LINES_EACH, MOST_OF_ONE_EACH } from '../../../domain/checkout/group-orders/rules.ts'
import type { StartGroupRefusal } from '../../../domain/checkout/group-orders/start-group.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { Refused as VerbRefused } from '../../../domain/refusal.ts'
import { textOf } from '../../request/form-texts.ts'
import { type Refused, refused } from '../../ui/forms/action-answer.ts'
import { timeText } from './group-facts.server.tsx'

export const TOO_OFTEN = 'That was many tries in a short time. Please wait a minute.'

const NAME = 'Please write a first name of at most 20 letters, without dots and signs.'

/** Why no group order was started, beside its field. */
export function startProblem(form: FormData, problem: StartGroupRefusal): Refused {
  const beside = (field: string, said: string) => refused(form, '', { [field]: said })
  switch (problem.reason) {
    case 'bad_name':
      return beside('name', NAME)
    case 'bad_limit':
      return beside('most_each', 'Please write the amount in figures, like 2000, or leave it empty. At least ₦100.')
    case 'bad_minutes':
      return beside('minutes', 'Please choose how long everybody can choose.')
    case 'bad_slot':
      return beside('slot', 'This time has gone. Please choose another.')
    case 'needs_slot':
      return beside('slot', 'Please choose a time, so that your orders go together.')
    case 'too_soon':
      return beside(
        'slot',
        'The restaurant would have to begin before all of you have chosen. Please choose a later time.',
      )
    case 'not_shared':
      return beside('pays', 'Rides are not shared at the moment, so one has to pay for all.')
    case 'kitchen_closed':
      return beside(
        'slot',
        `The restaurant takes no orders then (${problem.details.text}). Please choose another time.`,
      )
    case 'bad_place': {
      if (!textOf(form, 'place')) return beside('place', 'Please choose a place.')
      const { instead } = problem.details
      return beside(
        'place',
        `This restaurant does not deliver there now.${instead ? ` The nearest place is ${instead}.` : ''}`,
      )
    }
    case 'not_found':
      return refused(form, 'This restaurant takes no orders any more.')
  }
}

/** Why somebody could not join. */
export function joinProblem(form: FormData, problem: Exclude<JoinGroupRefusal, { reason: 'not_found' }>): Refused {
  switch (problem.reason) {
    case 'bad_name':
      return refused(form, '', { name: NAME })
    case 'name_taken':
      return refused(form, '', { name: 'Somebody here is called that already. Add a letter, like Tunde B.' })
    case 'full': {
      const { most } = problem.details
      return refused(
        form,
        `This group is full: it takes ${most} people. Please order on your own, or ask who started it.`,
      )
    }
    case 'closed':
      return refused(form, 'Nobody can join any more: the time to choose is over.')
  }
}

type Problem =
  | Exclude<GroupRefusal, { reason: 'not_found' }>
  | VerbRefused<'too_much' | 'kitchen_closed', undefined>
  | OverLimit

const group_problems: Readonly<Record<Exclude<Problem['reason'], 'too_soon' | 'over_limit'>, string>> = {
  not_yours: 'Only the person who chose it, or who orders for all, can do that.',
  closed: 'The time to choose is over, so nothing was changed. Who started it can open it again.',
  paid: 'It is paid already, so nothing can be changed any more.',
  being_paid: 'A payment for it is under way, so nothing was changed. Whoever pays can stop it.',
  too_much: `A group order holds no more: ${MOST_LINES_EACH} dishes for one, and ${MOST_OF_ONE_EACH} of each.`,
  kitchen_closed: 'The restaurant takes no orders now, so nothing was changed. Please look again later.',
}

/** Why nothing was changed. */
export function groupProblem(problem: Problem, now: Date): string {
  if (problem.reason === 'too_soon')
    return `We are waiting for whoever pays until ${timeText(problem.details.until, now)}, so nothing was changed.`
  if (problem.reason !== 'over_limit') return group_problems[problem.reason]
  const { most_kobo, left_kobo } = problem.details
  const left = left_kobo > 0 ? `${formatNaira(left_kobo)} is left for you` : 'You have used it up'
  return (
    `That is more than whoever pays gives each of you, which is ${formatNaira(most_kobo)} for dishes. ${left}: ` +
    'please choose something smaller, or take something out.'
  )
}
