import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { Announce } from '../events.ts'
import { historyLine, type Moved, type MoveRefusal, type MoveRequest, move, one } from '../move.ts'
import type { Accepted } from '../refusal.ts'
import { type OrderStatus, type OrderVerb, order_moves } from './lifecycle.ts'
import { order_history, orders } from './tables.ts'

type Order = typeof orders.$inferSelect
type MovedOrder = Moved<Order, OrderVerb>
export type MoveOrderRefusal = MoveRefusal<OrderStatus>

type OrderMove = MoveRequest<OrderVerb> & {
  order_id: number
  /** Columns that the move writes together with the status. */
  sets?: { ready_by: Date | null; ready_by_before?: Date | null }
}

/** What a kitchen asked for and held back is dropped by every move. */
export const no_rejection = { reject_at: null, reject_reason: null, reject_by: null } as const

/**
 * Moves an order along its lifecycle: the only place that changes its status, and the one that announces `order_moved`.
 */
export function moveOrder(tx: Tx, announce: Announce, request: OrderMove): Promise<Accepted<Order> | MoveOrderRefusal> {
  return move(tx, announce, order_lifecycle, request)
}

const order_lifecycle = {
  moves: order_moves,
  lock: (tx: Tx, { order_id }: OrderMove) =>
    tx.select().from(orders).where(eq(orders.id, order_id)).for('no key update').then(one),
  write: (tx: Tx, { id }: Order, status: OrderStatus, { sets }: OrderMove) =>
    tx
      .update(orders)
      .set({ ...sets, ...no_rejection, status })
      .where(eq(orders.id, id))
      .returning()
      .then(one),
  record: (tx: Tx, moved: MovedOrder) =>
    tx.insert(order_history).values({ order_id: moved.after.id, ...historyLine(moved) }),
  event: ({ after, verb, by, reason }: MovedOrder) =>
    ({ kind: 'order_moved', order: after, verb, by, reason }) as const,
}
