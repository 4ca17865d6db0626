import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Announce } from '../events.ts'
import { type Moved, type MoveRequest, move, one } from '../move.ts'
import { type PromotionStatus, type PromotionVerb, promotion_moves } from './lifecycle.ts'
import { promotionSubject } from './promotion-words.ts'
import { promotions } from './tables.ts'

type Promotion = typeof promotions.$inferSelect
type PromotionMove = MoveRequest<PromotionVerb> & { promotion_id: number; by: Actor }

/** Moves a promotion along its lifecycle: the only place that changes its status. Every move is in the audit log. */
export function movePromotion(tx: Tx, announce: Announce, request: PromotionMove) {
  return move(tx, announce, promotion_lifecycle, request)
}

/** The promotion as it stands, locked. */
export const lockPromotion = (tx: Tx, promotion_id: number) =>
  tx.select().from(promotions).where(eq(promotions.id, promotion_id)).for('no key update').then(one)

const promotion_lifecycle = {
  moves: promotion_moves,
  lock: (tx: Tx, { promotion_id }: PromotionMove) => lockPromotion(tx, promotion_id),
  write: (tx: Tx, { id }: Promotion, status: PromotionStatus, { now }: PromotionMove) =>
    tx.update(promotions).set({ status, ended_at: now }).where(eq(promotions.id, id)).returning().then(one),
  record: (tx: Tx, { before, after, now }: Moved<Promotion, PromotionVerb>, { by }: PromotionMove) =>
    recordAudit(tx, {
      actor: by,
      action: 'promotion_ended',
      subject: promotionSubject(after),
      before: { status: before.status },
      after: { status: after.status },
      now,
    }),
}
