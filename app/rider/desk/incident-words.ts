import {
  consequenceOf,
  type IncidentReason,
  NOBODY_AT_KITCHEN,
  type WayOut,
} from '../../../domain/delivery/incidents/lifecycle.ts'

/** What a rider presses when something stands in the way, and what is noted by itself. */
export const reason_words: Readonly<Record<IncidentReason, string>> = {
  customer_absent: 'Nobody comes to the door',
  wrong_food: 'It is the wrong food',
  damaged_food: 'The food is damaged',
  accident: 'I had an accident',
  cannot_go_on: 'I cannot go on (phone, bike…)',
  kitchen_closed: 'Nobody is at the kitchen',
  called_off: 'Called off on its way',
  called_off_early: 'Called off before the pick-up',
  told_late: 'Handed over, told late',
}

/** What a rider does about it. */
const way_names: Readonly<Record<WayOut, string>> = {
  leave: 'I leave it at a place',
  again: 'I try again later',
  bring_back: 'I bring it back to the kitchen',
  hand_on: 'Another rider gets it here',
  write_off: 'There is none left to bring',
}

/** What follows, besides the pay. */
const follows: Readonly<Record<WayOut, string>> = {
  leave: 'The customer is told where.',
  again: 'You keep the food, and the customer is told.',
  bring_back: '',
  hand_on: 'Stay with the food until the next rider is there.',
  write_off: 'The customer’s money goes back.',
}

const pays = {
  delivered: 'You are paid once we have looked at it.',
  delivered_and_back: 'You are paid for the way, and for the way back.',
  whole: 'You are paid for the way.',
  there_and_back: 'You are paid for the way, and for the way back.',
  ridden: 'You are paid for your part of the way.',
  to_kitchen: 'You are paid for the way to the kitchen.',
  towards_kitchen: 'You are paid for your part of the way.',
} as const

/** What a rider does about it, where it is called otherwise for this reason or on the way back. */
export function wayName(reason: IncidentReason, way_out: WayOut, is_coming_back: boolean): string {
  if (reason === NOBODY_AT_KITCHEN) return 'I go: nobody gives me the food'
  return is_coming_back ? 'It does not get back' : way_names[way_out]
}

/** What follows of a way out, for the food and for the rider's pay. */
export function whatFollows(reason: IncidentReason, way_out: WayOut, is_coming_back = false): string {
  if (is_coming_back) return 'You are paid as if it were back, once we have looked at it.'
  const pay = consequenceOf(reason, way_out)?.pay
  return [follows[way_out], pay && pays[pay]].filter(Boolean).join(' ')
}
