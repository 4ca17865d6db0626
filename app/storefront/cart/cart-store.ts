import {
  type CartLine,
  type CartLineName,
  lineTotal,
  MOST_LINES,
  MOST_OF_ONE,
} from '../../../domain/catalog/menu/cart-line.ts'
import { type ChosenOption, choicesKey, DEAREST_WITH_CHOICES_KOBO } from '../../../domain/catalog/menu/option-groups.ts'
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

/** Without a number it is one; its restaurant's name and its photo may be missing. */
function itemOf(value: unknown): CartItem | null {
  const {
    price,
    qty = 1,
    ...line
  } = { vendor_name: '', food_image: null, ...(value as Omit<StoredItem, 'vendor_name' | 'food_image'>) }
  const { options = [] } = line
  return [line.vendor_id, line.name, line.vendor_name, line.food_image ?? ''].every(isText) &&
    typeof price === 'number' &&
    price > 0 &&
    price * 100 <= DEAREST_WITH_CHOICES_KOBO &&
    Number.isInteger(qty) &&
    qty > 0 &&
    qty <= MOST_OF_ONE &&
    Array.isArray(options) &&
    options.every(isChoice)
    ? { ...line, price_kobo: kobo(Math.round(price * 100)), quantity: qty }
    : null
}

function isChoice(value: unknown): boolean {
  const choice = value as ChosenOption | null
  return isText(choice?.group) && isText(choice?.name)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
