/** A refund is asked for, sent, and done; or it failed and waits for an admin. */
export const refund_statuses = ['Asked', 'Sent', 'Done', 'Failed'] as const
export type RefundStatus = (typeof refund_statuses)[number]

/** Who pays for a refund. */
export const refund_bearers = ['vendor', 'platform', 'rider'] as const
export type RefundBearer = (typeof refund_bearers)[number]
