import { storedList } from '../cart/stored-list.ts'

/** An order this phone placed or followed: nobody has an account, so the phone keeps the links. */
export type PhoneOrder = {
  track_token: string
  order_ids: number[]
  vendors: string[]
  seen_at: string
  /** What it was; missing until the server was asked (fill-in.ts). */
  short?: OrderInShort
}

/** An order in the words of a list: its dishes, what was paid, and the picture of one of them. */
export type OrderInShort = { dishes: string; total: string; picture: string | null }

/** Older ones make room. */
const MOST_ORDERS = 50

const { read, save } = storedList('myOrders', phoneOrder, MOST_ORDERS)

/** The orders of this phone, newest first. */
export const phoneOrders = read

export function changePhoneOrders(change: (order: PhoneOrder) => PhoneOrder): void {
  save(read().map(change))
}

/** Remembers an order, once per checkout: every link of a checkout shows the same order numbers. */
export function rememberOrder({
  track_token,
  order_ids,
  vendors,
}: Pick<PhoneOrder, 'track_token' | 'order_ids' | 'vendors'>): void {
  const order = { track_token, order_ids, vendors }
  const known = read()
  if (known.some((one) => isSame(one, order))) return
  save([{ ...order, seen_at: new Date().toISOString() }, ...known].slice(0, MOST_ORDERS))
}

export function forgetOrder(order: Pick<PhoneOrder, 'order_ids'>): void {
  save(read().filter((one) => !isSame(one, order)))
}

const isSame = (left: Pick<PhoneOrder, 'order_ids'>, right: Pick<PhoneOrder, 'order_ids'>) =>
  left.order_ids.some((id) => right.order_ids.includes(id))

function phoneOrder(value: unknown): PhoneOrder | null {
  const order = value as Partial<PhoneOrder> | null
  return typeof order?.track_token === 'string' &&
    typeof order.seen_at === 'string' &&
    Array.isArray(order.order_ids) &&
    Array.isArray(order.vendors)
    ? (order as PhoneOrder)
    : null
}
