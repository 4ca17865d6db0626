import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { acceptOrder } from '../../../domain/orders/accept-order.ts'
import { completeOrder } from '../../../domain/orders/complete-order.ts'
import { rejectOrder } from '../../../domain/orders/reject-order.ts'
import type { AppServices } from '../../services.ts'

export type MoveAnswer =
  | { ok: true; said: string }
  | { ok: false; field: 'minutes' | 'reason' | null; said: string }

/** Another vendor's order, a missing one and a malformed number answer alike. */
export function readOrderId(text: string | undefined): number {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** What the three buttons of an order do. A refusal is told in words, beside its field where it has one. */
export async function moveAction(services: AppServices, actor: Actor, order_id: number, form: FormData) {
  const answer = await perform(services, actor, order_id, form)
  if (answer.ok) {
    return data<MoveAnswer>({ ok: true, said: done[answer.value.status] ?? 'Done' })
  }
  switch (answer.reason) {
    case 'not_found':
      throw data(null, { status: 404 })
    case 'vendor_inactive':
      return refusal(
        403,
        null,
        'Your restaurant is not active, so its orders cannot be changed. Please ask our support.',
      )
    case 'bad_minutes':
      return refusal(422, 'minutes', 'Please enter 5 to 120 minutes.')
    case 'bad_reason':
      return refusal(422, 'reason', 'Please say why, in 3 to 200 characters. The customer will read it.')
    case 'not_allowed':
      return refusal(409, null, `Order ${order_id} is ${answer.details.status} already; nothing was changed.`)
  }
}

function perform(services: AppServices, actor: Actor, order_id: number, form: FormData) {
  switch (form.get('intent')) {
    case 'accept':
      return acceptOrder(services, actor, { order_id, minutes: Number(form.get('minutes') || Number.NaN) })
    case 'complete':
      return completeOrder(services, actor, order_id)
    case 'reject':
      return rejectOrder(services, actor, { order_id, reason: String(form.get('reason') ?? '') })
    default:
      throw data(null, { status: 400 })
  }
}

const done: Readonly<Record<string, string>> = {
  Accepted: 'Order accepted',
  Completed: 'Order marked as completed',
  Cancelled: 'Order rejected, the customer gets the money back',
}

function refusal(status: number, field: 'minutes' | 'reason' | null, said: string) {
  return data<MoveAnswer>({ ok: false, field, said }, { status })
}
