import { type CartItem, cartItems } from './cart-store.ts'
import { useStored } from './use-stored.ts'

const nothing: readonly CartItem[] = []

/** The cart of this browser. Every tab sees the same one; before the page is awake it is empty. */
export function useCart(): readonly CartItem[] {
  return useStored(cartItems, nothing)
}
