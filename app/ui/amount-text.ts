import { formatNaira, type Kobo, nairaDecimal } from '../../domain/money.ts'

/** An amount in hundredths of its currency: `₦1,500`, or `USD 12.50` for what is not naira. */
export function amountText(amount: Kobo, currency: string): string {
  return currency === 'NGN' ? formatNaira(amount) : `${currency} ${nairaDecimal(amount)}`
}
