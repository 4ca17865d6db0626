import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { type Clock, campusDate, campusInstant } from '../clock.ts'
import { type Kobo, koboFromNaira } from '../money.ts'
import { type HasOrdered, paysFirstOrder } from './first-order.ts'
import { isLimited, lockPromotions } from './lock-promotions.ts'
import { promotionName } from './promotion-words.ts'
import { isMonthSpent, lockMonthBudget } from './referrals/month-budget.ts'
import { dropReferral } from './referrals/move-referral.ts'
import { type WithTerms, withTerms } from './referrals/own-code.ts'
import { promotion_uses, promotions, referrals } from './tables.ts'
import { isItsHour } from './when-it-counts.ts'

type Promotion = typeof promotions.$inferSelect

/** So long a code is held for a checkout whose payment has not begun. */
const HELD_MINUTES = 20
/** Within this a charge that was made in time is recorded, and what its checkout held is held for it. */
export const GRACE_MINUTES = 5

/** Holds what `takePromotions` answered for the checkout that was stored with it; what its phone held before goes. */
export async function writeUse(
  tx: Tx,
  use: { checkout_id: string; promotion: Promotion; phone: string; discount_kobo: Kobo },
  now: Date,
): Promise<void> {
  const { checkout_id, promotion, phone, discount_kobo: discount } = use
  await letGoIdle(tx, promotion, phone)
  const which = { checkout_id, promotion_id: promotion.id, phone }
  await tx.insert(promotion_uses).values({ ...which, discount, held_until: minutesAfter(now, HELD_MINUTES) })
}

/** The promotion that a checkout can no longer be paid with, by its name, and its code where it was typed. */
export type Gone = { name: string; code: string | null }

/**
 * Holds a checkout's promotions as long as the payment can come that begins now, and answers until when that is: until
 * `payable_until`, or as before where one is over, or its hours are, and the payment still open. What was let go
 * meanwhile is taken again, if it can be. Answers the first that is gone where one has ended or is used up, was let go
 * and counts at other hours, or is for a first order and the number `hasOrdered` meanwhile, or pays another; what it
 * holds still is not asked the last once more, and nothing its hours, where they were when its payment began
 * (`was_asked`). The checkout is locked; the time is read under the lock of the promotions.
 */
export async function holdUses(
  tx: Tx,
  request: { checkout_id: string; phone: string; payable_until: Date; hasOrdered: HasOrdered; was_asked?: boolean },
  clock: Clock,
): Promise<{ payable_until: Date } | { gone: Gone }> {
  const { checkout_id } = request
  const rows = await lockPromotions(tx, inArray(promotions.id, heldBy(tx, [checkout_id])))
  await lockPhone(tx, rows, request.phone)
  const uses = await tx.select().from(promotion_uses).where(eq(promotion_uses.checkout_id, checkout_id))
  const known = await withTerms(tx, rows)
  const now = clock.now()
  let payable_until = request.payable_until
  for (const promotion of known) {
    const use = uses.find(({ promotion_id }) => promotion_id === promotion.id)
    if (!use) throw new Error(`Checkout ${checkout_id} has lost a promotion`)
    const until = await holdOne(tx, { ...request, promotion, use }, now)
    if (!until) return { gone: { name: promotionName(promotion), code: promotion.code } }
    if (until < payable_until) payable_until = until
  }
  return { payable_until }
}

/** Until when it can be paid; null where the promotion is gone. */
async function holdOne(
  tx: Tx,
  held: {
    payable_until: Date
    hasOrdered: HasOrdered
    was_asked?: boolean
    promotion: WithTerms
    use: typeof promotion_uses.$inferSelect
  },
  now: Date,
): Promise<Date | null> {
  const { payable_until, hasOrdered, was_asked = false, promotion, use } = held
  const { checkout_id } = use
  if (use.status !== 'Held') return payable_until
  const was_let_go = use.held_until < now
  if (promotion.first_order_only && (!was_asked || was_let_go)) {
    if (await paysFirstOrder(tx, promotion, use, now)) return null
    if (await hasOrdered(promotion.vendor_id)) return null
  }
  if (await isForfeited(tx, promotion)) return null
  const is_over = promotion.status === 'Ended' || (promotion.ends_at !== null && now >= promotion.ends_at)
  // What was ordered in its hours and is held since may be paid after them, once, and not hours later.
  const is_not_now = !was_asked && (was_let_go || use.is_being_paid) && !isItsHour(promotion, now)
  if (is_over || is_not_now) {
    const open_until = minutesAfter(use.held_until, -GRACE_MINUTES)
    return use.is_being_paid && now < open_until ? open_until : null
  }
  if (was_let_go) {
    const wanted = { phone: use.phone, discount_kobo: use.discount, checkout_id }
    if (await fullFor(tx, promotion, wanted, now)) return null
    await letGoIdle(tx, promotion, use.phone)
  }
  await tx
    .update(promotion_uses)
    .set({ held_until: minutesAfter(payable_until, GRACE_MINUTES), is_being_paid: true })
    .where(and(eq(promotion_uses.checkout_id, checkout_id), eq(promotion_uses.promotion_id, promotion.id)))
  return payable_until
}

/** The uses of which a phone has one: of a promotion, and of all codes for friends together. */
const alike = ({ id, owner_phone }: Pick<Promotion, 'id' | 'owner_phone'>, phone: string) =>
  and(
    eq(promotion_uses.phone, phone),
    owner_phone === null
      ? eq(promotion_uses.promotion_id, id)
      : sql`${promotion_uses.promotion_id} in (select p.id from promotions p where p.owner_phone is not null)`,
  )

/** What a phone holds of a promotion without having opened a payment. */
const idleOf = (promotion: Pick<Promotion, 'id' | 'owner_phone'>, phone: string) =>
  and(alike(promotion, phone), eq(promotion_uses.status, 'Held'), eq(promotion_uses.is_being_paid, false))

/**
 * Lets that go for good, also for who has read the time before and waits for the lock. Where nothing can be used up,
 * nobody waits for it.
 */
async function letGoIdle(tx: Tx, promotion: Promotion, phone: string): Promise<void> {
  if (!isLimited(promotion)) return
  await tx
    .update(promotion_uses)
    .set({ held_until: new Date(0) })
    .where(idleOf(promotion, phone))
}

/** The promotions that these checkouts hold. */
export const heldBy = (tx: Tx, checkout_ids: readonly string[]) =>
  tx
    .select({ id: promotion_uses.promotion_id })
    .from(promotion_uses)
    .where(and(inArray(promotion_uses.checkout_id, [...checkout_ids]), eq(promotion_uses.status, 'Held')))

/** Lets go what these checkouts hold, which nobody pays any more. They are locked, and no promotion yet. */
export async function letGo(tx: Tx, checkout_ids: readonly string[]): Promise<void> {
  if (checkout_ids.length === 0) return
  await lockPromotions(tx, inArray(promotions.id, heldBy(tx, checkout_ids)))
  await tx
    .update(promotion_uses)
    .set({ held_until: new Date(0), is_being_paid: false })
    .where(and(inArray(promotion_uses.checkout_id, [...checkout_ids]), eq(promotion_uses.status, 'Held')))
}

/** Whose money the promotions of a checkout are, off its dishes and off its delivery: a kitchen's, else ours (null). */
export async function promotionBearers(tx: Tx, checkout_id: string) {
  const rows = await tx
    .select({ kind: promotions.kind, vendor_id: promotions.vendor_id })
    .from(promotion_uses)
    .innerJoin(promotions, eq(promotions.id, promotion_uses.promotion_id))
    .where(eq(promotion_uses.checkout_id, checkout_id))
  const of = (pays_delivery: boolean) =>
    rows.find(({ kind }) => (kind === 'free_delivery') === pays_delivery)?.vendor_id ?? null
  return { discount_by: of(false), delivery_by: of(true) }
}

/** What the promotions of a checkout are called and take off, as its customer reads them; dishes come first. */
export async function promotionLines(db: Db | Tx, checkout_id: string) {
  const rows = await db
    .select({ promotion: promotions, discount_kobo: promotion_uses.discount })
    .from(promotion_uses)
    .innerJoin(promotions, eq(promotions.id, promotion_uses.promotion_id))
    .where(eq(promotion_uses.checkout_id, checkout_id))
    .orderBy(sql`${promotions.kind} = 'free_delivery'`)
  return rows.map(({ promotion, discount_kobo }) => ({
    name: promotionName(promotion),
    code: promotion.code,
    pays_delivery: promotion.kind === 'free_delivery',
    discount_kobo,
  }))
}

/** Counts the uses of a checkout for good: it is paid, in this commit. */
export async function countUses(tx: Tx, checkout_id: string, now: Date): Promise<void> {
  await tx
    .update(promotion_uses)
    .set({ status: 'Used', used_at: now })
    .where(eq(promotion_uses.checkout_id, checkout_id))
}

/**
 * Notes what came back to the promotions of a checkout whose dishes were called off, to that of the dishes and to that
 * of the delivery; `is_whole` where the customer has all of the money again, so that the uses are given back, too.
 */
export async function returnToPromotions(
  tx: Tx,
  back: { checkout_id: string; promotion_kobo: Kobo; free_fee_kobo: Kobo; is_whole: boolean; now: Date },
): Promise<void> {
  const { checkout_id, promotion_kobo, free_fee_kobo, is_whole, now } = back
  if (promotion_kobo + free_fee_kobo === 0 && !is_whole) return
  const nothing_follows = async () => {}
  if (is_whole) await dropReferral(tx, nothing_follows, checkout_id, now)
  const { returned } = promotion_uses
  const part = sql`case when ${promotions.kind} = 'free_delivery'
    then ${sql.param(free_fee_kobo, returned)}::numeric else ${sql.param(promotion_kobo, returned)}::numeric end`
  await tx
    .update(promotion_uses)
    .set({ returned: sql`${returned} + ${part}`, ...(is_whole ? { status: 'Given back' as const } : {}) })
    .from(promotions)
    .where(and(eq(promotion_uses.checkout_id, checkout_id), eq(promotions.id, promotion_uses.promotion_id)))
}

/** Whether one more use would go beyond a limit. What is held counts until it is let go. */
export async function fullFor(
  db: Db | Tx,
  promotion: WithTerms,
  wanted: { phone: string; discount_kobo: Kobo; checkout_id: string | null },
  now: Date,
): Promise<'used_up' | 'used_by_you' | 'month_full' | 'month_spent' | null> {
  if (!isLimited(promotion)) return null
  const { most_uses, budget, most_uses_month = null } = promotion
  const most_each = promotion.first_order_only ? 1 : promotion.most_uses_each
  const counts = sql`(${promotion_uses.status} = 'Used'
    or (${promotion_uses.status} = 'Held' and ${promotion_uses.held_until} >= ${now}))`
  const spent = sql`case when ${counts} or ${promotion_uses.status} = 'Given back'
    then ${promotion_uses.discount} - ${promotion_uses.returned} else 0 end`
  // Of a code for friends, a phone's uses of all the others are read, too.
  const own = sql`${promotion_uses.promotion_id} = ${promotion.id}`
  const [so_far] = await db
    .select({
      uses: sql<number>`(count(*) filter (where ${counts} and ${own}))::int`,
      this_month: sql<number>`(count(*) filter (where ${counts} and ${own}
        and (${promotion_uses.status} = 'Held' or ${promotion_uses.used_at} >= ${startOfMonth(now)})))::int`,
      of_phone: sql<number>`(count(*) filter (where ${counts} and ${promotion_uses.phone} = ${wanted.phone}))::int`,
      spent: sql<string>`coalesce(sum(${spent}) filter (where ${own}), 0)::numeric(18,2)::text`,
    })
    .from(promotion_uses)
    .where(
      and(
        or(eq(promotion_uses.promotion_id, promotion.id), alike(promotion, wanted.phone)),
        not(idleOf(promotion, wanted.phone) ?? sql`false`),
        wanted.checkout_id === null ? undefined : ne(promotion_uses.checkout_id, wanted.checkout_id),
      ),
    )
  if (!so_far) throw new Error('The uses were not counted')
  if (most_each !== null && so_far.of_phone >= most_each) return 'used_by_you'
  if (most_uses !== null && so_far.uses >= most_uses) return 'used_up'
  if (most_uses_month !== null && so_far.this_month >= most_uses_month) return 'month_full'
  if (budget !== null && koboFromNaira(so_far.spent) + wanted.discount_kobo > budget) return 'used_up'
  if (promotion.owner_phone === null) return null
  return (await isMonthSpent(db, { ...wanted, kobo: wanted.discount_kobo }, now)) ? 'month_spent' : null
}

const startOfMonth = (now: Date) => campusInstant(`${campusDate(now).slice(0, 7)}-01`)

/**
 * Whoever orders with a promotion for a first order, as every code for friends is, orders alone under their number
 * until the commit: such promotions are many, and a first order is one; and with a code for friends alone with the
 * budget that all of those share. Locked after the promotions.
 */
export async function lockPhone(tx: Tx, locked: readonly Promotion[], phone: string): Promise<void> {
  const is_friend = locked.some(({ owner_phone }) => owner_phone !== null)
  if (!is_friend && !locked.some(({ first_order_only }) => first_order_only)) return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`first order ${phone}`}, 0))`)
  if (is_friend) await lockMonthBudget(tx)
}

/** Whether what a phone has earned is no more, because what it was earned by has fallen away. */
export async function isForfeited(db: Db | Tx, { id, for_phone }: Promotion): Promise<boolean> {
  if (for_phone === null) return false
  const [earned] = await db.select({ status: referrals.status }).from(referrals).where(eq(referrals.reward_id, id))
  return earned?.status !== 'Rewarded'
}

const minutesAfter = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000)
