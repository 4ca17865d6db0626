import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import type { Mover } from '../../lifecycle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { customer_reason } from '../forms.ts'
import { canMove } from '../lifecycle.ts'
import type { MoveOrderRefusal } from '../move-order.ts'
import { lockOwnOrder, type OwnOrderRefusal } from '../own-order.ts'
import { orders } from '../tables.ts'
import { undoneUntil } from '../undo-window.ts'
import { giveUpOrder } from './give-up-order.ts'
import { lockOrdersOfCheckout } from './refundable.ts'

/** The rest is due a moment later. */
const MOST_AT_ONCE = 100

type Order = typeof orders.$inferSelect

/**
 * The vendor rejects an order on a screen: it is held for ten seconds, in which it can be taken back (`undoMove`), and
 * carried out then (`carryOutRejections`); until then no money moves and nobody is told. Any other move drops it.
 * From Pending or Accepted; otherwise refused with the order's status. Asked twice, it is held once. Not for somebody
 * of the marketplace who acts for the kitchen: all the money goes back, and an admin does that at the order.
 */
export async function holdRejection(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  rejection: { order_id: number; reason: string },
): Promise<Accepted<Order> | MoveOrderRefusal | OwnOrderRefusal | Refused<'bad_reason', undefined>> {
  const reason = customer_reason.safeParse(rejection.reason)
  if (!reason.success) return refused('bad_reason')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, rejection.order_id, 'reject_orders')
    if (!own.ok) return own
    const order = own.value
    if (!canMove('reject', order.status)) return refused('not_allowed', { status: order.status })
    if (order.reject_at !== null) return accepted(order)
    const [held] = await tx
      .update(orders)
      .set({ reject_at: undoneUntil(now), reject_reason: reason.data, reject_by: actor.user_id })
      .where(eq(orders.id, order.id))
      .returning()
    if (!held) throw new Error('A locked order disappeared')
    noteOrder(tx, order.id)
    await announce(tx, { kind: 'rejection_held', order: held }, now)
    return accepted(held)
  })
}

/** Carries out the rejections whose ten seconds are over, each in a commit of its own. Answers how many. */
export async function carryOutRejections(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await deps.db
    .select({ id: orders.id, checkout_id: orders.checkout_id })
    .from(orders)
    .where(and(isNotNull(orders.reject_at), lte(orders.reject_at, now)))
    .orderBy(asc(orders.id))
    .limit(MOST_AT_ONCE)
  return eachDue(due, async (order) => ((await carryOut(deps, order, now)) ? 1 : 0))
}

function carryOut(
  { db, announce }: AnnouncingDeps,
  order: { id: number; checkout_id: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockOrdersOfCheckout(tx, order.checkout_id)
    const [held] = await tx.select().from(orders).where(eq(orders.id, order.id))
    // Taken back, or moved by somebody else meanwhile.
    if (!held?.reject_at || held.reject_at > now || !held.reject_reason) return false
    const by: Mover = { role: 'vendor', user_id: held.reject_by }
    const given_up = await giveUpOrder(tx, announce, {
      order,
      verb: 'reject',
      by,
      explanation: held.reject_reason,
      now,
    })
    return given_up.ok
  })
}
