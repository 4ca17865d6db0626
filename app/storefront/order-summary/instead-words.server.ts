import type { PlaceProblem } from '../../../domain/checkout/place-problem.ts'
import type { SlotProblem } from '../../../domain/checkout/slot-problem.ts'
import { slotText } from '../../../domain/orders/begun-at.ts'
import { SLOT_FULL, slotValue } from '../checkout/slot-value.ts'

/** How an order can be had otherwise, and what its button says. */
export type Otherwise = { text: string; collects?: boolean; place?: string; slot?: string }

/** Why it cannot be had as it was ordered, in words, and how it can. */
export type Problem = { said: string; offers: readonly Otherwise[] }

/** What is true where nobody can bring it: the customer may fetch it, without a fee. */
export const collect_instead: Otherwise = { text: 'Collect it at the kitchen instead', collects: true }

/** Nothing is brought any more to where it was ordered. */
export function placeProblemInWords({ reason, details }: PlaceProblem): Problem {
  const { place, instead } = details
  const said =
    reason === 'place_closed'
      ? `Nothing is brought to ${place} at the moment.`
      : `${details.vendor_name} does not deliver to ${place} now.`
  const there = instead ? [{ text: `Bring it to ${instead}`, place: instead }] : []
  return { said: `${said} Please change the address.`, offers: [...there, collect_instead] }
}

const slot_words = {
  slot_gone: 'This time has gone: the kitchen cannot cook for it any more. Please choose another.',
  slot_full: SLOT_FULL,
}

/** The slot cannot be had any more. */
export function slotProblemInWords({ reason, details }: SlotProblem, now: Date): Problem {
  const offers = details.free.map((slot) => ({ text: `Take ${slotText(slot, now)}`, slot: slotValue(slot) }))
  return { said: slot_words[reason], offers }
}
