import type { Move } from '../lifecycle.ts'

/** See docs/product.md#payout-lifecycle. */
export const payout_statuses = ['Pending', 'Paid', 'Cancelled'] as const
export type PayoutStatus = (typeof payout_statuses)[number]

/**
 * The only ways in which a payout's status changes. Buttons, verbs, history checks and documents read this table.
 * `system` is the worker, which finishes a transfer that an admin asked for.
 */
export const payout_moves = {
  approve: { from: ['Pending'], to: 'Paid', who: ['admin', 'system'] },
  cancel: { from: ['Pending'], to: 'Cancelled', who: ['admin'] },
} as const satisfies Record<string, Move<PayoutStatus>>

export type PayoutVerb = keyof typeof payout_moves

/** The options of the admin's status filter. */
export const payout_filters = ['All', ...payout_statuses] as const
export type PayoutFilter = (typeof payout_filters)[number]

/** Asked: may not have reached the provider. Queued: the provider has it. The other two are final. */
export type TransferStatus = 'Asked' | 'Queued' | 'Successful' | 'Failed'

/** Why a failed transfer may have moved money: no answer about it, or the provider makes it after all. */
export type TransferDoubt = 'silent' | 'alive'

/** Money may still be on its way. */
export const alive_statuses: readonly TransferStatus[] = ['Asked', 'Queued']

/** Whether money may still be on its way. */
export const isAlive = (status: TransferStatus): boolean => alive_statuses.includes(status)
