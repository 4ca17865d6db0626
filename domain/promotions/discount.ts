import { type Kobo, kobo } from '../money.ts'
import { MOST_PERCENT } from './lifecycle.ts'
import type { promotions } from './tables.ts'

type Terms = Pick<typeof promotions.$inferSelect, 'kind' | 'percent' | 'amount'>

/**
 * What a promotion takes off a cart, in kobo: off its dishes in whole naira, rounded down, and never more than 90 % of
 * them; or the whole delivery fee. Never the tip.
 */
export function discountOf({ kind, percent, amount }: Terms, cart: { subtotal_kobo: Kobo; fee_kobo: Kobo }): Kobo {
  if (kind === 'free_delivery') return cart.fee_kobo
  const most = partOf(cart.subtotal_kobo, MOST_PERCENT)
  if (kind === 'amount') return kobo(Math.min(amount ?? 0, most))
  return kobo(Math.min(partOf(cart.subtotal_kobo, percent ?? 0), amount ?? most, most))
}

const partOf = (sum: Kobo, percent: number) => Math.floor((sum * percent) / 100_00) * 100
