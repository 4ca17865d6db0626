import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/handle.ts'
import { keyset, type Page, type Place } from '../../keyset.ts'
import { countsOf, type ListView, onDays, plainView } from '../../list-view.ts'
import type { Kobo } from '../../money.ts'
import { promotion_uses, promotions, referrals } from '../tables.ts'
import type { ReferralSign, ReferralStatus } from './lifecycle.ts'

export const REFERRALS_PER_PAGE = 25

export type ListedReferral = {
  id: number
  status: ReferralStatus
  signs: ReferralSign[] | null
  ordered_at: Date
  friend_phone: string
  checkout_id: string
  code: string
  owner_phone: string
  /** What it took off the friend's order, and what the referrer has used of the reward. */
  friend_cost_kobo: Kobo
  reward_cost_kobo: Kobo
  /** Until when the reward counts; null where there is none. */
  reward_until: Date | null
}

const codes = alias(promotions, 'codes')
const rewards = alias(promotions, 'rewards')
const cost = (promotion_id: unknown, checkout_id: unknown = sql`u.checkout_id`) =>
  sql<Kobo>`(select coalesce(sum(u.discount - u.returned), 0) from ${promotion_uses} u
    where u.promotion_id = ${promotion_id} and u.checkout_id = ${checkout_id} and u.status <> 'Held')`.mapWith(
    promotion_uses.discount,
  )

const waits = eq(referrals.status, 'In review').inlineParams()

/** The filters of the list, and how many brought friends each has. */
export const referral_filters = ['All', 'In review'] as const
export const countReferrals = (db: Db) =>
  countsOf(db, referrals, referral_filters, (filter) => (filter === 'All' ? undefined : waits))

/**
 * Who brought whom, newest first unless the view is rising, and what it cost; or those alone that wait for a decision.
 */
export async function listReferrals(
  db: Db,
  {
    in_review,
    place,
    view = plainView(REFERRALS_PER_PAGE),
  }: { in_review: boolean; place: Place | null; view?: ListView },
): Promise<Page<ListedReferral>> {
  const walk = keyset<ListedReferral>(
    [{ column: referrals.id, kind: 'number', of: (row) => row.id }],
    place,
    view.size,
    view.rising,
  )
  const rows = await db
    .select({
      id: referrals.id,
      status: referrals.status,
      signs: referrals.signs,
      ordered_at: referrals.ordered_at,
      friend_phone: referrals.friend_phone,
      checkout_id: referrals.checkout_id,
      code: sql<string>`coalesce(${codes.code}, '')`,
      owner_phone: sql<string>`coalesce(${codes.owner_phone}, '')`,
      friend_cost_kobo: cost(referrals.promotion_id, referrals.checkout_id),
      reward_cost_kobo: cost(referrals.reward_id),
      reward_until: rewards.ends_at,
    })
    .from(referrals)
    .innerJoin(codes, eq(codes.id, referrals.promotion_id))
    .leftJoin(rewards, eq(rewards.id, referrals.reward_id))
    .where(and(walk.where, in_review ? waits : undefined, onDays(referrals.ordered_at, view)))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(rows)
}

/** What bringing friends cost and brought until now. */
export async function referralTotals(db: Db): Promise<{ brought: number; waiting: number; cost_kobo: Kobo }> {
  const [counted] = await db
    .select({
      brought: sql<number>`(count(*) filter (where ${referrals.status} = 'Rewarded'))::int`,
      waiting: sql<number>`(count(*) filter (where ${referrals.status} = 'In review'))::int`,
    })
    .from(referrals)
  const [spent] = await db
    .select({
      cost_kobo: sql<Kobo>`coalesce(sum(${promotion_uses.discount} - ${promotion_uses.returned}), 0)`.mapWith(
        promotion_uses.discount,
      ),
    })
    .from(promotion_uses)
    .innerJoin(promotions, eq(promotions.id, promotion_uses.promotion_id))
    .where(
      and(ne(promotion_uses.status, 'Held'), or(isNotNull(promotions.owner_phone), isNotNull(promotions.for_phone))),
    )
  return { brought: counted?.brought ?? 0, waiting: counted?.waiting ?? 0, cost_kobo: spent?.cost_kobo ?? (0 as Kobo) }
}
