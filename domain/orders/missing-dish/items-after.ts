import { ownersOf } from '../../catalog/menu/for-whom.ts'
import type { OrderItem } from '../tables.ts'
import type { MissingDish } from './missing-of-orders.ts'
import type { Swap } from './swaps.ts'

type Items = readonly OrderItem[]
type Instead = Pick<Swap, 'dish' | 'price_kobo' | 'options'>
type Missing = Pick<MissingDish, 'item' | 'quantity' | 'name'>

/**
 * An order's items with another dish in the place of a missing one, or behind all of them where only some portions are
 * missing. No item changes its place: refunds know it by that. It is whose the missing one was.
 */
export function swapped(items: Items, missing: Missing, swap: Instead): OrderItem[] {
  const { dish, price_kobo } = swap
  const options = [...swap.options, ...ownersOf(items[missing.item]?.options ?? [])]
  const instead: OrderItem = {
    name: dish,
    price_kobo,
    quantity: missing.quantity,
    ...(options.length > 0 && { options }),
    instead_of: missing.name,
  }
  const is_all = items[missing.item]?.quantity === missing.quantity
  return is_all ? items.with(missing.item, instead) : [...without(items, missing), instead]
}

/** The items with so many portions fewer of the missing one. */
export function without(items: Items, { item, quantity }: Missing): OrderItem[] {
  return items.map((one, place) => (place === item ? { ...one, quantity: one.quantity - quantity } : one))
}
