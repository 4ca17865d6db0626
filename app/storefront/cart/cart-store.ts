import {
  type ChosenOption,
  choicesKey,
  DEAREST_WITH_CHOICES_KOBO,
} from '../../../domain/catalog/option-groups.ts'
import { MOST_LINES, MOST_OF_ONE } from '../../../domain/checkout/cart-limits.ts'
import { storedList, writeStorage } from './stored-list.ts'

/**
 * A cart line as the browser keeps it (docs/product.md#what-the-browser-keeps): prices in naira, of one with its
 * choices. Identity is vendor, name and choices.
 */
export type CartItem = {
  vendor_id: string
  vendor_name: string
  name: string
  price: number
  qty: number
  food_image: string | null
  /** Missing where the dish has nothing to choose. */
  options?: readonly ChosenOption[] | undefined
}

/** What tells one line from another. */
export type CartLineName = Pick<CartItem, 'vendor_id' | 'name' | 'options'>

const { read, save, useItems } = storedList('cart', isCartItem, MOST_LINES)
const nothing: readonly CartItem[] = []

/** The cart of this browser. Every tab sees the same one; before the page is awake it is empty. */
export function useCart(): readonly CartItem[] {
  return useItems(nothing)
}

/** What is in the cart now. */
export const cartItems = read

/** Adds a dish; a dish that is already there gets more of itself. */
export function addToCart(added: CartItem): void {
  const items = read()
  const known = items.find((item) => isSame(item, added))
  save(
    known
      ? items.map((item) =>
          item === known ? { ...added, qty: Math.min(item.qty + added.qty, MOST_OF_ONE) } : item,
        )
      : [...items, added],
  )
}

/** Makes it so many of a line that is there. */
export function changeQuantity(line: CartLineName, qty: number): void {
  save(read().map((item) => (isSame(item, line) ? { ...item, qty } : item)))
}

export function removeFromCart(gone: CartLineName): void {
  save(read().filter((item) => !isSame(item, gone)))
}

/** Replaces the whole cart, e.g. after the customer agreed to new prices. */
export const replaceCart = save

/** Takes what was paid out of the cart and leaves what was added since. */
export function clearPaid(paid: readonly (CartLineName & Pick<CartItem, 'qty'>)[]): void {
  save(
    read().flatMap((item) => {
      const bought = paid.find((line) => isSame(line, item))
      if (!bought) return [item]
      return item.qty > bought.qty ? [{ ...item, qty: item.qty - bought.qty }] : []
    }),
  )
}

/** The handoff to the checkout. */
export function storeHandoff(): void {
  const items = read()
  writeStorage('orderItems', JSON.stringify(items))
  writeStorage('orderTotal', String(totalNaira(items)))
}

export function totalNaira(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + Math.round(item.price * 100) * item.qty, 0) / 100
}

export function itemCount(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.qty, 0)
}

export function lineKey({ vendor_id, name, options }: CartLineName): string {
  return `${vendor_id} ${name} ${choicesKey(options)}`
}

function isSame(left: CartLineName, right: CartLineName): boolean {
  return lineKey(left) === lineKey(right)
}

function isCartItem(value: unknown): value is CartItem {
  const item = value as Partial<CartItem> | null
  return (
    typeof item?.vendor_id === 'string' &&
    typeof item.vendor_name === 'string' &&
    (typeof item.food_image === 'string' || item.food_image === null) &&
    typeof item.name === 'string' &&
    typeof item.price === 'number' &&
    item.price > 0 &&
    item.price * 100 <= DEAREST_WITH_CHOICES_KOBO &&
    Number.isInteger(item.qty) &&
    (item.qty ?? 0) > 0 &&
    (item.qty ?? 0) <= MOST_OF_ONE &&
    (item.options === undefined || (Array.isArray(item.options) && item.options.every(isChoice)))
  )
}

function isChoice(value: unknown): boolean {
  const choice = value as Partial<ChosenOption> | null
  return typeof choice?.group === 'string' && typeof choice.name === 'string'
}
