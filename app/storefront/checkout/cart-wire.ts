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
    })),
  )
}
