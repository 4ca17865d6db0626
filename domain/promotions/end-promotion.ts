import type { Actor } from '../accounts/actor.ts'
import type { AnnouncingDeps } from '../events.ts'
import type { MoveRefusal } from '../move.ts'
import { type Accepted, refused } from '../refusal.ts'
import { bearerFor } from './bearer-for.ts'
import type { PromotionStatus } from './lifecycle.ts'
import { lockPromotion, movePromotion } from './move-promotion.ts'
import type { promotions } from './tables.ts'

/**
 * An admin ends a promotion, a kitchen one of its own: nobody takes it any more; who holds it with an open payment may
 * still pay. Refused where it has ended already, and where it is another's.
 */
export async function endPromotion(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  promotion_id: number,
): Promise<Accepted<typeof promotions.$inferSelect> | MoveRefusal<PromotionStatus>> {
  const bearer = bearerFor(actor)
  if (!bearer || !Number.isSafeInteger(promotion_id)) return refused('not_found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const found = await lockPromotion(tx, promotion_id)
    if (bearer.vendor_id !== null && bearer.vendor_id !== found?.vendor_id) return refused('not_found')
    return movePromotion(tx, announce, { promotion_id, verb: 'end', by: actor, now })
  })
}
