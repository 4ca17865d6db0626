import { eq } from 'drizzle-orm'
import type { AnnouncingDeps } from '../../events.ts'
import { the_system } from '../../lifecycle.ts'
import type { refunds } from '../../payments/tables.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import { awaitsChoice } from '../missing-dish/missing-of-orders.ts'
import type { MoveOrderRefusal } from '../move-order.ts'
import { isRejecting } from '../own-order.ts'
import { giveUpOrder } from '../refunds/give-up-order.ts'
import { lockOrdersOfCheckout } from '../refunds/refundable.ts'
import { orders } from '../tables.ts'

/** What the customer, the vendor and the history read. */
const WHY = 'The restaurant did not answer in time, and we are sorry'

/**
 * The system cancels an order that no vendor accepted and refunds it fully in the same commit, as a rejection does: the
 * vendor sold nothing. Refused with the order's status when somebody was faster: if the vendor accepts at the same
 * moment, one of them wins. Refused, too, while a rejection is held or the customer chooses what comes instead of a
 * missing dish: those are answers. `escalateUnaccepted` decides when.
 */
export async function lapseOrder(
  deps: AnnouncingDeps,
  order_id: number,
): Promise<
  | Accepted<{ order: typeof orders.$inferSelect; refund: typeof refunds.$inferSelect | null }>
  | MoveOrderRefusal
  | Refused<'being_rejected' | 'awaits_choice', undefined>
> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [wanted] = await tx
      .select({ id: orders.id, checkout_id: orders.checkout_id })
      .from(orders)
      .where(eq(orders.id, order_id))
    if (!wanted) return refused('not_found')
    await lockOrdersOfCheckout(tx, wanted.checkout_id)
    const [order] = await tx.select({ reject_at: orders.reject_at }).from(orders).where(eq(orders.id, order_id))
    if (order && isRejecting(order)) return refused('being_rejected')
    if (await awaitsChoice(tx, order_id)) return refused('awaits_choice')
    return giveUpOrder(tx, deps.announce, {
      order: wanted,
      verb: 'lapse',
      by: the_system,
      explanation: WHY,
      now,
    })
  })
}
