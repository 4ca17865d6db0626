import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { order_keys } from '../../delivery/tables.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { the_customer } from '../../lifecycle.ts'
import { type Kobo, sumKobo } from '../../money.ts'
import { canMove } from '../../orders/lifecycle.ts'
import type { MoveOrderRefusal } from '../../orders/move-order.ts'
import { feeThatGoesWith } from '../../orders/refunds/cancel-order.ts'
import { giveUpOrder } from '../../orders/refunds/give-up-order.ts'
import { refundable } from '../../orders/refunds/refundable.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'

/** What the kitchen and the history read; its customer is told in words of their own. */
const WHY = 'The customer no longer wants it'

/**
 * The customer cancels an order that no kitchen has accepted, and all its money goes back in the same commit. Whoever
 * holds the order's tracking link may. Refused with the order's status: of a kitchen that accepts at the same moment
 * and its customer one wins, and a repeat meets Cancelled.
 */
export async function withdrawOrder(
  { db, clock, announce }: AnnouncingDeps,
  track_token: string,
): Promise<Accepted<typeof orders.$inferSelect> | MoveOrderRefusal> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select({ id: orders.id, checkout_id: orders.checkout_id })
      .from(order_keys)
      .innerJoin(orders, eq(orders.id, order_keys.order_id))
      .where(eq(order_keys.track_token, track_token))
    if (!order) return refused('not_found')
    const given_up = await giveUpOrder(tx, announce, {
      order,
      verb: 'withdraw',
      by: the_customer,
      explanation: WHY,
      now,
    })
    return given_up.ok ? accepted(given_up.value.order) : given_up
  })
}

/** What goes back with each order of a checkout that its customer may still cancel, by the order's number. */
export async function withdrawable(db: Db, checkout_id: string): Promise<ReadonlyMap<number, Kobo>> {
  const room = await refundable(db, checkout_id)
  return new Map(
    room.orders
      .filter(({ order }) => canMove('withdraw', order.status))
      .map((of) => [of.order.id, sumKobo([of.food_left_kobo, feeThatGoesWith(room, of), of.tip_left_kobo])]),
  )
}
