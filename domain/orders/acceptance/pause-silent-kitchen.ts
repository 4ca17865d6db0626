import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import { UNTIL_CHANGED } from '../../catalog/hours/availability.ts'
import { pausedBecause } from '../../catalog/hours/change-service.ts'
import { recordDeed } from '../../catalog/kitchen-history.ts'
import { lockVendor } from '../../catalog/own-vendor.ts'
import { vendors } from '../../catalog/tables.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { the_system } from '../../lifecycle.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { order_history, orders } from '../tables.ts'
import { stands } from '../taken-back.ts'

/** What a kitchen, or its silence, decides about a new order. */
const decisions = ['accept', 'complete', 'reject', 'lapse', 'fail'] as const

/** Nobody answered it, or its rider found nobody at the kitchen (decision 172). */
const passed = or(
  eq(order_history.verb, 'lapse'),
  and(eq(order_history.verb, 'fail'), eq(order_history.role, 'rider'), ne(order_history.from_status, 'Picked up')),
)

/**
 * Pauses a kitchen until it opens again, when it let as many orders in a row lapse as the setting says: nobody is
 * there, and its next customers would wait for nothing (decision 104). It and the admins are told. Orders placed before
 * its owner last opened it do not count, what a rider came for in vain does, and what was accepted by its setting or
 * taken back is no answer in between. Answers whether it was paused.
 */
export async function pauseSilentKitchen(deps: AnnouncingDeps, vendor_id: string): Promise<boolean> {
  const now = deps.clock.now()
  const { pause_after_lapses } = await readSetting(deps.db, ESCALATION)
  if (pause_after_lapses === null) return false
  return deps.db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, vendor_id)
    if (vendor?.status !== 'Active' || (vendor.paused_until && vendor.paused_until > now)) return false
    const latest = await tx
      .select({ verb: order_history.verb, placed_at: orders.created_at })
      .from(order_history)
      .innerJoin(orders, eq(orders.id, order_history.order_id))
      .where(
        and(
          eq(orders.vendor_id, vendor_id),
          inArray(order_history.verb, [...decisions]),
          or(passed, and(eq(order_history.role, 'vendor'), ne(order_history.verb, 'fail'))),
          stands,
        ),
      )
      .orderBy(desc(order_history.id))
      .limit(pause_after_lapses)
    const lapses = latest.filter(
      ({ verb, placed_at }) =>
        (verb === 'lapse' || verb === 'fail') && (!vendor.opened_at || placed_at >= vendor.opened_at),
    )
    if (lapses.length < pause_after_lapses) return false
    await tx
      .update(vendors)
      .set({ ...pausedBecause('lapses'), paused_until: UNTIL_CHANGED, paused_by: null })
      .where(eq(vendors.user_id, vendor_id))
    await recordDeed(tx, vendor_id, the_system, { did: 'paused', after: 'as orders passed without an answer' }, now)
    await deps.announce(tx, { kind: 'kitchen_paused', vendor, lapses: lapses.length }, now)
    return true
  })
}
