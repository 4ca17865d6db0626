import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { campusDate, campusInstant, DAY_MS, nextCampusMidnight } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import { type Mover, the_system } from '../../lifecycle.ts'
import { type Refused, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { promotions, referrals } from '../tables.ts'
import type { ReferralSign } from './lifecycle.ts'
import { isMonthSpent, lockMonthBudget } from './month-budget.ts'
import { lockReferral, moveReferral } from './move-referral.ts'
import { BY_ITSELF, newCode } from './own-code.ts'
import { REFERRALS } from './referral-settings.ts'

type Referral = typeof referrals.$inferSelect
export type MonthSpent = Refused<'month_spent', undefined>

/**
 * A friend's first order has been delivered: whoever brought them has their reward, or an admin looks at it first where
 * there are `signs` against it, or the month's budget is spent. Who has brought as many friends this month as one can
 * gets no more. Nothing happens where it has fallen away or was decided before.
 */
export async function rewardReferrer(
  tx: Tx,
  announce: Announce,
  { referral_id, signs, now }: { referral_id: number; signs: readonly ReferralSign[]; now: Date },
): Promise<void> {
  const referral = await lockReferral(tx, referral_id)
  if (referral?.status !== 'Ordered') return
  const by = the_system
  if (await isBeyondMonth(tx, referral)) {
    await moveReferral(tx, announce, { referral_id, verb: 'fall_away', by, now })
    return
  }
  const doubt = (why: readonly ReferralSign[]) =>
    moveReferral(tx, announce, { referral_id, verb: 'doubt', by, now, sets: { signs: [...why] } })
  if (signs.length > 0) {
    await doubt(signs)
    return
  }
  const given = await giveReward(tx, announce, referral, { verb: 'reward', by, now })
  if (!given.ok && given.reason === 'month_spent') await doubt(['month_spent'])
}

/**
 * Makes what the referrer has for it: a code for their phone alone, once, until its last day is over. Who types that
 * number knows no code (decision 166). Refused where it would go beyond the month's budget, of which nobody else takes
 * meanwhile.
 */
export async function giveReward(
  tx: Tx,
  announce: Announce,
  referral: Referral,
  request: { verb: 'reward' | 'allow'; by: Mover; reason?: string | null; now: Date },
) {
  const { now } = request
  const [code] = await tx.select().from(promotions).where(eq(promotions.id, referral.promotion_id))
  const { referrer_kobo, reward_days } = await readSetting(tx, REFERRALS)
  if (!code?.owner_phone) throw new Error(`Referral ${referral.id} is by nobody's code`)
  await lockMonthBudget(tx)
  if (await isMonthSpent(tx, { kobo: referrer_kobo, phone: null, checkout_id: null }, now))
    return refused('month_spent')
  const [reward] = await tx
    .insert(promotions)
    .values({
      ...{ kind: 'amount', amount: referrer_kobo, for_phone: code.owner_phone, code: newCode(), most_uses_each: 1 },
      ...{ starts_at: now, ends_at: nextCampusMidnight(new Date(now.getTime() + reward_days * DAY_MS)) },
      ...{ created_at: now, created_by: BY_ITSELF },
    })
    .returning()
  if (!reward) throw new Error('The reward was not written')
  const moved = await moveReferral(tx, announce, {
    ...request,
    referral_id: referral.id,
    sets: { reward_id: reward.id },
  })
  if (!moved.ok) throw new Error(`Referral ${referral.id} is ${referral.status}`)
  await announce(tx, { kind: 'referral_rewarded', reward }, now)
  return moved
}

/** Of a month, by when friends paid, the first ones count. */
async function isBeyondMonth(tx: Tx, { id, promotion_id, ordered_at }: Referral): Promise<boolean> {
  const { most_each_month } = await readSetting(tx, REFERRALS)
  const from = campusInstant(`${campusDate(ordered_at).slice(0, 7)}-01`)
  const [before] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(referrals)
    .where(
      and(
        eq(referrals.promotion_id, promotion_id),
        lt(referrals.id, id),
        ne(referrals.status, 'Fell away'),
        sql`${referrals.ordered_at} >= ${from}`,
      ),
    )
  return (before?.count ?? 0) >= most_each_month
}
