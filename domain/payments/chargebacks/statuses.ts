/**
 * Where a chargeback stands, in the provider's words (docs/providers.md#flutterwave-chargebacks). Its moves are the
 * bank's and the provider's: we only write down what the list shows.
 */
export const chargeback_statuses = ['initiated', 'accepted', 'declined', 'won', 'lost'] as const
export type ChargebackStatus = (typeof chargeback_statuses)[number]

/** The bank has not decided: it waits for our answer, or has it. */
export const open_chargebacks = ['initiated', 'declined'] as const satisfies readonly ChargebackStatus[]

/** The provider has taken the money from us; with `won` it gives it back. */
export const isGone = (status: ChargebackStatus): boolean => status !== 'won'
