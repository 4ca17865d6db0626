import { z } from 'zod'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import type { AnnouncingDeps } from '../../events.ts'
import type { MoveRefusal } from '../../move.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import type { referrals } from '../tables.ts'
import type { ReferralStatus } from './lifecycle.ts'
import { lockReferral, moveReferral } from './move-referral.ts'
import { giveReward, type MonthSpent } from './reward-referrer.ts'

/** Why an admin decided so; it is kept in the audit log. */
const why = z.string().trim().min(3).max(200)

/**
 * An admin who may move money decides about a referral that looks as if somebody brought themselves: the referrer has
 * their reward, from today on, or none. The friend keeps what came off. Refused without a reason, where it does not
 * wait any more, and where the month's budget has nothing left for the reward.
 */
export async function decideReferral(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  decision: { referral_id: number; verb: 'allow' | 'turn_down'; reason: string },
): Promise<
  Accepted<typeof referrals.$inferSelect> | MoveRefusal<ReferralStatus> | Refused<'bad_reason', undefined> | MonthSpent
> {
  const { referral_id, verb } = decision
  if (!may(actor, 'move_money') || !Number.isSafeInteger(referral_id)) return refused('not_found')
  const reason = why.safeParse(decision.reason)
  if (!reason.success) return refused('bad_reason')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const referral = await lockReferral(tx, referral_id)
    if (!referral) return refused('not_found')
    const request = { by: actor, reason: reason.data, now }
    if (verb === 'turn_down' || referral.status !== 'In review')
      return moveReferral(tx, announce, { ...request, verb, referral_id })
    return giveReward(tx, announce, referral, { ...request, verb })
  })
}
