import type { IncidentSettings } from '../../../domain/delivery/incidents/incident-settings.ts'
import {
  type Consequence,
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
  kitchen_closed: 'Nobody is at the kitchen',
  called_off: 'Called off on its way',
  called_off_early: 'Called off before the pick-up',
  told_late: 'Given up or taken away, but handed over for the PIN',
}

/** What is done about it. */
export const ways_in_words: Readonly<Record<WayOut, string>> = {
  leave: 'left at a place',
  again: 'tried again later',
  bring_back: 'goes back to the kitchen',
  hand_on: 'waits for the next rider',
  write_off: 'there is none left to bring',
}

type Shares = Pick<IncidentSettings, 'way_back_percent' | 'part_way_percent' | 'to_kitchen_percent'>

/** What the rider gets, with the shares of the settings where they are known. */
export function payInWords(pay: Consequence['pay'], shares?: Shares): string {
  const back = shares ? `${shares.way_back_percent} % of it for the way back` : 'for the way back'
  const least = shares ? `, at least ${shares.part_way_percent} %` : ''
  switch (pay) {
    case null:
      return 'paid once it is handed over'
    case 'delivered':
      return 'paid as for any delivery'
    case 'delivered_and_back':
      return `paid as for any delivery, and ${back}`
    case 'whole':
      return 'paid for the whole way'
    case 'there_and_back':
      return `paid for the whole way, and ${back}`
    case 'ridden':
      return `paid for the part of the way that was ridden${least}`
    case 'to_kitchen':
      return `paid for the way to the kitchen${shares ? `, ${shares.to_kitchen_percent} % of the pay` : ''}`
    case 'towards_kitchen':
      return `paid for half the way to the kitchen${shares ? `, ${shares.to_kitchen_percent / 2} % of the pay` : ''}`
  }
}

/** What becomes of the customer's money. */
export function moneyInWords(money: Consequence['money']): string {
  return money === 'stays' ? 'stays' : `all goes back at the ${whose[money.back_from]}’s cost`
}

const whose = { vendor: 'kitchen', platform: 'platform' } as const

/** Every line of the table, with what follows for the customer's money and the rider's pay. */
export const incident_choices = incident_reasons.flatMap((reason) =>
  ways_out.flatMap((way_out) => {
    const planned = consequenceOf(reason, way_out)
    if (!planned) return []
    const name = [
      `${reasons_in_words[reason]}: ${ways_in_words[way_out]}`,
      planned.money !== 'stays' && `money ${moneyInWords(planned.money)}`,
      `rider ${payInWords(planned.pay)}`,
    ]
    return [{ value: `${reason}:${way_out}`, name: name.filter(Boolean).join('; ') }]
  }),
)
