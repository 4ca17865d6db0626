import { eq } from 'drizzle-orm'
import type { Actor } from '../accounts/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { leavesFrom } from '../lifecycle.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { bearerFor } from './bearer-for.ts'
import { type PromotionStatus, promotion_moves } from './lifecycle.ts'
import { promotionSubject } from './promotion-words.ts'
import { promotions } from './tables.ts'

/**
 * An admin ends a promotion, a kitchen one of its own: nobody takes it any more; who holds it with an open payment may
 * still pay. Refused where it has ended already, and where it is another's.
 */
export async function endPromotion(
  { db, clock }: Deps,
  actor: Actor,
  promotion_id: number,
): Promise<Accepted<typeof promotions.$inferSelect> | Refused<'not_found' | 'ended_already', undefined>> {
  const bearer = bearerFor(actor)
  if (!bearer || !Number.isSafeInteger(promotion_id)) return refused('not_found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(promotions).where(eq(promotions.id, promotion_id)).for('no key update')
    const is_theirs = bearer.vendor_id === null || bearer.vendor_id === found?.vendor_id
    if (!found || !is_theirs) return refused('not_found')
    if (!leavesFrom<PromotionStatus, keyof typeof promotion_moves>(promotion_moves, 'end', found.status))
      return refused('ended_already')
    const ended = { status: promotion_moves.end.to, ended_at: now }
    const [after] = await tx.update(promotions).set(ended).where(eq(promotions.id, promotion_id)).returning()
    if (!after) throw new Error('A locked promotion disappeared')
    await recordAudit(tx, {
      actor,
      action: 'promotion_ended',
      subject: promotionSubject(found),
      before: { status: found.status },
      after: { status: after.status },
      now,
    })
    return accepted(after)
  })
}
