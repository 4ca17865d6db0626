import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { brand } from '../../../domain/brand.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { closeUncollected, collectOrder } from '../../../domain/delivery/collecting/collect-order.ts'
import { sayPacks } from '../../../domain/delivery/kitchen/say-packs.ts'
import { takeFoodBack } from '../../../domain/delivery/kitchen/take-food-back.ts'
import { undoMove } from '../../../domain/delivery/kitchen/undo-move.ts'
import { acceptOrder } from '../../../domain/orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../../../domain/orders/acceptance/give-more-time.ts'
import { completeOrder } from '../../../domain/orders/complete-order.ts'
import type { OrderStatus } from '../../../domain/orders/lifecycle.ts'
import { findMissing } from '../../../domain/orders/missing-dish/find-missing.ts'
import { markMissing } from '../../../domain/orders/missing-dish/mark-missing.ts'
import { holdRejection } from '../../../domain/orders/refunds/hold-rejection.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords } from '../../ui/forms/action-answer.ts'

/** Another vendor's order, a missing one and a malformed number answer alike. */
export function readOrderId(text: string | undefined): number {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** What the buttons of an order do. A refusal is told in words, beside its field where it has one. */
export async function moveAction(services: AppServices, actor: Actor, order_id: number, form: FormData) {
  const answer = await perform(services, actor, order_id, form)
  if (answer.ok) return done(form, done_words[textOf(form, 'intent')] ?? 'Done')
  return inWords(form, answer, {
    not_found: 404,
    vendor_inactive: [403, 'Your restaurant is not active, so its orders cannot be changed. Please ask our support.'],
    bad_minutes: [422, 'Please enter 5 to 120 minutes.', 'minutes'],
    bad_more_minutes: [422, 'Please choose 5, 10 or 15 minutes.'],
    awaits_choice: [409, `The customer still chooses about order ${order_id}. It is ready after that.`],
    bad_item: [422, 'Please choose what is out, and how many of it.', 'item'],
    missing_already: [409, `Somebody here said so already: the customer of order ${order_id} was asked.`],
    more_missing_than_left: ({ left }) => [422, `Only ${left} of it are still to be cooked.`, 'quantity'],
    chosen_already: [409, `The customer of order ${order_id} has chosen already: please look at it again.`],
    bad_packs: [422, 'Please write a number of packs from 1 to 99.', 'packs'],
    no_packs_reason: [422, 'Please say why, in 3 to 200 characters. The rider will read it.', 'packs_reason'],
    no_more_time: [409, `Order ${order_id} was given more time twice already. Please call the customer.`],
    being_rejected: [409, `Somebody here is rejecting order ${order_id}. Undo that first, if you can cook it.`],
    too_late_to_undo: [409, `It is too late to take this back: order ${order_id} is as it is.`],
    stale: [409, `Somebody here did something else with order ${order_id} meanwhile. Nothing was taken back.`],
    rider_found: [409, `A rider is on the way for order ${order_id} already, so this cannot be taken back.`],
    bad_reason: [422, 'Please say why, in 3 to 200 characters. The customer will read it.', 'reason'],
    bad_pin: [422, 'This is not the PIN. Please ask the customer again.', 'pin'],
    wrong_pin: [422, 'This is not the PIN. Please ask the customer again.', 'pin'],
    pin_paused: ({ until }) => [422, `Too many wrong PINs. You can try again at ${formatCampusTime(until)}.`, 'pin'],
    pin_blocked: [422, `Too many wrong PINs. Please call us: ${brand.support_phone}`, 'pin'],
    kept_still: ({ until }) => [409, `Please keep it until ${formatCampusTime(until)}: the customer was told so.`],
    not_allowed: ({ status }) => [409, tooLate(textOf(form, 'intent'), order_id, status)],
  })
}

function perform(services: AppServices, actor: Actor, order_id: number, form: FormData) {
  switch (textOf(form, 'intent')) {
    case 'accept':
      return acceptOrder(services, actor, {
        order_id,
        minutes: minutesIn(form),
      })
    case 'more_time':
      return giveMoreTime(services, actor, { order_id, minutes: minutesIn(form) })
    case 'missing':
      return markMissing(services, actor, {
        order_id,
        item: Number(textOf(form, 'item') || Number.NaN),
        quantity: textOf(form, 'quantity') ? Number(textOf(form, 'quantity')) : null,
        keeps_selling: form.has('keeps_selling'),
        seen_left: Number(textOf(form, `left_${textOf(form, 'item')}`)) || null,
      })
    case 'found':
      return findMissing(services, actor, { order_id, missing_id: Number(textOf(form, 'missing_id') || Number.NaN) })
    case 'packs':
      return sayPacks(services, actor, {
        order_id,
        packs: Number(textOf(form, 'packs') || Number.NaN),
        reason: textOf(form, 'packs_reason'),
      })
    case 'came_back':
      return takeFoodBack(services, actor, order_id)
    case 'undo':
      return undoMove(services, actor, order_id, textOf(form, 'undo'))
    case 'complete':
      return completeOrder(services, actor, order_id)
    case 'reject':
      return holdRejection(services, actor, { order_id, reason: textOf(form, 'reason') })
    case 'collect':
      return collectOrder(services, actor, { order_id, pin: textOf(form, 'pin') })
    case 'not_collected':
      return closeUncollected(services, actor, order_id)
    default:
      throw data(null, { status: 400 })
  }
}

/** A button with its own number of minutes counts before the field beside it. */
const minutesIn = (form: FormData) => Number(textOf(form, 'quick_minutes') || textOf(form, 'minutes') || Number.NaN)

/** Of two who do the same at once, the second one hears that it is done, and not that anything went wrong. */
function tooLate(intent: string, order_id: number, status: OrderStatus): string {
  if (intent === 'missing') {
    const what = `Order ${order_id} is ${status} already: nothing can be taken out of it.`
    return `${what} Is something missing? Call us: ${brand.support_phone}`
  }
  const is_done = (intent === 'accept' && status === 'Accepted') || (intent === 'complete' && status === 'Completed')
  const who = is_done ? 'Somebody here was faster: order' : 'Order'
  return `${who} ${order_id} is ${status} already; nothing was changed.`
}

const done_words: Readonly<Record<string, string>> = {
  accept: 'Order accepted',
  complete: 'Order marked as completed',
  more_time: 'The customer is told in ten seconds that you need more time',
  missing: 'The customer is asked what to do',
  found: 'The customer need not choose any more',
  packs: 'The rider counts so many packs now',
  reject: 'The order is rejected in ten seconds, and the customer gets the money back',
  came_back: 'Noted. Thank you!',
  undo: 'Taken back',
  collect: 'Order closed: its money can be requested',
  not_collected: 'Order closed: its money can be requested',
}
