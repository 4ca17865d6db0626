import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import type { refunds } from '../payments/tables.ts'
import { type Accepted, accepted, refused } from '../refusal.ts'
import { feeThatGoesWith } from './cancel-order.ts'
import { type MoveRefusal, moveOrder } from './move-order.ts'
import { lockOrdersOfCheckout, refundable } from './refundable.ts'
import { sendBack } from './send-back.ts'
import { orders } from './tables.ts'

/** What the customer, the vendor and the history read. */
const WHY = 'The kitchen did not answer in time, and we are sorry'

/**
 * The system gives an order up that no kitchen took, and sends all its money back in the same commit, as a rejection does:
 * the kitchen sold nothing. Refused with the status it met when somebody was faster, so that of a kitchen that accepts at
 * that moment and the system one wins. When it is time is not decided here (`escalateUnaccepted`).
 */
export async function lapseOrder(
  deps: { db: Db; clock: Clock; announce: Announce },
  order_id: number,
): Promise<
  Accepted<{ order: typeof orders.$inferSelect; refund: typeof refunds.$inferSelect | null }> | MoveRefusal
> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [wanted] = await tx
      .select({ checkout_id: orders.checkout_id })
      .from(orders)
      .where(eq(orders.id, order_id))
    if (!wanted) return refused('not_found')
    await lockOrdersOfCheckout(tx, wanted.checkout_id)
    const moved = await moveOrder(tx, deps.announce, {
      order_id,
      verb: 'lapse',
      actor: 'system',
      reason: WHY,
      now,
    })
    if (!moved.ok) return moved
    const room = await refundable(tx, wanted.checkout_id)
    const of = room.orders.find(({ order }) => order.id === order_id)
    if (!of) throw new Error('A locked order disappeared')
    const sent = await sendBack(
      tx,
      {
        payment_id: room.payment_id,
        of,
        food: of.food_left,
        delivery_fee: feeThatGoesWith(room, of),
        borne_by: 'vendor',
        reason: 'cancelled',
        explanation: WHY,
        asked_by: 'system',
        now,
      },
      true,
    )
    await deps.announce(tx, { kind: 'order_cancelled', ...sent, explanation: WHY, by: 'system' }, now)
    return accepted(sent)
  })
}
