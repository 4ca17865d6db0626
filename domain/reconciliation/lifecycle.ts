/** What may differ between the provider's lists and our books. */
export const difference_kinds = [
  'missing_here',
  'missing_there',
  'amount',
  'currency',
  'status',
  'fee',
  'refund_missing_here',
  'refund_missing_there',
  'refund_amount',
  'refund_status',
  'transfer_missing_here',
] as const
export type DifferenceKind = (typeof difference_kinds)[number]

/** `Resolved`: the cause is gone. `Ignored`: an admin decided to leave it, and said why. */
export const difference_statuses = ['Open', 'Resolved', 'Ignored'] as const
export type DifferenceStatus = (typeof difference_statuses)[number]

export type DifferenceVerb = 'settle' | 'ask_again' | 'ignore'

/** What can be done about an open difference, apart from comparing again. */
export const difference_verbs: Readonly<Record<DifferenceKind, readonly DifferenceVerb[]>> = {
  missing_here: ['settle', 'ignore'],
  missing_there: ['ask_again', 'ignore'],
  amount: ['ask_again', 'ignore'],
  currency: ['ask_again', 'ignore'],
  status: ['ask_again', 'ignore'],
  fee: ['ask_again', 'ignore'],
  refund_missing_here: ['ignore'],
  refund_missing_there: ['ignore'],
  refund_amount: ['ignore'],
  refund_status: ['ignore'],
  transfer_missing_here: ['ignore'],
}
