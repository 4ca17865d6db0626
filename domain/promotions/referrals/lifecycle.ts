import type { Move } from '../../lifecycle.ts'

export const referral_statuses = ['Ordered', 'In review', 'Rewarded', 'Turned down', 'Fell away'] as const
export type ReferralStatus = (typeof referral_statuses)[number]

/**
 * A friend's first order with the code of whoever brought them is paid; once it is delivered, the referrer's reward is
 * made, or waits for an admin where there are signs against it. It falls away with the order (decision 166).
 */
export const referral_moves = {
  reward: { from: ['Ordered'], to: 'Rewarded', who: ['system'] },
  doubt: { from: ['Ordered'], to: 'In review', who: ['system'] },
  allow: { from: ['In review'], to: 'Rewarded', who: ['admin'] },
  turn_down: { from: ['In review'], to: 'Turned down', who: ['admin'] },
  fall_away: { from: ['Ordered', 'In review', 'Rewarded'], to: 'Fell away', who: ['system'] },
} as const satisfies Record<string, Move<ReferralStatus>>
export type ReferralVerb = keyof typeof referral_moves

/**
 * Why an admin looks at a referral before its reward: friend and referrer look like one person; or like a kitchen that
 * brings friends to itself; or the month's budget is spent.
 */
export const referral_signs = [
  'same_browser',
  'same_email',
  'same_name',
  'collected',
  'same_kitchen',
  'month_spent',
] as const
export type ReferralSign = (typeof referral_signs)[number]
