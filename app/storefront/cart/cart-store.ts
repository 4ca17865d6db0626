import {
  type CartLine,
  type CartLineName,
  lineTotal,
  MOST_LINES,
  MOST_OF_ONE,
} from '../../../domain/catalog/cart-line.ts'
import { type ChosenOption, choicesKey, DEAREST_WITH_CHOICES_KOBO } from '../../../domain/catalog/option-groups.ts'
import { type Kobo, kobo, sumKobo } from '../../../domain/money.ts'
import { storedList, writeStorage } from './stored-list.ts'

/** A line of this browser's cart. */
export type CartItem = CartLine & { vendor_name: string; food_image: string | null }

/** The same as the browser keeps it (docs/product.md#what-the-browser-keeps): the price in naira. */
type StoredItem = Omit<CartItem, 'price_kobo' | 'quantity'> & { price: number; qty: number }

/** What was bought, as a pending order keeps it. */
export type BoughtLine = CartLineName & Pick<StoredItem, 'qty'>

const { read, save } = storedList('cart', itemOf, MOST_LINES, storedOf)

/** What is in the cart now. */
export const cartItems = read

/** Sets the number of a line that is there. */
export function changeQuantity(line: CartLineName, quantity: number): void {
  save(read().map((item) => (isSame(item, line) ? { ...item, quantity } : item)))
}

export function removeFromCart(gone: CartLineName): void {
  save(read().filter((item) => !isSame(item, gone)))
}

/** Replaces the whole cart, e.g. after the customer agreed to new prices. */
export const replaceCart = save

/** Takes what was paid out of the cart and leaves what was added since. */
export function clearPaid(paid: readonly BoughtLine[]): void {
  save(
    read().flatMap((item) => {
      const bought = paid.find((line) => isSame(line, item))
      if (!bought) return [item]
      return item.quantity > bought.qty ? [{ ...item, quantity: item.quantity - bought.qty }] : []
    }),
  )
}

/** The handoff to the checkout. */
export function storeHandoff(): void {
  const items = read()
  writeStorage('orderItems', JSON.stringify(items.map(storedOf)))
  writeStorage('orderTotal', String(cartTotal(items) / 100))
}

/** The total of a cart. */
export function cartTotal(items: readonly CartItem[]): Kobo {
  return sumKobo(items.map(lineTotal))
}

export function itemCount(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

export function lineKey({ vendor_id, name, options }: CartLineName): string {
  return `${vendor_id} ${name} ${choicesKey(options)}`
}

export function isSame(left: CartLineName, right: CartLineName): boolean {
  return lineKey(left) === lineKey(right)
}

function storedOf({ price_kobo, quantity, ...item }: CartItem): StoredItem {
  return { ...item, price: price_kobo / 100, qty: quantity }
}

/** Without a number it is one; its restaurant's name and its photo are ours to add. */
function itemOf(value: unknown): CartItem | null {
  const line = { qty: 1, vendor_name: '', food_image: null, ...(value as object | null) }
  if (!isStored(line)) return null
  const { price, qty, ...item } = line
  return { ...item, price_kobo: kobo(Math.round(price * 100)), quantity: qty }
}

function isStored(value: unknown): value is StoredItem {
  const item = value as Partial<StoredItem> | null
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
