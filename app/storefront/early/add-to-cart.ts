import { MOST_OF_ONE } from '../../../domain/catalog/cart-line.ts'
import { type CartItem, cartItems, isSame, replaceCart } from '../cart/cart-store.ts'

/** Adds a dish, or raises the number of one that is already there. */
export function addToCart(added: CartItem): void {
  const items = cartItems()
  const known = items.find((item) => isSame(item, added))
  replaceCart(
    known
      ? items.map((item) =>
          item === known ? { ...added, quantity: Math.min(item.quantity + added.quantity, MOST_OF_ONE) } : item,
        )
      : [...items, added],
  )
}
