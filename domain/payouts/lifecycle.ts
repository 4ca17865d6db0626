/** Spec §4: created Pending; an admin moves it to Paid or Cancelled. */
export const payout_statuses = ['Pending', 'Paid', 'Cancelled'] as const
export type PayoutStatus = (typeof payout_statuses)[number]
