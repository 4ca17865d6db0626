/** A refund is asked for, sent, and done, or failed and waiting for a person. */
export const refund_statuses = ['Asked', 'Sent', 'Done', 'Failed'] as const
export type RefundStatus = (typeof refund_statuses)[number]

/** Whose money goes back to a customer. */
export const refund_bearers = ['vendor', 'platform', 'rider'] as const
export type RefundBearer = (typeof refund_bearers)[number]
