import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { AnnouncingDeps } from '../events.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { customer_reason, order_number } from './forms.ts'
import { type MoveOrderRefusal, moveOrder } from './move-order.ts'
import type { orders } from './tables.ts'

/**
 * An admin marks an order as delivered (docs/product.md#order-lifecycle), which makes it payable. A reason is optional.
 * Refused with the order's status when it can no longer be delivered.
 */
export async function deliverOrder(
  deps: AnnouncingDeps,
  actor: Actor,
  deliver: { order_id: number; reason?: string },
): Promise<Accepted<typeof orders.$inferSelect> | MoveOrderRefusal | Refused<'bad_reason', undefined>> {
  if (!may(actor, 'run_orders') || !order_number.safeParse(deliver.order_id).success) return refused('not_found')
  const reason = customer_reason.optional().safeParse(deliver.reason?.trim() || undefined)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
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
