import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Announce } from '../../events.ts'
import { the_system } from '../../lifecycle.ts'
import { type Moved, type MoveRequest, move, one } from '../../move.ts'
import { referrals } from '../tables.ts'
import { type ReferralSign, type ReferralStatus, type ReferralVerb, referral_moves } from './lifecycle.ts'

type Referral = typeof referrals.$inferSelect
type ReferralMove = MoveRequest<ReferralVerb> & {
  referral_id: number
  /** Columns that the move writes together with the status. */
  sets?: { reward_id?: number; signs?: ReferralSign[] }
}

/** Moves a referral along its lifecycle: the only place that changes its status. What an admin decides is logged. */
export function moveReferral(tx: Tx, announce: Announce, request: ReferralMove) {
  return move(tx, announce, referral_lifecycle, request)
}

/** The referral as it stands, locked. */
export const lockReferral = (tx: Tx, referral_id: number) =>
  tx.select().from(referrals).where(eq(referrals.id, referral_id)).for('no key update').then(one)

/**
 * The friend's order is over without a meal or without a price: what somebody had for it is gone, unless it is used.
 */
export async function dropReferral(tx: Tx, announce: Announce, checkout_id: string, now: Date): Promise<void> {
  const [found] = await tx.select({ id: referrals.id }).from(referrals).where(eq(referrals.checkout_id, checkout_id))
  if (found) await moveReferral(tx, announce, { referral_id: found.id, verb: 'fall_away', by: the_system, now })
}

const referral_lifecycle = {
  moves: referral_moves,
  lock: (tx: Tx, { referral_id }: ReferralMove) => lockReferral(tx, referral_id),
  write: (tx: Tx, { id }: Referral, status: ReferralStatus, { now, sets }: ReferralMove) =>
    tx
      .update(referrals)
      .set({ ...sets, status, moved_at: now })
      .where(eq(referrals.id, id))
      .returning()
      .then(one),
  async record(tx: Tx, { before, after, verb, reason, now }: Moved<Referral, ReferralVerb>, { by }: ReferralMove) {
    if (verb !== 'allow' && verb !== 'turn_down') return
    const actor = 'email' in by ? (by as { user_id: string; email: string }) : { user_id: by.user_id, email: by.role }
    await recordAudit(tx, {
      actor,
      action: verb === 'allow' ? 'referral_allowed' : 'referral_turned_down',
      subject: `referral:${after.id}`,
      before: { status: before.status },
      after: { status: after.status },
      ...(reason ? { reason } : {}),
      now,
    })
  },
}
