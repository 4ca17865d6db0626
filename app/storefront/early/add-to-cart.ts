import { MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { type CartItem, cartItems, isSame, replaceCart } from '../cart/cart-store.ts'

/** Adds a dish, or raises the number of one that is already there: by as many, or where it is fewer, to as many. */
export function addToCart(added: CartItem, to_as_many = false): void {
  const items = cartItems()
  const known = items.find((item) => isSame(item, added))
  const raised = (quantity: number) =>
    to_as_many ? Math.max(quantity, added.quantity) : Math.min(quantity + added.quantity, MOST_OF_ONE)
  replaceCart(
    known
      ? items.map((item) => (item === known ? { ...added, quantity: raised(item.quantity) } : item))
      : [...items, added],
  )
}
