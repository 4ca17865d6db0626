import type { DifferenceKind } from '../../../domain/reconciliation/lifecycle.ts'

/** What a payment of a review case did. */
export const reviews = {
  short: 'arrived, less than the order costs',
  currency: 'arrived for an order in naira',
  unknown: 'arrived, and nobody knows what for',
} as const

/** What the books of the provider and ours differ in. */
export const differences: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'The provider has a payment that we do not have',
  missing_there: 'We have a payment that the provider does not list',
  amount: 'The provider says another amount of a payment',
  currency: 'The provider says another currency of a payment',
  status: 'We booked a payment that the provider does not call successful',
  fee: 'The provider says another fee',
  refund_missing_here: 'The provider gave money back, and we know of no such refund',
  refund_missing_there: 'We booked a refund that the provider does not list',
  refund_amount: 'The provider says another amount of a refund',
  refund_status: 'The provider made a refund that failed here, or went back in another way',
  transfer_missing_here: 'The provider sent money to an account, and we know of no such transfer',
}
