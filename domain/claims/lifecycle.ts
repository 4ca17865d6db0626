import type { Move } from '../lifecycle.ts'

/** A claim waits for a decision, and is then approved with money or refused with a reason. */
export type ClaimStatus = 'Open' | 'Approved' | 'Refused'

/** The only ways in which a claim's status changes. `system` approves the small ones that a setting allows. */
export const claim_moves = {
  approve: { from: ['Open'], to: 'Approved', who: ['admin', 'system'] },
  refuse: { from: ['Open'], to: 'Refused', who: ['admin'] },
} as const satisfies Record<string, Move<ClaimStatus>>
export type ClaimVerb = keyof typeof claim_moves

/** What a customer may say is wrong. */
export const claim_kinds = ['missing_item', 'spoiled', 'dearer', 'not_arrived', 'paid_twice'] as const
export type ClaimKind = (typeof claim_kinds)[number]

/** The kinds that are about dishes of the order. */
export const isAboutDishes = (kind: ClaimKind): boolean =>
  kind === 'missing_item' || kind === 'spoiled' || kind === 'dearer'
