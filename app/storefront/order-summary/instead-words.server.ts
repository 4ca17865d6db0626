import type { GroupGone } from '../../../domain/checkout/group-orders/group-checkouts.ts'
import type { InsteadOfWaiting } from '../../../domain/checkout/hand-over/instead-of-waiting.ts'
import type { PlaceProblem } from '../../../domain/checkout/hand-over/place-problem.ts'
import type { RideOfCheckout } from '../../../domain/checkout/hand-over/ride-instead.ts'
import type { SlotProblem } from '../../../domain/checkout/slots/slot-problem.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import { sharedFee } from '../../../domain/orders/runs/ride-fee.ts'
import type { Gone } from '../../../domain/promotions/hold-use.ts'
import { SLOT_FULL, slotValue } from '../checkout/slot-value.ts'
import { ifTheyStay, moreToCome } from '../ride-words.ts'
import { nobodyOnDuty } from '../window-words.ts'

/** How an order can be had otherwise, and what its button says. */
export type Otherwise = {
  text: string
  collects?: boolean
  place?: string
  slot?: string
  promo?: string
  ride?: string
  /** The id of the place away from the door at which it is handed over; empty at the door. */
  hand_over?: string
}

/** Why it cannot be had as it was ordered, in words, and how it can, or where. */
export type Problem = { said: string; offers: readonly Otherwise[]; link?: { to: Address; text: string } }

/** What is true where nobody can bring it: the customer may fetch it, without a fee. */
export const collect_instead: Otherwise = { text: 'Collect it at the restaurant instead', collects: true }

const FIRST_RIDER =
  'The restaurant can cook your order, and the first rider who comes on duty brings it. It can take longer than ' +
  'this; you are told once a rider is there.'
const NOBODY_PLANNED =
  'No rider is planned for that time yet. The restaurant can cook your order, and the first rider who is on duty ' +
  'then brings it, which can be later.'
const LONG_WAIT = 'That is a long wait: restaurants and riders are very busy right now.'

/** Why it takes long, and how it can be had otherwise. */
export function waitInWords({ why, next_on_duty, slots, ready_by }: InsteadOfWaiting, now: Date): Problem {
  const words = {
    long_wait: LONG_WAIT,
    nobody_planned: NOBODY_PLANNED,
    nobody_on_duty: `${nobodyOnDuty({ next_on_duty })}. ${FIRST_RIDER}`,
  }
  const said = words[why]
  const collect = { ...collect_instead, text: `${collect_instead.text}, ready by ${formatCampusTime(ready_by)}` }
  return { said, offers: [...slotOffers(slots, now), collect] }
}

/** Nothing is brought any more to where it was ordered. */
export function placeProblemInWords({ reason, details }: PlaceProblem): Problem {
  const { place, instead } = details
  const said =
    reason === 'place_closed'
      ? `We do not deliver to ${place} at the moment.`
      : `${details.vendor_name} does not deliver to ${place} now.`
  const there = instead ? [{ text: `Bring it to ${instead}`, place: instead, hand_over: '' }] : []
  return { said: `${said} Please change the address.`, offers: [...there, collect_instead] }
}

/** Its promotion cannot be had any more; whoever began to pay may have paid. */
export const promotionGone = ({ name, code, was_begun }: Gone & { was_begun: boolean }): Problem => ({
  said: `${name} has ended, counts at other hours, is used up, or was for a first order. ${chargedOrNot(was_begun)}`,
  offers: [code === null ? { text: 'Order without it' } : { text: 'Order without it', promo: '' }],
})

/** The ride that an order shares, which it may leave; or that it could share, with what that costs. */
export function rideInWords(ride: RideOfCheckout, now: Date): Problem {
  const { is_shared, place_name, single_kobo, fee_kobo, standing, percents, free_delivery } = ride
  const more = free_delivery ? '' : moreToCome(ride, single_kobo, standing + 1, now)
  const alone = formatNaira(single_kobo)
  const with_whom =
    standing === 0 ? 'You open it' : `${standing} ${standing === 1 ? 'order goes' : 'orders go'} there already`
  const said = is_shared
    ? `You share the ride to ${place_name}: delivery ${formatNaira(fee_kobo)}, alone ${alone}.`
    : `Share the ride to ${place_name}: delivery ${formatNaira(fee_kobo)}, alone ${alone}.`
  const in_end = sharedFee(single_kobo, percents, standing + 1)
  const stays = in_end < fee_kobo ? `It is ${formatNaira(in_end)} ${ifTheyStay(ride)} and the rest comes back. ` : ''
  const then = free_delivery
    ? 'A promotion pays the delivery.'
    : `${stays}${more}${more && ' What you paid too much comes back by itself.'}`
  return {
    said: `${said} ${with_whom}. ${then}`.trimEnd(),
    offers: is_shared ? [] : [{ text: `Share the ride for ${formatNaira(fee_kobo)}`, ride: 'share' }],
  }
}

/** The ride that it was to share has closed or is full; whoever began to pay may have paid. */
export const rideGone = ({ was_begun }: { was_begun: boolean }): Problem => ({
  said: `The ride that you wanted to share has closed or is full. ${chargedOrNot(was_begun)}`,
  offers: [{ text: 'Order with a ride of your own', ride: '' }],
})

/** The group order that it was of has changed, or is paid otherwise. */
export function groupGoneInWords({ why, token }: GroupGone): Problem {
  const said =
    why === 'paid'
      ? 'This group order is paid already. What still comes for this one goes back by itself.'
      : 'The group order was changed since, so this one is not paid any more. What still comes for it goes back.'
  return { said, offers: [], link: { to: `/group/${token}`, text: 'Go to the group order' } }
}

/** It was ordered once more since, otherwise; money for it was on its way. */
export function changedSince(link_token: string): Problem {
  const said = 'You have changed this order since, so this one is not paid any more. What comes for it goes back.'
  return { said, offers: [], link: { to: `/order-summary?order=${link_token}`, text: 'Go to your order' } }
}

const chargedOrNot = (was_begun: boolean) =>
  was_begun ? 'If you have paid, your order comes or the money goes back by itself.' : 'Nothing was charged.'

const slot_words = {
  slot_gone: 'This time has gone: the restaurant cannot cook for it any more. Please choose another.',
  slot_full: SLOT_FULL,
}

/** The slot cannot be had any more. */
export function slotProblemInWords({ reason, details }: SlotProblem, now: Date): Problem {
  return { said: slot_words[reason], offers: slotOffers(details.free, now) }
}

const slotOffers = (slots: readonly Date[], now: Date): Otherwise[] =>
  slots.map((slot) => ({ text: `Take ${slotText(slot, now)}`, slot: slotValue(slot) }))
