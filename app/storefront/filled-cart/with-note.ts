import { type CartLine, MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { noteChoice, withoutNote } from '../../../domain/catalog/menu/dish-note.ts'
import { isSame } from '../cart/cart-store.ts'

/**
 * A cart in which something else is asked of a line, and the line as it is then. Where the same dish stands there with
 * that note already, the two become one.
 */
export function withNote<Line extends CartLine>(items: readonly Line[], line: Line, note: string) {
  // The rows on the screen may be older than the cart.
  if (!items.some((item) => isSame(item, line))) return { items: [...items], noted: line }
  const options = [...withoutNote(line.options), ...noteChoice(note)]
  const noted: Line = { ...line, options: options.length > 0 ? options : undefined }
  const twin = items.find((item) => isSame(item, noted) && !isSame(item, line))
  const quantity = Math.min(line.quantity + (twin?.quantity ?? 0), MOST_OF_ONE)
  const changed = items.flatMap((item) => (isSame(item, line) ? [{ ...noted, quantity }] : item === twin ? [] : [item]))
  return { items: changed, noted }
}
