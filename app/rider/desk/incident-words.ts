import { consequenceOf, type IncidentReason, type WayOut } from '../../../domain/delivery/incidents/lifecycle.ts'

/** What a rider presses when something stands in the way, and what is noted by itself. */
export const reason_words: Readonly<Record<IncidentReason, string>> = {
  customer_absent: 'Nobody comes to the door',
  wrong_food: 'It is the wrong food',
  damaged_food: 'The food is damaged',
  accident: 'I had an accident',
  cannot_go_on: 'I cannot go on (phone, bike…)',
  called_off: 'Cancelled on its way',
  told_late: 'Handed over, told late',
}

/** What a rider does about it. */
export const way_names: Readonly<Record<WayOut, string>> = {
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
} as const

/** What follows of a way out, for the food and for the rider's pay. */
export function whatFollows(reason: IncidentReason, way_out: WayOut): string {
  const pay = consequenceOf(reason, way_out)?.pay
  return [follows[way_out], pay && pays[pay]].filter(Boolean).join(' ')
}
