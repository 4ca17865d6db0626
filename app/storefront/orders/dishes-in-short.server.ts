import type { CartLine } from '../../../domain/catalog/menu/cart-line.ts'

/** So many dishes are named; the others are counted. */
const NAMED = 3

/** `2 × Jollof Rice, Zobo`; `2 × Jollof Rice, Zobo, Suya and 2 more`. */
export function dishesInShort(lines: readonly Pick<CartLine, 'name' | 'quantity'>[]): string {
  const named = lines.slice(0, NAMED).map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
  const others = lines.length - named.length
  return named.join(', ') + (others > 0 ? ` and ${others} more` : '')
}
