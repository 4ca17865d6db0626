import type { Move } from '../lifecycle.ts'

/** What a promotion takes off: a share of the dishes, an amount off the dishes, or the delivery fee. */
export const promotion_kinds = ['percent', 'amount', 'free_delivery'] as const
export type PromotionKind = (typeof promotion_kinds)[number]

/** So much of the dishes it may take off: no order is free, and something of each kitchen's part can go back. */
export const MOST_PERCENT = 90

/** A code as it is stored and compared: in capitals, without spaces. */
export const plainCode = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()

export type PromotionStatus = 'Active' | 'Ended'

/** An admin ends a promotion, or the kitchen that bears it; what is held by then may still be paid. */
export const promotion_moves = {
  end: { from: ['Active'], to: 'Ended', who: ['admin', 'vendor'] },
} as const satisfies Record<string, Move<PromotionStatus>>
export type PromotionVerb = keyof typeof promotion_moves

/**
 * Held by a checkout until it can no longer be paid, used by a paid one, given back by one whose customer has all of
 * the money again.
 */
export type UseStatus = 'Held' | 'Used' | 'Given back'
