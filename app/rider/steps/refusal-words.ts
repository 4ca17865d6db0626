import { NOBODY_AT_KITCHEN } from '../../../domain/delivery/incidents/lifecycle.ts'
import type { PhoneStep } from './step-store.ts'

const words: Readonly<Record<string, string>> = {
  wrong_pin: 'The PIN was not right. Please ask the customer again.',
  pin_paused: 'Too many wrong PINs: please wait a quarter of an hour, or hand over with a reason and a photo.',
  pin_blocked: 'Too many wrong PINs: please hand over with a reason and a photo.',
  not_ready: 'The kitchen has not marked the food as ready.',
  not_allowed: 'This step was done already, or is not possible any more.',
  told_late:
    'Your PIN was right, but before your phone could tell us this order was given up, or given to another rider. ' +
    'We look at it; please call us.',
  not_found: 'This delivery is not yours any more.',
  /** Only a PIN proves it, so nobody but its rider knows of it. */
  handed_over_not_found:
    'Before your phone could tell us that you handed it over, this order was given up, or given to another rider. ' +
    'If the customer has the food, please call us.',
  bad_packs: 'Please count the packs again.',
  packs_differ: 'The packs do not add up. Please count again; if it stays so, say why.',
  bad_pin: 'The PIN has 4 digits.',
  no_proof: 'A PIN, or a reason with a photo, is needed.',
  bad_reason: 'Please say what happened, in some words.',
  too_soon:
    'It is too soon after the pick-up to hand over without the PIN. Please ask the customer for it, or try ' +
    'again in some minutes.',
  wait_first: 'Please wait for the customer first, until the time that was told by SMS.',
  kitchen_answered: 'The kitchen has answered an order since you came. Please look for somebody there.',
  bad_way_out: 'Please choose what you do with the food.',
  bad_place: 'Please choose a place from the list.',
  rider_bears: 'You bear a refund of this order, so nobody else can take it over. Please call us.',
  blank_photo: 'This photo shows nothing. Please take a new one, with some light.',
  busy: 'Many pictures are coming in right now. Please try again later.',
  too_many_steps: 'That was a lot at once. Please try again in a minute.',
  bad_photo: 'The photo did not arrive, or was used before. Please take a new one.',
}

const words_at_kitchen: Readonly<Record<string, string>> = {
  wait_first: 'Please wait at the kitchen first, until the time that stands with the order.',
}

/** Why our server said no to a step, for its rider; `at_kitchen` where they said that nobody is there. */
export function refusalWords(reason: string, at_kitchen = false): string {
  return (
    (at_kitchen ? words_at_kitchen[reason] : null) ?? words[reason] ?? 'This step could not be read. Please call us.'
  )
}

/** The same of a step that a phone kept. */
export function keptStepWords({ step, outcome }: Pick<PhoneStep, 'step' | 'outcome'>): string {
  const is_handed_over = step.verb === 'hand_over' && outcome === 'not_found'
  const reason = is_handed_over ? 'handed_over_not_found' : (outcome ?? '')
  return refusalWords(reason, step.incident?.reason === NOBODY_AT_KITCHEN)
}
