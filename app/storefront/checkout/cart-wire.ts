import type { CartLine } from '../../../domain/catalog/menu/cart-line.ts'
import type { Quote } from '../../../domain/checkout/quote/quote.ts'
import type { CartItem } from '../cart/cart-store.ts'

/** The cart as it is sent to the server: vendor, dish, number, and the price that the customer saw. */
export function cartForServer(cart: readonly CartLine[]): string {
  return JSON.stringify(
    cart.map(({ vendor_id, name, price_kobo, quantity, options }) => ({
      vendor_id,
      name,
      price_kobo,
      quantity,
      options,
    })),
  )
}

/** The cart after the customer agreed to a quote: what is left of it, at the current prices. */
export function agreedCart(items: readonly CartItem[], quote: Pick<Quote, 'lines'>): CartItem[] {
  return quote.lines.flatMap((line) => {
    const known = items.find(
      (item) => item.vendor_id === line.vendor_id && item.name.toLowerCase() === line.name.toLowerCase(),
    )
    const { name, options, quantity, price_kobo } = line
    return known ? [{ ...known, name, options, quantity, price_kobo }] : []
  })
}
