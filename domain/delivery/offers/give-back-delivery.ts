import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import { rider_reason } from '../forms.ts'
import { type Delivery, type MoveDeliveryRefusal, moveDelivery } from '../steps/move-delivery.ts'
import { lockOwnDelivery } from '../steps/own-delivery.ts'

/**
 * A rider who cannot continue gives a delivery back before the food is picked up, and says why; it waits for another
 * rider and is not offered to this one again. Refused with the delivery's status once the food is picked up.
 */
export async function giveBackWithin(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  back: { delivery_id: number; reason: string; at: Date; now: Date },
): Promise<Accepted<Delivery> | MoveDeliveryRefusal | Refused<'bad_reason', undefined>> {
  const reason = rider_reason.safeParse(back.reason)
  if (!reason.success) return refused('bad_reason')
  const own = await lockOwnDelivery(tx, actor, back.delivery_id)
  if (!own) return refused('not_found')
  return moveDelivery(tx, announce, { ...back, verb: 'give_back', by: actor, reason: reason.data })
}
