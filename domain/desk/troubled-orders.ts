import type { Db } from '../../db/handle.ts'
import { lateOrders } from '../delivery/windows/late-orders.ts'
import { cutOffOrders } from './cut-off-orders.ts'
import { missingDishes, unacceptedOrders } from './waiting-orders.ts'
import { unansweredChats } from './waiting-people.ts'

/** What can be wrong with an open order, by which the list of all orders is narrowed. */
export const order_troubles = ['Late', 'At risk', 'Cut off', 'Not answered', 'Dish out', 'Wrote to us'] as const
export type OrderTrouble = (typeof order_troubles)[number]

/** The open orders that somebody should see to, by what is wrong with them: a bounded number of each. */
export async function troubledOrders(db: Db, now: Date): Promise<Readonly<Record<OrderTrouble, readonly number[]>>> {
  const [late, cut_off, unaccepted, dishes, chats] = await Promise.all([
    lateOrders(db, now),
    cutOffOrders(db, now),
    unacceptedOrders(db, now),
    missingDishes(db),
    unansweredChats(db),
  ])
  const those = (lateness: 'late' | 'at_risk') =>
    late.filter((order) => order.lateness === lateness).map(({ order_id }) => order_id)
  return {
    Late: those('late'),
    'At risk': those('at_risk'),
    'Cut off': cut_off.flatMap(({ order_id }) => order_id ?? []),
    'Not answered': unaccepted.flatMap(({ order_id }) => order_id ?? []),
    'Dish out': dishes.flatMap(({ order_id }) => order_id ?? []),
    'Wrote to us': chats.flatMap(({ order_id }) => order_id ?? []),
  }
}
