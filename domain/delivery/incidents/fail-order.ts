import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { giveUpOrder } from '../../orders/refunds/give-up-order.ts'
import { type Delivery, moveDelivery } from '../steps/move-delivery.ts'
import type { Consequence, IncidentReason } from './lifecycle.ts'
import type { Incident, LockedIncident } from './lock-incident.ts'

/** Why an order ended on its way, as its customer reads it. */
const words: Readonly<Record<IncidentReason, string>> = {
  customer_absent: 'nobody came to the door',
  wrong_food: 'the restaurant packed something else',
  damaged_food: 'the food was damaged on the way',
  accident: 'its rider had an accident',
  cannot_go_on: 'its rider could not go on',
  kitchen_closed: 'nobody was at the restaurant',
  called_off: 'it was cancelled on its way',
  called_off_early: 'it was called off',
  told_late: 'it was given up',
}

/** Where food is that was brought back, as its customer reads it: without what somebody noted about it. */
export function whereItIs({ kitchen_closed, way_out }: Pick<Incident, 'kitchen_closed' | 'way_out'>): string {
  if (way_out === 'write_off') return 'it was lost on its way back'
  return kitchen_closed ? 'the restaurant was closed' : 'back at the restaurant'
}

/**
 * Ends an order that cannot be handed over any more, with its delivery, which keeps its rider: it fails and what was
 * paid goes back, or nobody took it and the money stays, as for one that nobody collects (decision 100).
 */
export async function failOrder(
  tx: Tx,
  announce: Announce,
  failed: {
    order: LockedIncident['order']
    move: { delivery_id: number; by: Actor; reason: string | null; at: Date; now: Date }
    incident: Incident
    planned: Consequence
    /** Why, as its customer reads it, where that is not what happened last. */
    because?: IncidentReason
  },
): Promise<Delivery> {
  const { order, move, incident, planned, because = incident.reason } = failed
  const { by, at, now } = move
  const verb = planned.money === 'stays' ? 'not_taken' : 'fail'
  // As without the PIN: an admin looks at it before it is paid out (decision 061).
  const unseen = verb === 'not_taken' && by.role !== 'admin'
  const sets = unseen ? { no_pin_reason: move.reason, no_pin_photo: incident.photo } : {}
  const delivery = await moveDelivery(tx, announce, { ...move, verb, sets })
  if (!delivery.ok) throw new Error(`Delivery ${move.delivery_id} did not end: ${delivery.reason}`)
  const explanation = words[because]
  const ended =
    planned.money === 'stays'
      ? await moveOrder(tx, announce, { order_id: order.id, verb, by, reason: whereItIs(incident), at, now })
      : await giveUpOrder(tx, announce, {
          ...{ order, verb: 'fail', by, explanation, now },
          borne_by: planned.money.back_from,
        })
  if (!ended.ok) throw new Error(`Order ${order.id} did not end: ${ended.reason}`)
  return delivery.value
}
