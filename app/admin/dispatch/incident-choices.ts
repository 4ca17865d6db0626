import {
  consequenceOf,
  type IncidentReason,
  incident_reasons,
  type WayOut,
  ways_out,
} from '../../../domain/delivery/incidents/lifecycle.ts'

/** What stands in the way, as admins read it. */
export const reasons_in_words: Readonly<Record<IncidentReason, string>> = {
  customer_absent: 'Nobody comes to the door',
  wrong_food: 'It is the wrong food',
  damaged_food: 'The food is damaged',
  accident: 'The rider had an accident',
  cannot_go_on: 'The rider cannot go on',
}

/** What is done about it. */
export const ways_in_words: Readonly<Record<WayOut, string>> = {
  leave: 'left at a place',
  again: 'tried again later',
  bring_back: 'goes back to the kitchen',
  hand_on: 'waits for the next rider',
  write_off: 'there is none left to bring',
}

const whose = { vendor: 'kitchen', platform: 'platform' } as const

/** Every line of the table, with what follows for the customer's money and the rider's pay. */
export const incident_choices = incident_reasons.flatMap((reason) =>
  ways_out.flatMap((way_out) => {
    const planned = consequenceOf(reason, way_out)
    if (!planned) return []
    const money =
      planned.money === 'stays' ? '' : `, all money goes back at the ${whose[planned.money.back_from]}’s cost`
    return [{ value: `${reason}:${way_out}`, name: `${reasons_in_words[reason]}: ${ways_in_words[way_out]}${money}` }]
  }),
)
