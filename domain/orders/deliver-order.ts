import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { AnnouncingDeps } from '../events.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { customer_reason, order_number } from './forms.ts'
import { type MoveOrderRefusal, moveOrder } from './move-order.ts'
import { orders } from './tables.ts'

/**
 * An admin marks an order as delivered (docs/product.md#order-lifecycle), which makes it payable. A reason is optional.
 * Refused with the order's status when it can no longer be delivered, and with what `refuses` answers, which is asked
 * once the order is locked: for what others know of it.
 */
export async function deliverOrder<Other extends Refused<string, unknown> = never>(
  deps: AnnouncingDeps,
  actor: Actor,
  deliver: { order_id: number; reason?: string },
  refuses?: (tx: Tx) => Promise<Other | null>,
): Promise<Accepted<typeof orders.$inferSelect> | MoveOrderRefusal | Refused<'bad_reason', undefined> | Other> {
  if (!may(actor, 'run_orders') || !order_number.safeParse(deliver.order_id).success) return refused('not_found')
  const reason = customer_reason.optional().safeParse(deliver.reason?.trim() || undefined)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    if (refuses) {
      await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, deliver.order_id)).for('no key update')
      const other = await refuses(tx)
      if (other) return other
    }
    const moved = await moveOrder(tx, deps.announce, {
      order_id: deliver.order_id,
      verb: 'deliver',
      by: actor,
      reason: reason.data,
      now,
    })
    if (!moved.ok) return moved
    await recordAudit(tx, {
      actor,
      action: 'order_delivered',
      subject: `order:${deliver.order_id}`,
      after: { status: moved.value.status },
      reason: reason.data,
      now,
    })
    return moved
  })
}
