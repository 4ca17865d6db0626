import { and, desc, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../db/handle.ts'
import { DAY_MS } from '../../clock.ts'
import type { Announce, EventOf } from '../../events.ts'
import type { Kobo } from '../../money.ts'
import { ends_without_food } from '../../orders/lifecycle.ts'
import { orders } from '../../orders/tables.ts'
import type { ReferralSign } from '../../promotions/referrals/lifecycle.ts'
import { dropReferral } from '../../promotions/referrals/move-referral.ts'
import { makeOwnCode } from '../../promotions/referrals/own-code.ts'
import { REFERRALS, type Referrals } from '../../promotions/referrals/referral-settings.ts'
import { rewardReferrer } from '../../promotions/referrals/reward-referrer.ts'
import { promotion_uses, promotions, referrals } from '../../promotions/tables.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { checkouts } from '../tables.ts'

/**
 * A first order that came with somebody's code for friends is paid (decision 166): it is theirs, also where an offer
 * took more off than the code. Not one that is no first order by now, nor a second one of the same number.
 */
export async function noteReferral(tx: Tx, { checkout, orders: placed }: EventOf<'checkout_paid'>, now: Date) {
  const { promotion_code, phone, id: checkout_id } = checkout
  if (promotion_code === null || placed.length === 0) return
  const [code] = await tx
    .select({ id: promotions.id, owner_phone: promotions.owner_phone })
    .from(promotions)
    .where(and(eq(promotions.code, promotion_code), isNotNull(promotions.owner_phone)))
    .orderBy(promotions.status, desc(promotions.id))
    .limit(1)
  if (!code || code.owner_phone === phone) return
  const [before] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customer_phone, phone), ne(orders.status, 'Cancelled'), ne(orders.checkout_id, checkout_id)))
    .limit(1)
  if (before) return
  await tx
    .insert(referrals)
    .values({ promotion_id: code.id, checkout_id, friend_phone: phone, ordered_at: now, moved_at: now })
    .onConflictDoNothing()
}

/**
 * An order has come: its customer has a code for friends from now on, and whoever brought them their reward. Where they
 * never had the food, nobody gets anything.
 */
export async function followReferral(
  tx: Tx,
  announce: Announce,
  { order, verb }: Pick<EventOf<'order_moved'>, 'order' | 'verb'>,
  now: Date,
): Promise<void> {
  if (order.status === 'Cancelled') return dropCancelled(tx, announce, order, now)
  if (order.status !== 'Delivered' || ends_without_food.includes(verb)) return
  await makeOwnCode(tx, order.customer_phone, now)
  const [brought] = await tx
    .select({ referral: referrals, owner_phone: promotions.owner_phone, own: checkouts.from_own_browser })
    .from(referrals)
    .innerJoin(promotions, eq(promotions.id, referrals.promotion_id))
    .innerJoin(checkouts, eq(checkouts.id, referrals.checkout_id))
    .where(eq(referrals.checkout_id, order.checkout_id))
  if (!brought?.owner_phone) return
  const { referral, owner_phone, own } = brought
  const signs = await signsOf(tx, order, { referral, owner_phone, own })
  await rewardReferrer(tx, announce, { referral_id: referral.id, signs, now })
}

/** Nothing is left of the order with which somebody was brought, whoever keeps a part of its money. */
async function dropCancelled(tx: Tx, announce: Announce, order: typeof orders.$inferSelect, now: Date): Promise<void> {
  const { checkout_id } = order
  const [brought] = await tx.select({ id: referrals.id }).from(referrals).where(eq(referrals.checkout_id, checkout_id))
  if (!brought) return
  const [left] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.checkout_id, checkout_id), ne(orders.status, 'Cancelled')))
    .limit(1)
  if (!left) await dropReferral(tx, announce, checkout_id, now)
}

/**
 * Why a friend looks like whoever brought them, or the kitchen like one that brings friends to itself: it handed the
 * food out without a rider, or cooked for two friends of this code before. A common place or group order is no sign:
 * that is what friends have.
 */
async function signsOf(
  tx: Tx,
  { user_email, customer_name, collects }: typeof orders.$inferSelect,
  { referral, owner_phone, own }: { referral: typeof referrals.$inferSelect; owner_phone: string; own: boolean },
): Promise<ReferralSign[]> {
  const [found] = await tx
    .select({
      email: sql<boolean>`coalesce(bool_or(lower(${orders.user_email}) = lower(${user_email})), false)`,
      name: sql<boolean>`coalesce(bool_or(lower(${orders.customer_name}) = lower(${customer_name})), false)`,
    })
    .from(orders)
    .where(eq(orders.customer_phone, owner_phone))
  const is: Readonly<Record<ReferralSign, boolean>> = {
    same_browser: own,
    same_email: found?.email ?? false,
    same_name: found?.name ?? false,
    collected: collects,
    same_kitchen: await isKitchenOfEarlier(tx, referral),
    // Known under the lock of the budget.
    month_spent: false,
  }
  return (Object.keys(is) as ReferralSign[]).filter((sign) => is[sign])
}

const FRIENDS_OF_ONE_KITCHEN = 2

/** Whether two friends whom this code brought before ordered from one of the kitchens of this order. */
async function isKitchenOfEarlier(
  tx: Tx,
  { id, promotion_id, checkout_id }: typeof referrals.$inferSelect,
): Promise<boolean> {
  const kitchens = tx.select({ id: orders.vendor_id }).from(orders).where(eq(orders.checkout_id, checkout_id))
  const earlier = await tx
    .select({ friends: sql<number>`count(distinct ${referrals.id})::int` })
    .from(referrals)
    .innerJoin(orders, and(eq(orders.checkout_id, referrals.checkout_id), ne(orders.status, 'Cancelled')))
    .where(
      and(
        ...[eq(referrals.promotion_id, promotion_id), lt(referrals.id, id), ne(referrals.status, 'Fell away')],
        inArray(orders.vendor_id, kitchens),
      ),
    )
    .groupBy(orders.vendor_id)
  return earlier.some(({ friends }) => friends >= FRIENDS_OF_ONE_KITCHEN)
}

/** The reward that ends first, with its code, and how many more there are. */
type Earned = { code: string; amount: Kobo; until: Date; more: number }
/** What a customer has to bring friends with, and has earned by that. */
export type OwnCode = {
  code: string
  terms: Referrals
  earned: Earned | null
  /** How many friends' orders an admin has to look at first. */
  looked_at: number
  /** Why an admin had to look at what was turned down last, within so many days. */
  turned_down: readonly ReferralSign[] | null
}

const TURNED_DOWN_DAYS = 30

/** The code for friends of whoever ordered this; null where friends are not brought, and where they have none. */
export const ownCodeOf = (db: Db, checkout_id: string, now: Date) => ownCode(db, eq(checkouts.id, checkout_id), now)

/** The same of what is behind a link. */
export const ownCodeBehind = (db: Db, link_token: string, now: Date) =>
  ownCode(db, eq(checkouts.link_token, link_token), now)

async function ownCode(db: Db, which: SQL, now: Date): Promise<OwnCode | null> {
  const terms = await readSetting(db, REFERRALS)
  if (terms.offered === 'no') return null
  const [own] = await db
    .select({ code: promotions.code, phone: checkouts.phone })
    .from(checkouts)
    .innerJoin(promotions, and(eq(promotions.owner_phone, checkouts.phone), eq(promotions.status, 'Active')))
    .where(which)
  if (!own?.code) return null
  const brought = await broughtBy(db, own.phone)
  const rewards = brought.flatMap(({ reward_code, amount, until, is_used }) =>
    reward_code && amount !== null && until && until > now && !is_used ? [{ code: reward_code, amount, until }] : [],
  )
  const [first] = rewards
  const earned = first ? { ...first, more: rewards.length - 1 } : null
  const since = new Date(now.getTime() - TURNED_DOWN_DAYS * DAY_MS)
  const turned_down = brought.findLast(({ status, moved_at }) => status === 'Turned down' && moved_at > since)
  const looked_at = brought.filter(({ status }) => status === 'In review').length
  return { code: own.code, terms, earned, looked_at, turned_down: turned_down ? (turned_down.signs ?? []) : null }
}

/** Whom somebody brought, and what they have for it: first what ends first, then what was decided first. */
function broughtBy(db: Db, phone: string) {
  const reward = alias(promotions, 'reward')
  return db
    .select({
      status: referrals.status,
      signs: referrals.signs,
      moved_at: referrals.moved_at,
      reward_code: reward.code,
      amount: reward.amount,
      until: reward.ends_at,
      is_used: sql<boolean>`${promotion_uses.checkout_id} is not null`,
    })
    .from(referrals)
    .innerJoin(promotions, eq(promotions.id, referrals.promotion_id))
    .leftJoin(reward, and(eq(reward.id, referrals.reward_id), eq(referrals.status, 'Rewarded')))
    .leftJoin(promotion_uses, and(eq(promotion_uses.promotion_id, reward.id), eq(promotion_uses.status, 'Used')))
    .where(eq(promotions.owner_phone, phone))
    .orderBy(reward.ends_at, referrals.moved_at, referrals.id)
}

/** The orders that some checkouts became. */
export const ordersOfCheckouts = (db: Db, checkout_ids: readonly string[]) =>
  db
    .select({ id: orders.id, checkout_id: orders.checkout_id })
    .from(orders)
    .where(inArray(orders.checkout_id, [...checkout_ids]))
    .orderBy(orders.id)
