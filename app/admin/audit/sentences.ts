import type { AuditAction } from '../../../domain/audit/actions.ts'

/** What an admin did, with `{it}` for what it was done to and `{rider}` for the rider whom it concerns. */
const sentences: Record<AuditAction, string> = {
  admin_ended: 'ended {it} as an admin',
  admin_made: 'made {it} an admin',
  admin_restored: 'let {it} be an admin again',
  admin_role_changed: 'gave {it} another role',
  bank_account_confirmed: 'confirmed the bank account of {it}',
  bank_settlement_recorded: 'recorded {it}',
  campus_imported: 'brought a file into {it}',
  case_assigned: 'handed {it} on',
  case_closed: 'closed {it}',
  case_due_set: 'said by when {it} is due',
  case_noted: 'wrote a note on {it}',
  case_opened: 'opened {it}',
  case_reopened: 'opened {it} again',
  chat_closed: 'said that what the customer of {it} wrote needs no answer',
  claim_approved: 'approved {it}',
  claim_refused: 'refused {it}',
  comparison_asked: 'asked for a comparison with {it}',
  customer_looked_up: 'looked up {it}',
  customer_quieted: 'stopped text messages to {it}',
  customer_unquieted: 'allowed text messages to {it} again',
  delivery_arrived: 'marked {rider} as arrived at the vendor for {it}',
  delivery_assigned: 'gave {it} to {rider}',
  delivery_picked_up: 'marked {it} as picked up by {rider}',
  delivery_unassigned: 'took {it} back from {rider}',
  difference_asked_again: 'asked the provider again about {it}',
  difference_ignored: 'left {it} as it is',
  difference_settled: 'settled {it}',
  hand_over_seen: 'looked at the hand-over of {it}',
  identity_proven: 'gave their password or code, to decide about {it}',
  incident_came_back: 'marked the food of {it} as back from {rider}',
  incident_decided: 'decided what happens with {it}, which {rider} had',
  kitchen_act_refused: 'was refused what they wanted to do for {it}',
  kitchen_acted_for: 'acted for {it}',
  kitchen_entered: 'began to act for {it}',
  kitchen_left: 'stopped acting for {it}',
  kitchen_onboarded: 'took {it} in, and had its owner invited',
  kitchens_taken_in: 'began to take in {it}',
  landmark_added: 'added {it}',
  landmark_changed: 'changed {it}',
  list_exported: 'downloaded {it}',
  message_dropped: 'dropped {it}',
  message_released: 'let {it} be sent',
  message_retried: 'had {it} sent again',
  message_written: 'wrote a text message about {it}',
  money_proven: 'gave their password or code, so that money of {it} leaves',
  offer_extended: 'gave more time for {it}',
  offer_withdrawn: 'withdrew {it}',
  order_cancelled: 'cancelled {it}',
  order_delivered: 'marked {it} as delivered',
  order_given_back: 'gave money of {it} back',
  payout_approved_first: 'approved {it} as the first of two',
  payout_cancelled: 'cancelled {it}',
  payout_made_besides: 'said that {it} was paid by hand, though the provider makes its transfer',
  payout_paid_by_hand: 'marked {it} as paid by hand',
  payout_transfer_asked: 'asked for the transfer of {it}',
  payout_transfer_looked_up: 'looked at the provider what came of a transfer of {it}',
  payout_transfer_recognised: 'followed a transfer of {it} that had failed, as the provider makes it after all',
  payout_transfer_retried: 'sent the transfer of {it} again',
  place_added: 'added {it}',
  place_brought_back: 'brought {it} back',
  place_changed: 'changed {it}',
  place_closed: 'closed {it}',
  place_reopened: 'reopened {it}',
  place_retired: 'retired {it}',
  promotion_created: 'made {it}',
  promotion_ended: 'ended {it}',
  referral_allowed: 'allowed the reward of {it}',
  referral_turned_down: 'turned down the reward of {it}',
  rating_line_hidden: 'hid the line of {it}',
  refund_covered: 'said that a chargeback gave {it} back already',
  refund_looked_up: 'said that a refund at the provider is not {it}, or brought nothing',
  refund_made_besides: 'said that {it} was paid by hand, though the provider makes it',
  refund_recognised: 'recognised {it} in the provider’s list',
  refund_retried: 'had {it} sent again',
  refund_settled_by_hand: 'recorded {it} as paid by hand',
  refund_uncovered: 'found {it} owed again after its chargeback',
  review_accepted: 'accepted {it} as paid',
  review_closed: 'closed {it}',
  review_refunded: 'sent {it} back',
  rider_activated: 'activated {it}',
  rider_rejected: 'sent the registration of {it} back',
  rider_restored: 'restored {it}',
  rider_suspended: 'suspended {it}',
  rider_unlocked: 'unlocked the registration of {it}',
  second_step_ended: 'took the second step of the login away from {it}',
  shift_called_off: 'called {it} off',
  shift_planned: 'planned {it}',
  shifts_copied: 'planned {it} as the week before',
  shifts_published: 'offered {it} to riders',
  setting_saved: 'changed {it}',
  vendor_activated: 'activated {it}',
  vendor_commission_changed: 'changed the commission of {it}',
  vendor_deactivated: 'turned down the registration of {it}',
  vendor_place_corrected: 'corrected the place of {it}',
  vendor_restored: 'restored {it}',
  vendor_suspended: 'suspended {it}',
  vendor_unlocked: 'unlocked the registration of {it}',
  way_added: 'added {it}',
  way_brought_back: 'brought {it} back',
  way_changed: 'changed {it}',
  way_closed: 'closed {it}',
  way_paid: 'agreed to pay {rider} for the way of {it}',
  way_pay_refused: 'refused to pay {rider} for the way of {it}',
  way_reopened: 'reopened {it}',
  way_retired: 'retired {it}',
}

/** A piece of a sentence; with `to` it leads somewhere. */
export type Piece = { text: string; to?: Address }

/**
 * The sentence of an action in pieces; `at` fills its placeholders. An action that no longer exists is shown under its
 * own name.
 */
export function sentenceOf(action: string, at: (place: 'it' | 'rider') => Piece): Piece[] {
  const known = Object.hasOwn(sentences, action) ? sentences[action as AuditAction] : null
  const sentence = known ?? `${action.replaceAll('_', ' ')}: {it}`
  return sentence
    .split(/\{(it|rider)\}/)
    .map((text, index) => (index % 2 === 1 ? at(text as 'it' | 'rider') : { text }))
    .filter(({ text }) => text !== '')
}

/** The same where it is clear, or not yet known, what it was done to: "Suspended this vendor", "Suspended a vendor". */
export function phraseOf(action: string, it: string): string {
  const said = sentenceOf(action, (place) => ({ text: place === 'it' ? it : 'a rider' }))
    .map(({ text }) => text)
    .join('')
  return said.charAt(0).toUpperCase() + said.slice(1)
}
