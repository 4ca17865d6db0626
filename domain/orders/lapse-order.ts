import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { the_system } from '../lifecycle.ts'
import type { refunds } from '../payments/tables.ts'
import { type Accepted, refused } from '../refusal.ts'
import { giveUpOrder } from './give-up-order.ts'
import type { MoveOrderRefusal } from './move-order.ts'
import { orders } from './tables.ts'

/** What the customer, the vendor and the history read. */
const WHY = 'The kitchen did not answer in time, and we are sorry'

/**
 * The system gives an order up that no vendor took, and sends all its money back in the same commit, as a rejection
 * does: the vendor sold nothing. Refused with the status it met when somebody was faster, so that of a vendor that
 * accepts at that moment and the system one wins. When it is time is not decided here (`escalateUnaccepted`).
 */
export async function lapseOrder(
  deps: { db: Db; clock: Clock; announce: Announce },
  order_id: number,
): Promise<
  Accepted<{ order: typeof orders.$inferSelect; refund: typeof refunds.$inferSelect | null }> | MoveOrderRefusal
> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [wanted] = await tx
      .select({ id: orders.id, checkout_id: orders.checkout_id })
      .from(orders)
      .where(eq(orders.id, order_id))
    if (!wanted) return refused('not_found')
    return giveUpOrder(tx, deps.announce, {
      order: wanted,
      verb: 'lapse',
      by: the_system,
      explanation: WHY,
      now,
    })
  })
}
