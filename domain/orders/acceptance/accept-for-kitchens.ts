import { and, asc, eq, isNotNull, isNull, lte, ne, notExists } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { openState } from '../../catalog/hours/opening-hours.ts'
import { lockVendor, type Vendor } from '../../catalog/own-vendor.ts'
import { vendors } from '../../catalog/tables.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { moveOrder } from '../move-order.ts'
import { order_history, orders } from '../tables.ts'
import { begun_at } from './begun-at.ts'

/**
 * Accepts new orders for the kitchens that asked for it, the oldest first, with their usual minutes: while they are
 * open and not paused, at the time of day that they chose, and while they cook fewer orders than they said; what is to
 * be begun later is not cooked yet. The history says that their setting did it. An order that its kitchen has answered
 * and taken back is left to it. Answers how many.
 */
export async function acceptForKitchens(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const waiting = await deps.db
    .select({ id: orders.id, vendor: vendors })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .where(
      and(
        eq(orders.status, 'Pending').inlineParams(),
        isNotNull(vendors.auto_accept_orders),
        lte(begun_at, now),
        isUnanswered(deps.db),
      ),
    )
    .orderBy(asc(begun_at), asc(orders.id))
  const acceptable = waiting.filter(({ vendor }) => acceptsByItself(vendor, now))
  return eachDue(acceptable, async ({ id, vendor }) =>
    (await acceptFor(deps, { order_id: id, vendor_id: vendor.user_id }, now)) ? 1 : 0,
  )
}

/** One order, with the kitchen locked, so that its orders are counted one after the other, and then the order. */
function acceptFor(
  { db, announce }: AnnouncingDeps,
  { order_id, vendor_id }: { order_id: number; vendor_id: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, vendor_id)
    if (!vendor || !acceptsByItself(vendor, now)) return false
    const cooked = await tx.$count(
      orders,
      and(eq(orders.vendor_id, vendor_id), eq(orders.status, 'Accepted'), lte(begun_at, now)),
    )
    if (cooked >= (vendor.auto_accept_orders ?? 0)) return false
    await tx.select().from(orders).where(eq(orders.id, order_id)).for('no key update')
    // The kitchen may have answered, taken that back, or begun to reject it meanwhile.
    if ((await tx.$count(orders, and(eq(orders.id, order_id), isUnanswered(tx)))) === 0) return false
    const moved = await moveOrder(tx, announce, {
      order_id,
      verb: 'accept',
      by: the_system,
      reason: `${vendor.preparation_minutes} minutes, by the kitchen’s own setting`,
      now,
      sets: { ready_by: new Date(now.getTime() + vendor.preparation_minutes * 60_000) },
    })
    return moved.ok
  })
}

/** The kitchen has neither answered it, even if it took that back, nor is it rejecting it. */
function isUnanswered(db: Db | Tx) {
  const answered = db
    .select({ id: order_history.id })
    .from(order_history)
    .where(and(eq(order_history.order_id, orders.id), ne(order_history.verb, 'place')))
  return and(isNull(orders.reject_at), notExists(answered))
}

function acceptsByItself(vendor: Vendor, now: Date): boolean {
  const { status, paused_until, auto_accept_orders, auto_accept_hours, week_hours, hours_exceptions } = vendor
  if (status !== 'Active' || auto_accept_orders === null || (paused_until && paused_until > now)) return false
  if (!openState(week_hours, now, hours_exceptions).open) return false
  return (
    auto_accept_hours === null ||
    openState(
      Array.from({ length: 7 }, () => [auto_accept_hours]),
      now,
    ).open
  )
}
