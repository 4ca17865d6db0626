import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Kobo } from '../money.ts'
import { bestPromotions } from './best-promotions.ts'
import { type DiscountedCart, discountOf } from './discount.ts'
import { fullFor } from './hold-use.ts'
import { itsConditions, promotionName, takesOff } from './promotion-words.ts'
import { promotions } from './tables.ts'
import { problemOf } from './take-promotions.ts'
import { countsAt } from './when-it-counts.ts'

type Promotion = typeof promotions.$inferSelect

export type QuotedOffers = {
  /** What comes off whoever orders it. */
  counted: readonly { name: string; discount_kobo: Kobo; pays_delivery: boolean }[]
  /** What counts now too, and on which conditions that are not fulfilled, or not known yet. */
  besides: readonly string[]
}

/**
 * What offers would take off a cart now, and those that could: for more dishes, on a first order, or so often for one
 * phone. Nothing is held.
 */
export async function quoteOffers(db: Db, cart: DiscountedCart, now: Date): Promise<QuotedOffers> {
  const vendor_ids = cart.kitchens.map(({ vendor_id }) => vendor_id)
  const for_these = or(isNull(promotions.vendor_id), inArray(promotions.vendor_id, vendor_ids))
  const rows = await db
    .select()
    .from(promotions)
    .where(and(isNull(promotions.code), eq(promotions.status, 'Active'), for_these))
    .orderBy(promotions.id)
  const held: { promotion: Promotion; discount_kobo: Kobo }[] = []
  const besides: string[] = []
  for (const promotion of rows.filter((one) => countsAt(one, now))) {
    const discount_kobo = discountOf(promotion, cart)
    const problem =
      (await problemOf(db, promotion, { ...cart, phone: '', hasOrdered: async () => false }, now)) ??
      (await fullFor(db, promotion, { phone: '', discount_kobo, checkout_id: null }, now))
    const may_count = !problem || (typeof problem === 'object' && problem.why === 'below_minimum')
    if (!problem && !dependsOnWho(promotion)) held.push({ promotion, discount_kobo })
    else if (may_count) besides.push([takesOff(promotion), ...itsConditions(promotion)].join(', '))
  }
  const counted = bestPromotions(held, cart).map(({ promotion, discount_kobo }) => ({
    name: promotionName(promotion),
    pays_delivery: promotion.kind === 'free_delivery',
    discount_kobo,
  }))
  return { counted, besides }
}

/** Whether it counts depends on what a phone has ordered before. */
const dependsOnWho = ({ first_order_only, most_uses_each }: Promotion) => first_order_only || most_uses_each !== null
