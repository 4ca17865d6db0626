import { and, desc, eq, ne, not, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import type { Clock } from '../clock.ts'
import { type Kobo, kobo, koboFromNaira } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { type DiscountedCart, discountOf, dishesFor, dishesThatPay } from './discount.ts'
import { plainCode } from './lifecycle.ts'
import { promotion_uses, promotions } from './tables.ts'

type Promotion = typeof promotions.$inferSelect

/** So long a code is held for a checkout whose payment has not begun. */
const HELD_MINUTES = 20
/** Within this a payment that came in time is recorded. */
const GRACE_MINUTES = 5

/** Why a code does not count for a cart. */
export type CodeProblem =
  | { why: 'unknown' | 'ended' | 'used_up' | 'used_by_you' | 'not_first' | 'no_fee' }
  | { why: 'not_begun'; starts_at: Date }
  /** For dishes of this kitchen only; or for its dishes alone, without another kitchen's. */
  | { why: 'other_kitchen' | 'not_alone'; vendor_name: string }
  | { why: 'below_minimum'; minimum_kobo: Kobo; missing_kobo: Kobo }

export type CodeRefusal = Refused<'bad_code', CodeProblem>

/** Whether the phone number has an order that was not cancelled, of a kitchen or of any (null). */
type HasOrdered = (vendor_id: string | null) => Promise<boolean>
type Cart = DiscountedCart & { phone: string; hasOrdered: HasOrdered }

/**
 * What a code takes off a cart, with its promotion locked until the commit, so that of two who want the last use one
 * gets it; the time is read under that lock. What this phone holds without having opened a payment does not count: it
 * is the same customer, who tries anew. Refused with why the code does not count. The caller writes the use with
 * `writeUse`.
 */
export async function takeCode(
  tx: Tx,
  typed: string,
  cart: Cart,
  clock: Clock,
): Promise<Accepted<{ promotion: Promotion; discount_kobo: Kobo }> | CodeRefusal> {
  const code = plainCode(typed)
  const [promotion] = await tx
    .select()
    .from(promotions)
    .where(eq(promotions.code, code))
    .orderBy(promotions.status, desc(promotions.id))
    .limit(1)
    .for('no key update')
  if (!promotion) return bad({ why: 'unknown' })
  const now = clock.now()
  const problem = await problemOf(tx, promotion, cart, now)
  if (problem) return bad(problem)
  const discount_kobo = discountOf(promotion, cart)
  const full = await fullFor(tx, promotion, { phone: cart.phone, discount_kobo, checkout_id: null }, now)
  return full ? bad({ why: full }) : accepted({ promotion, discount_kobo })
}

/** Holds what `takeCode` answered for the checkout that was stored with it, and lets go what its phone held before. */
export async function writeUse(
  tx: Tx,
  use: { checkout_id: string; promotion_id: number; phone: string; discount_kobo: Kobo },
  now: Date,
): Promise<void> {
  const { discount_kobo: discount, ...which } = use
  await letGoIdle(tx, use)
  await tx.insert(promotion_uses).values({ ...which, discount, held_until: minutesAfter(now, HELD_MINUTES) })
}

/**
 * Holds a checkout's promotion as long as the payment can come that begins now, and answers until when that is: until
 * `payable_until`, or as before where the promotion is over and its payment still open. What was let go meanwhile is
 * taken again, if it can be. Null where the promotion has ended or is used up, and where it is for a first order and
 * the number `hasOrdered` meanwhile. The checkout is locked; the time is read under the lock of the promotion.
 */
export async function holdUse(
  tx: Tx,
  { checkout_id, payable_until, hasOrdered }: { checkout_id: string; payable_until: Date; hasOrdered: HasOrdered },
  clock: Clock,
): Promise<Date | null> {
  const [known] = await tx
    .select({ promotion: promotions })
    .from(promotions)
    .innerJoin(promotion_uses, eq(promotion_uses.promotion_id, promotions.id))
    .where(eq(promotion_uses.checkout_id, checkout_id))
    .for('no key update', { of: promotions })
  const [use] = await tx.select().from(promotion_uses).where(eq(promotion_uses.checkout_id, checkout_id))
  if (!known || !use) throw new Error(`Checkout ${checkout_id} has no promotion`)
  if (use.status !== 'Held') return payable_until
  const { promotion } = known
  const now = clock.now()
  if (promotion.first_order_only && (await hasOrdered(promotion.vendor_id))) return null
  if (promotion.status === 'Ended' || (promotion.ends_at !== null && now >= promotion.ends_at)) {
    const open_until = minutesAfter(use.held_until, -GRACE_MINUTES)
    return use.is_being_paid && now < open_until ? open_until : null
  }
  if (use.held_until < now) {
    const wanted = { phone: use.phone, discount_kobo: use.discount, checkout_id }
    if (await fullFor(tx, promotion, wanted, now)) return null
    await letGoIdle(tx, { promotion_id: promotion.id, phone: use.phone })
  }
  await tx
    .update(promotion_uses)
    .set({ held_until: minutesAfter(payable_until, GRACE_MINUTES), is_being_paid: true })
    .where(eq(promotion_uses.checkout_id, checkout_id))
  return payable_until
}

/** What a phone holds of a promotion without having opened a payment. */
const idleOf = ({ promotion_id, phone }: { promotion_id: number; phone: string }) =>
  and(
    eq(promotion_uses.promotion_id, promotion_id),
    eq(promotion_uses.phone, phone),
    eq(promotion_uses.status, 'Held'),
    eq(promotion_uses.is_being_paid, false),
  )

/** Lets that go for good: also for who has read the time before and waits for the lock. */
async function letGoIdle(tx: Tx, whose: { promotion_id: number; phone: string }): Promise<void> {
  await tx
    .update(promotion_uses)
    .set({ held_until: new Date(0) })
    .where(idleOf(whose))
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

/** Counts the use of a checkout for good: it is paid, in this commit. */
export async function countUse(tx: Tx, checkout_id: string, now: Date): Promise<void> {
  await tx
    .update(promotion_uses)
    .set({ status: 'Used', used_at: now })
    .where(eq(promotion_uses.checkout_id, checkout_id))
}

/**
 * Notes what came back to the promotion of a checkout whose dishes were called off; `is_whole` where the customer has
 * all of the money again, so that the use is given back, too.
 */
export async function returnToPromotion(
  tx: Tx,
  { checkout_id, returned_kobo, is_whole }: { checkout_id: string; returned_kobo: Kobo; is_whole: boolean },
): Promise<void> {
  if (returned_kobo === 0 && !is_whole) return
  await tx
    .update(promotion_uses)
    .set({
      returned: sql`${promotion_uses.returned} + ${sql.param(returned_kobo, promotion_uses.returned)}`,
      ...(is_whole ? { status: 'Given back' as const } : {}),
    })
    .where(eq(promotion_uses.checkout_id, checkout_id))
}

const bad = (problem: CodeProblem): CodeRefusal => refused('bad_code', problem)

/** What of the terms a cart does not fulfil; null where something comes off. */
async function problemOf(tx: Tx, promotion: Promotion, cart: Cart, now: Date): Promise<CodeProblem | null> {
  const { status, starts_at, ends_at, minimum, first_order_only, vendor_id, kind } = promotion
  if (status === 'Ended' || (ends_at && now >= ends_at)) return { why: 'ended' }
  if (now < starts_at) return { why: 'not_begun', starts_at }
  const dishes_kobo = dishesFor(promotion, cart)
  const pays_delivery = kind === 'free_delivery'
  if (vendor_id !== null && dishes_kobo === 0) return { why: 'other_kitchen', vendor_name: await nameOf(tx, vendor_id) }
  if (vendor_id !== null && pays_delivery && cart.kitchens.length > 1)
    return { why: 'not_alone', vendor_name: await nameOf(tx, vendor_id) }
  if (first_order_only && (await cart.hasOrdered(vendor_id))) return { why: 'not_first' }
  if (pays_delivery && cart.fee_kobo === 0) return { why: 'no_fee' }
  if (dishes_kobo >= minimum && discountOf(promotion, cart) > 0) return null
  const least = pays_delivery ? (vendor_id === null ? 0 : dishesThatPay(cart.fee_kobo)) : 200
  const minimum_kobo = kobo(Math.max(minimum, least))
  return { why: 'below_minimum', minimum_kobo, missing_kobo: kobo(Math.max(0, minimum_kobo - dishes_kobo)) }
}

async function nameOf(tx: Tx, vendor_id: string): Promise<string> {
  const [vendor] = await tx.select({ name: vendors.name }).from(vendors).where(eq(vendors.user_id, vendor_id))
  return vendor?.name ?? 'another kitchen'
}

/** Whether one more use would go beyond a limit. What is held counts until it is let go. */
async function fullFor(
  tx: Tx,
  promotion: Promotion,
  wanted: { phone: string; discount_kobo: Kobo; checkout_id: string | null },
  now: Date,
): Promise<'used_up' | 'used_by_you' | null> {
  const { most_uses, budget } = promotion
  const most_each = promotion.first_order_only ? 1 : promotion.most_uses_each
  if (most_uses === null && budget === null && most_each === null) return null
  const counts = sql`(${promotion_uses.status} = 'Used'
    or (${promotion_uses.status} = 'Held' and ${promotion_uses.held_until} >= ${now}))`
  const spent = sql`case when ${counts} or ${promotion_uses.status} = 'Given back'
    then ${promotion_uses.discount} - ${promotion_uses.returned} else 0 end`
  const [so_far] = await tx
    .select({
      uses: sql<number>`(count(*) filter (where ${counts}))::int`,
      of_phone: sql<number>`(count(*) filter (where ${counts} and ${promotion_uses.phone} = ${wanted.phone}))::int`,
      spent: sql<string>`coalesce(sum(${spent}), 0)::numeric(18,2)::text`,
    })
    .from(promotion_uses)
    .where(
      and(
        eq(promotion_uses.promotion_id, promotion.id),
        not(idleOf({ promotion_id: promotion.id, phone: wanted.phone }) ?? sql`false`),
        wanted.checkout_id === null ? undefined : ne(promotion_uses.checkout_id, wanted.checkout_id),
      ),
    )
  if (!so_far) throw new Error('The uses were not counted')
  if (most_each !== null && so_far.of_phone >= most_each) return 'used_by_you'
  if (most_uses !== null && so_far.uses >= most_uses) return 'used_up'
  if (budget !== null && koboFromNaira(so_far.spent) + wanted.discount_kobo > budget) return 'used_up'
  return null
}

const minutesAfter = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000)
