import type { RefundRecipient } from '../../domain/checkout/review/refund-recipient.ts'
import { formatNaira, kobo } from '../../domain/money.ts'

/** How much leaves, whose it will be, and where it goes, as it is shown before it does. */
export type MoneyFacts = readonly (readonly [name: string, words: string])[]

/** What goes back to a customer; the account itself is known to the payment provider alone. */
export function goesBack(recipient: RefundRecipient | null, amount_kobo: number): MoneyFacts {
  return [
    ['Amount', formatNaira(kobo(amount_kobo))],
    ['To', recipient?.name || 'Nobody we know'],
    ['Back to', `The card or account it was paid from${recipient ? ` (${recipient.payment_type})` : ''}`],
  ]
}
