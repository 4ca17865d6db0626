const names: Readonly<Record<string, string>> = {
  vendors: 'Owed to vendors',
  riders: 'Owed to riders',
  delivery_fees: 'Delivery fees',
  tips: 'Tips for riders',
  promotions: 'Cost of promotions',
  commission: 'Commission',
  provider_fees: 'Provider’s fees',
  rider_top_ups: 'Added to riders’ pay',
  shortfalls: 'Missing of short payments',
  platform_losses: 'Refunds borne by the platform',
  chargebacks: 'Lost to chargebacks',
  refunds_due: 'Refunds on their way',
  held_for_review: 'Held for review',
  bank: 'Our bank account',
}

/** An account of the books in words. */
export function accountName(account: string): string {
  const [kind = '', owner = ''] = account.split(':')
  if (kind === 'provider_clearing') return `Held by ${owner.charAt(0).toUpperCase()}${owner.slice(1)}`
  if (kind === 'vendor') return 'Owed to a vendor'
  if (kind === 'rider') return 'Owed to a rider'
  return names[account] ?? account
}

const kinds: Readonly<Record<string, string>> = {
  payment_received: 'Payment received',
  refund_done: 'Refund sent',
  order_refunded: 'Order cancelled',
  order_given_back: 'Money given back',
  provider_fee_known: 'Provider’s fee told',
  bank_settlement: 'Paid to our bank',
  payout_paid: 'Payout paid',
  delivery_done: 'Delivery done',
  short_payment_accepted: 'Short payment accepted',
  review_refunded: 'Refunded after review',
  chargeback: 'Taken back by a bank (chargeback)',
  chargeback_returned: 'Chargeback won',
  refund_covered: 'Refund covered by a chargeback',
  refund_uncovered: 'Owed again after a chargeback',
}

/** What a journal records, in words; a kind without words is shown by its name. */
export function journalKind(kind: string): string {
  return kinds[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
}
