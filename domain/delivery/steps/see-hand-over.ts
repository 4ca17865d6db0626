import { eq } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { deliveries } from '../tables.ts'

/**
 * An admin has checked a hand-over without the PIN, its reason and photo: from now on a payout may claim it. If it
 * never happened, the admin first refunds the order, and the rider bears it. Called twice, it counts once.
 */
export async function seeHandOver(
  deps: Deps,
  actor: Actor,
  delivery_id: number,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (!may(actor, 'run_orders') || !Number.isSafeInteger(delivery_id)) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery_id)).for('no key update')
    if (!delivery?.no_pin_reason) return refused('not_found')
    if (delivery.no_pin_seen_at) return accepted(undefined)
    noteOrder(tx, delivery.order_id)
    await tx.update(deliveries).set({ no_pin_seen_at: now }).where(eq(deliveries.id, delivery_id))
    await recordAudit(tx, {
      actor,
      action: 'hand_over_seen',
      subject: `delivery:${delivery_id}`,
      after: { rider_id: delivery.rider_id, no_pin_reason: delivery.no_pin_reason },
      now,
    })
    return accepted(undefined)
  })
}
