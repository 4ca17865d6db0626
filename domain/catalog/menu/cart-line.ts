import { type Kobo, kobo } from '../../money.ts'
import type { ChosenOption } from './option-groups.ts'

/** Far beyond any real order: more comes from a script or a broken cart. Browser and server use the same limits. */
export const MOST_LINES = 100
export const MOST_OF_ONE = 9_999

/**
 * A quantity of one vendor's dish, from cart to receipt. A browser's line says what was seen, never what is charged.
 */
export type CartLine = {
  vendor_id: string
  name: string
  /** Of one, including its choices. */
  price_kobo: Kobo
  quantity: number
  /** Missing where the dish has nothing to choose. */
  options?: readonly ChosenOption[] | undefined
}

/** What tells one line of a cart from another. */
export type CartLineName = Pick<CartLine, 'vendor_id' | 'name' | 'options'>

/** Kobo for all of a line. */
export function lineTotal({ price_kobo, quantity }: Pick<CartLine, 'price_kobo' | 'quantity'>): Kobo {
  return kobo(price_kobo * quantity)
}
