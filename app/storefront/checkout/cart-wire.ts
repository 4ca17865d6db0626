import type { Quote } from '../../../domain/checkout/quote.ts'
import { koboFromNaira } from '../../../domain/money.ts'
import type { CartItem } from '../cart/cart-store.ts'

/** The cart as it is sent to the server: who, what, how many, and the price its owner saw. */
export function cartForServer(items: readonly CartItem[]): string {
  return JSON.stringify(
    items.map((item) => ({
      vendor_id: item.vendor_id,
      name: item.name,
      price_kobo: koboFromNaira(item.price),
      quantity: item.qty,
      options: item.options,
    })),
  )
}

/** The cart after its owner agreed to a quote: what is left of it, at the prices of now. */
export function agreedCart(items: readonly CartItem[], quote: Pick<Quote, 'lines'>): CartItem[] {
  return quote.lines.flatMap((line) => {
    const known = items.find(
      (item) => item.vendor_id === line.vendor_id && item.name.toLowerCase() === line.name.toLowerCase(),
    )
    const { name, options, quantity } = line
    return known ? [{ ...known, name, options, qty: quantity, price: line.price_kobo / 100 }] : []
  })
}
