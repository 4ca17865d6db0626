import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '../cart/cart-store.ts'

/** An order this phone placed or followed: nobody has an account, so the phone keeps the links. */
export type PhoneOrder = { track_token: string; order_ids: number[]; vendors: string[]; seen_at: string }

const KEY = 'myOrders'
/** Older ones make room. */
const MOST_ORDERS = 50

const nothing: readonly PhoneOrder[] = []
const listeners = new Set<() => void>()
let cached: { text: string | null; orders: readonly PhoneOrder[] } = { text: null, orders: nothing }

/** The orders of this phone, newest first; null before the page is awake. */
export function usePhoneOrders(): readonly PhoneOrder[] | null {
  return useSyncExternalStore(subscribe, phoneOrders, () => null)
}

/** Keeps an order in mind, once per checkout: its orders share their numbers, whichever of the links was opened. */
export function rememberOrder({ track_token, order_ids, vendors }: Omit<PhoneOrder, 'seen_at'>): void {
  const order = { track_token, order_ids, vendors }
  const known = phoneOrders()
  if (known.some((one) => isSame(one, order))) return
  save([{ ...order, seen_at: new Date().toISOString() }, ...known].slice(0, MOST_ORDERS))
}

export function forgetOrder(order: Pick<PhoneOrder, 'order_ids'>): void {
  save(phoneOrders().filter((one) => !isSame(one, order)))
}

const isSame = (left: Pick<PhoneOrder, 'order_ids'>, right: Pick<PhoneOrder, 'order_ids'>) =>
  left.order_ids.some((id) => right.order_ids.includes(id))

function phoneOrders(): readonly PhoneOrder[] {
  const text = readStorage(KEY)
  if (text !== cached.text) cached = { text, orders: parse(text) }
  return cached.orders
}

function save(orders: readonly PhoneOrder[]): void {
  writeStorage(KEY, JSON.stringify(orders))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function parse(text: string | null): readonly PhoneOrder[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isPhoneOrder) : nothing
  } catch {
    return nothing
  }
}

function isPhoneOrder(value: unknown): value is PhoneOrder {
  const order = value as Partial<PhoneOrder> | null
  return (
    typeof order?.track_token === 'string' &&
    typeof order.seen_at === 'string' &&
    Array.isArray(order.order_ids) &&
    Array.isArray(order.vendors)
  )
}
