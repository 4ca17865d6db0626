import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import type { Clock } from '../clock.ts'
import { type Kobo, kobo } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { bestPromotions } from './best-promotions.ts'
import { type DiscountedCart, discountOf, dishesFor, dishesThatPay } from './discount.ts'
import { type HasOrdered, paysFirstOrder } from './first-order.ts'
import { fullFor, heldBy, isForfeited, lockPhone } from './hold-use.ts'
import type { LeftOut, Told } from './left-out.ts'
import { plainCode } from './lifecycle.ts'
import { lockPromotions } from './lock-promotions.ts'
import { itsHours, promotionName } from './promotion-words.ts'
import { type WithTerms, withTerms } from './referrals/own-code.ts'
import { promotions } from './tables.ts'
import { isItsHour } from './when-it-counts.ts'

type Promotion = typeof promotions.$inferSelect

/** Why a code does not count for a cart. */
export type CodeProblem =
  | { why: 'unknown' | 'ended' | 'used_up' | 'used_by_you' | 'not_first' | 'no_fee' | 'other_phone' }
  /** It is for a first order, and a payment for one is open. */
  | { why: 'first_is_paid' }
  /** The customer's own, for friends; its owner has brought as many this month as one can; or all friends together. */
  | { why: 'own_code' | 'month_full' | 'month_spent' }
  | { why: 'not_begun'; starts_at: Date }
  /** It counts on other days or in other hours: when, in words. */
  | { why: 'not_now'; when: string }
  /** For dishes of this kitchen only; or for its dishes alone, without another kitchen's. */
  | { why: 'other_kitchen' | 'not_alone'; vendor_name: string }
  | { why: 'below_minimum'; minimum_kobo: Kobo; missing_kobo: Kobo }

export type CodeRefusal = Refused<'bad_code', CodeProblem>

type Cart = DiscountedCart & { phone: string; hasOrdered: HasOrdered }

/** A promotion that counts for a cart, locked, and what it takes off. */
export type Taken = { promotion: Promotion; discount_kobo: Kobo }

/**
 * What counts for a cart of the code that was typed (empty for none) and the offers that need none (`offer_ids`), by
 * `bestPromotions`. All of them are locked until the commit (`lockPromotions`); the time is read under that lock. What
 * this phone holds without having opened a payment does not count: it is the same customer, who tries anew; nor does
 * what the checkout holds that gives way (`instead_of`), whose promotions are locked with the others. Refused with why
 * the code does not count. An offer that does not is left out, and said where it would have taken off more than what
 * counts in its stead. The caller writes each with `writeUse`.
 */
export async function takePromotions(
  tx: Tx,
  wanted: { typed: string; offer_ids: readonly number[]; instead_of: string | null },
  cart: Cart,
  clock: Clock,
): Promise<Accepted<{ taken: Taken[]; left_out: LeftOut[] }> | CodeRefusal> {
  const code = plainCode(wanted.typed)
  const named = tx
    .select({ id: promotions.id })
    .from(promotions)
    .where(eq(promotions.code, code))
    .orderBy(promotions.status, desc(promotions.id))
    .limit(1)
  const asked = or(
    code === '' ? undefined : inArray(promotions.id, named),
    and(inArray(promotions.id, [...wanted.offer_ids]), eq(promotions.status, 'Active')),
  )
  const rows = await lockPromotions(
    tx,
    wanted.instead_of === null ? asked : or(asked, inArray(promotions.id, heldBy(tx, [wanted.instead_of]))),
  )
  await lockPhone(tx, rows, cart.phone)
  const locked = await withTerms(tx, rows)
  const [named_now] = locked
    .filter((promotion) => promotion.code === code)
    .sort((one, other) => one.status.localeCompare(other.status) || other.id - one.id)
  const isAsked = ({ id, code, status }: Promotion) =>
    code === null ? status === 'Active' && wanted.offer_ids.includes(id) : id === named_now?.id
  const now = clock.now()
  const held: Taken[] = []
  const left_out: (Taken & { told: LeftOut })[] = []
  for (const promotion of locked.filter(isAsked)) {
    const discount_kobo = discountOf(promotion, cart)
    const own = { phone: cart.phone, checkout_id: wanted.instead_of }
    const first_is_paid = promotion.first_order_only && (await paysFirstOrder(tx, promotion, own, now))
    const problem =
      (await problemOf(tx, promotion, cart, now)) ??
      (first_is_paid ? { why: 'first_is_paid' } : null) ??
      (await limitOf(tx, promotion, { ...cart, instead_of: wanted.instead_of }, now))
    const told = problem && toldOf(problem)
    if (!problem) held.push({ promotion, discount_kobo })
    else if (promotion.code !== null) return bad(problem)
    else if (told) left_out.push({ promotion, discount_kobo, told: { ...told, name: promotionName(promotion) } })
  }
  if (code !== '' && !named_now) return bad({ why: 'unknown' })
  const taken = bestPromotions(held, cart)
  const isOfDelivery = (one: Taken) => one.promotion.kind === 'free_delivery'
  const more = left_out.filter((one) => {
    const instead = taken.find((other) => isOfDelivery(other) === isOfDelivery(one))
    const is_for_another_cart = one.told.why === 'below_minimum' || one.told.why === 'not_alone'
    return is_for_another_cart ? !instead : one.discount_kobo > (instead?.discount_kobo ?? 0)
  })
  return accepted({ taken, left_out: more.map(({ told }) => told) })
}

/** What nobody read of, or what is for another time, needs no word. */
function toldOf(problem: CodeProblem): Told | null {
  switch (problem.why) {
    case 'used_up':
    case 'used_by_you':
    case 'not_first':
    case 'first_is_paid':
      return { why: problem.why }
    case 'not_alone':
      return { why: problem.why, vendor_name: problem.vendor_name }
    case 'below_minimum':
      return problem
    default:
      return null
  }
}

async function limitOf(
  tx: Tx,
  promotion: WithTerms,
  cart: Cart & { instead_of: string | null },
  now: Date,
): Promise<CodeProblem | null> {
  const wanted = { phone: cart.phone, discount_kobo: discountOf(promotion, cart), checkout_id: cart.instead_of }
  const why = await fullFor(tx, promotion, wanted, now)
  return why && { why }
}

const bad = (problem: CodeProblem): CodeRefusal => refused('bad_code', problem)

/** What of the terms a cart does not fulfil; null where something comes off. */
export async function problemOf(db: Db | Tx, promotion: Promotion, cart: Cart, now: Date): Promise<CodeProblem | null> {
  const { status, starts_at, ends_at, minimum, first_order_only, vendor_id, kind } = promotion
  if (promotion.owner_phone !== null && promotion.owner_phone === cart.phone) return { why: 'own_code' }
  if (promotion.for_phone !== null && promotion.for_phone !== cart.phone) return { why: 'other_phone' }
  if (await isForfeited(db, promotion)) return { why: 'ended' }
  if (status === 'Ended' || (ends_at && now >= ends_at)) return { why: 'ended' }
  if (now < starts_at) return { why: 'not_begun', starts_at }
  if (!isItsHour(promotion, now)) return { why: 'not_now', when: itsHours(promotion) }
  const dishes_kobo = dishesFor(promotion, cart)
  const pays_delivery = kind === 'free_delivery'
  if (vendor_id !== null && dishes_kobo === 0) return { why: 'other_kitchen', vendor_name: await nameOf(db, vendor_id) }
  if (vendor_id !== null && pays_delivery && cart.kitchens.length > 1)
    return { why: 'not_alone', vendor_name: await nameOf(db, vendor_id) }
  if (first_order_only && (await cart.hasOrdered(vendor_id))) return { why: 'not_first' }
  if (pays_delivery && cart.fee_kobo === 0) return { why: 'no_fee' }
  if (dishes_kobo >= minimum && discountOf(promotion, cart) > 0) return null
  const least = pays_delivery ? (vendor_id === null ? 0 : dishesThatPay(cart.fee_kobo)) : 200
  const minimum_kobo = kobo(Math.max(minimum, least))
  return { why: 'below_minimum', minimum_kobo, missing_kobo: kobo(Math.max(0, minimum_kobo - dishes_kobo)) }
}

async function nameOf(db: Db | Tx, vendor_id: string): Promise<string> {
  const [vendor] = await db.select({ name: vendors.name }).from(vendors).where(eq(vendors.user_id, vendor_id))
  return vendor?.name ?? 'another restaurant'
}
