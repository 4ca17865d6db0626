import { type Kobo, kobo } from '../money.ts'
import { type DiscountedCart, dishesFor } from './discount.ts'
import { MOST_PERCENT } from './lifecycle.ts'
import type { promotions } from './tables.ts'

/** A promotion that holds for a cart, and what it takes off it. */
export type Candidate = {
  promotion: Pick<typeof promotions.$inferSelect, 'id' | 'code' | 'kind' | 'vendor_id'>
  discount_kobo: Kobo
}

/**
 * Which promotions count for a cart: at most one off its dishes and one off its delivery, those that together take off
 * most; of equal ones those by which no code is used up, then the older ones. A kitchen that would pay both pays no
 * more than 90 % of its dishes (decision 130).
 */
export function bestPromotions<Held extends Candidate>(candidates: readonly Held[], cart: DiscountedCart): Held[] {
  const ofDelivery = ({ promotion }: Candidate) => promotion.kind === 'free_delivery'
  const sorted = [...candidates]
    .filter(({ discount_kobo }) => discount_kobo > 0)
    .sort((one, other) => codes([one]) - codes([other]) || one.promotion.id - other.promotion.id)
  const off_dishes = [null, ...sorted.filter((one) => !ofDelivery(one))]
  const off_delivery = [null, ...sorted.filter(ofDelivery)]
  let best: Held[] = []
  for (const dishes of off_dishes) {
    for (const delivery of off_delivery) {
      const both = [dishes, delivery].filter((one) => one !== null)
      const more = takenOff(both) - takenOff(best)
      if (mayBePaid(both, cart) && (more > 0 || (more === 0 && codes(both) < codes(best)))) best = both
    }
  }
  return best
}

/** What promotions take off together, in kobo. */
export const takenOff = (held: readonly Candidate[]): Kobo =>
  kobo(held.reduce((sum, { discount_kobo }) => sum + discount_kobo, 0))

const codes = (held: readonly Candidate[]) => held.filter(({ promotion }) => promotion.code !== null).length

/** Whether something is left of what a kitchen sells where it pays both. */
function mayBePaid(held: readonly Candidate[], cart: DiscountedCart): boolean {
  return held.every(({ promotion }) => {
    if (promotion.vendor_id === null) return true
    const own = held.filter((one) => one.promotion.vendor_id === promotion.vendor_id)
    return takenOff(own) * 100 <= dishesFor(promotion, cart) * MOST_PERCENT
  })
}
