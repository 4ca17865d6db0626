import { leavesFrom, type Move } from '../lifecycle.ts'

/** See docs/product.md#order-lifecycle. */
export const order_statuses = ['Pending', 'Accepted', 'Completed', 'Picked up', 'Delivered', 'Cancelled'] as const
export type OrderStatus = (typeof order_statuses)[number]

/**
 * The only ways in which an order's status changes. Buttons, verbs, history checks and documents read this table.
 * `system` cancels orders that no vendor accepted (decision 045), and accepts for a kitchen that asked for it; an admin
 * may mark a pick-up for a rider's broken phone. Its customer may withdraw it until a kitchen accepts. What its
 * customer collects has no rider: its kitchen hands it over, or closes it where nobody came. A kitchen takes back what
 * it has just pressed (`undoMove`); a rejection is held that long before it is one. What cannot be handed over is left
 * at a place, comes back to the kitchen because nobody took it or for another rider, or fails (decision 106), as does
 * what a rider finds nobody at the kitchen for (decision 172).
 */
export const order_moves = {
  accept: { from: ['Pending'], to: 'Accepted', who: ['vendor', 'system'] },
  more_time: { from: ['Accepted'], to: 'Accepted', who: ['vendor'] },
  complete: { from: ['Pending', 'Accepted'], to: 'Completed', who: ['vendor'] },
  reject: { from: ['Pending', 'Accepted'], to: 'Cancelled', who: ['vendor'] },
  pick_up: { from: ['Completed'], to: 'Picked up', who: ['rider', 'admin'] },
  hand_over: { from: ['Picked up'], to: 'Delivered', who: ['rider'] },
  leave: { from: ['Picked up'], to: 'Delivered', who: ['rider', 'admin'] },
  not_taken: { from: ['Picked up'], to: 'Delivered', who: ['rider', 'admin', 'vendor'] },
  come_back: { from: ['Picked up'], to: 'Completed', who: ['rider', 'admin', 'vendor'] },
  fail: { from: ['Accepted', 'Completed', 'Picked up'], to: 'Cancelled', who: ['rider', 'admin', 'vendor'] },
  collect: { from: ['Completed'], to: 'Delivered', who: ['vendor'] },
  not_collected: { from: ['Completed'], to: 'Delivered', who: ['vendor'] },
  deliver: { from: ['Pending', 'Accepted', 'Completed', 'Picked up'], to: 'Delivered', who: ['admin'] },
  cancel: { from: ['Pending', 'Accepted', 'Completed', 'Picked up'], to: 'Cancelled', who: ['admin'] },
  lapse: { from: ['Pending'], to: 'Cancelled', who: ['system'] },
  withdraw: { from: ['Pending'], to: 'Cancelled', who: ['customer'] },
  call_off: { from: ['Pending', 'Accepted'], to: 'Cancelled', who: ['customer', 'system'] },
  undo_accept: { from: ['Accepted'], to: 'Pending', who: ['vendor'] },
  undo_more_time: { from: ['Accepted'], to: 'Accepted', who: ['vendor'] },
  undo_complete: { from: ['Completed'], to: 'Accepted', who: ['vendor'] },
  undo_complete_new: { from: ['Completed'], to: 'Pending', who: ['vendor'] },
} as const satisfies Record<string, Move<OrderStatus>>

export type OrderVerb = keyof typeof order_moves

/** Whether the lifecycle table allows `verb` from `status`. */
export function canMove(verb: OrderVerb, status: OrderStatus): boolean {
  return leavesFrom<OrderStatus, keyof typeof order_moves>(order_moves, verb, status)
}

/** Whether its kitchen has cooked it; also where a rider had it and could not bring it. */
export function isReady(status: OrderStatus): boolean {
  return status !== 'Pending' && status !== 'Accepted'
}

/** Whether its customer may still change the note: until it is picked up, or is ready where they collect it. */
export function mayChangeNote({ status, collects }: { status: OrderStatus; collects: boolean }): boolean {
  return status === 'Pending' || status === 'Accepted' || (status === 'Completed' && !collects)
}

/** By these an order ends as Delivered whose customer never had the food. */
export const ends_without_food: readonly string[] = ['not_collected', 'not_taken'] satisfies OrderVerb[]

/** The options of the vendor's status filter; later statuses are found where a vendor would look for them. */
export const vendor_filters = {
  All: order_statuses,
  Pending: ['Pending', 'Accepted'],
  Completed: ['Completed', 'Picked up', 'Delivered'],
  Cancelled: ['Cancelled'],
} as const satisfies Record<string, readonly OrderStatus[]>
export type VendorFilter = keyof typeof vendor_filters

/** The options of the admin's status filter; everything still on its way is under Pending. */
export const admin_filters = {
  All: order_statuses,
  Pending: ['Pending', 'Accepted', 'Completed', 'Picked up'],
  Delivered: ['Delivered'],
  Cancelled: ['Cancelled'],
} as const satisfies Record<string, readonly OrderStatus[]>
export type AdminFilter = keyof typeof admin_filters

/** The shortest and longest time that a vendor may promise when it accepts an order. */
export const SHORTEST_PREPARATION_MINUTES = 5
export const LONGEST_PREPARATION_MINUTES = 120

/** The minutes of which a kitchen may choose when it needs more time for an order, and how often it may. */
export const MORE_MINUTES = [5, 10, 15] as const
export const MOST_MORE_TIMES = 2

/** For so long a kitchen can take back what it has just pressed, by the server's clock. */
export const UNDO_SECONDS = 10

/** What a customer may want done with a dish that is out, where they do not choose in time. */
export const if_missing_choices = ['leave_out', 'cancel'] as const
export type IfMissing = (typeof if_missing_choices)[number]

/**
 * What came of a dish that was out: its customer, or their default, swapped it, left it out or cancelled the order; the
 * kitchen found it; or the order was moved on meanwhile.
 */
export type MissingOutcome = 'swapped' | 'left_out' | 'cancelled' | 'found' | 'overtaken'

/** Whether its kitchen may say in how many packs it packed it: for a rider who has not counted them yet. */
export function saysPacks(order: { status: OrderStatus; collects: boolean }): boolean {
  return !order.collects && (order.status === 'Accepted' || order.status === 'Completed')
}
