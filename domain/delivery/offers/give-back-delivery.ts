import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { rider_reason } from '../forms.ts'
import { type MoveDeliveryRefusal, moveDelivery } from '../steps/move-delivery.ts'
import { lockOwnDelivery } from '../steps/own-delivery.ts'

/**
 * A rider who cannot continue gives a delivery back before the food is picked up, and says why; it waits for another
 * rider and is not offered to this one again. Refused with the delivery's status once the food is picked up.
 */
export async function giveBackDelivery(
  deps: AnnouncingDeps,
  actor: Actor,
  back: { delivery_id: number; reason: string },
): Promise<Accepted<undefined> | MoveDeliveryRefusal | Refused<'bad_reason', undefined>> {
  const reason = rider_reason.safeParse(back.reason)
  if (!reason.success) return refused('bad_reason')
  return deps.db.transaction(async (tx) => {
    const own = await lockOwnDelivery(tx, actor, back.delivery_id)
    if (!own) return refused('not_found')
    const moved = await moveDelivery(tx, deps.announce, {
      delivery_id: own.delivery.id,
      verb: 'give_back',
      by: actor,
      reason: reason.data,
      now: deps.clock.now(),
    })
    return moved.ok ? accepted(undefined) : moved
  })
}
