import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { brand } from '../../../domain/brand.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { closeUncollected, collectOrder } from '../../../domain/delivery/collecting/collect-order.ts'
import { acceptOrder } from '../../../domain/orders/accept-order.ts'
import { completeOrder } from '../../../domain/orders/complete-order.ts'
import { rejectOrder } from '../../../domain/orders/reject-order.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/action-answer.ts'

/** Another vendor's order, a missing one and a malformed number answer alike. */
export function readOrderId(text: string | undefined): number {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** What the buttons of an order do. A refusal is told in words, beside its field where it has one. */
export async function moveAction(services: AppServices, actor: Actor, order_id: number, form: FormData) {
  const answer = await perform(services, actor, order_id, form)
  if (answer.ok) return done(form, done_words[answer.value.status] ?? 'Done')
  switch (answer.reason) {
    case 'not_found':
      throw data(null, { status: 404 })
    case 'vendor_inactive':
      return refusal(
        form,
        403,
        'Your restaurant is not active, so its orders cannot be changed. Please ask our support.',
      )
    case 'bad_minutes':
      return refusal(form, 422, 'Please enter 5 to 120 minutes.', 'minutes')
    case 'bad_reason':
      return refusal(form, 422, 'Please say why, in 3 to 200 characters. The customer will read it.', 'reason')
    case 'bad_pin':
    case 'wrong_pin':
      return refusal(form, 422, 'This is not the PIN. Please ask the customer again.', 'pin')
    case 'pin_paused':
      return refusal(
        form,
        422,
        `Too many wrong PINs. You can try again at ${formatCampusTime(answer.details.until)}.`,
        'pin',
      )
    case 'pin_blocked':
      return refusal(form, 422, `Too many wrong PINs. Please call us: ${brand.support_phone}`, 'pin')
    case 'kept_still':
      return refusal(
        form,
        409,
        `Please keep it until ${formatCampusTime(answer.details.until)}: the customer was told so.`,
      )
    case 'not_allowed':
      return refusal(form, 409, `Order ${order_id} is ${answer.details.status} already; nothing was changed.`)
  }
}

function perform(services: AppServices, actor: Actor, order_id: number, form: FormData) {
  switch (textOf(form, 'intent')) {
    case 'accept':
      return acceptOrder(services, actor, {
        order_id,
        minutes: Number(textOf(form, 'minutes') || Number.NaN),
      })
    case 'complete':
      return completeOrder(services, actor, order_id)
    case 'reject':
      return rejectOrder(services, actor, { order_id, reason: textOf(form, 'reason') })
    case 'collect':
      return collectOrder(services, actor, { order_id, pin: textOf(form, 'pin') })
    case 'not_collected':
      return closeUncollected(services, actor, order_id)
    default:
      throw data(null, { status: 400 })
  }
}

const done_words: Readonly<Record<string, string>> = {
  Accepted: 'Order accepted',
  Completed: 'Order marked as completed',
  Delivered: 'Order closed: its money can be requested',
  Cancelled: 'Order rejected, the customer gets the money back',
}
